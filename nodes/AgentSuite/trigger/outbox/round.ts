import { waitAfter } from './backoff';

/** Failures in a row that end a round, and those that end it once something has succeeded in it. */
const MAX_FAILURES = 2;
const MAX_FAILURES_BETWEEN_SUCCESSES = 10;
/** How much smaller the next piece is after one that failed. */
const SHRINKS_BY = 10;
/** Longest wait after rounds without a success, ms. */
const MAX_PAUSE_MS = 3_600_000;

/** After rounds without a success: how many there were in a row, and until when the next one waits. */
interface RoundPause {
	rounds: number;
	until: number;
}

/**
 * A series of pieces with what is sent again, one after another. A piece is the records that go into one execution. Times
 * are of the steady clock, ms.
 */
export interface Round {
	isOver: boolean;
	/** Number of records in the next piece. */
	size: number;
	failuresInARow: number;
	/** Whether an execution has succeeded since it began, a fresh one too. */
	hasSucceeded: boolean;
	/** Whether its latest piece is of records that the destination has refused before. They go last. */
	isOfRefused: boolean;
	/** The destination counts as down. */
	downPause: RoundPause;
	/** Refused records are not tried. Other records go on. */
	refusedPause: RoundPause;
}

export type RoundStep =
	/** A poll, while no piece holds up the next one. One that takes longer than `HOLD_MS` of flights ends in the new round. */
	| { did: 'poll'; now: number }
	/** There are new records. */
	| { did: 'arrive' }
	/** A record that waits was edited, or the workflow was published, so somebody might have repaired something. */
	| { did: 'repair' }
	/** The next piece is picked, of refused records or of others. */
	| { did: 'reach'; isOfRefused: boolean }
	| { did: 'succeed' }
	/** Others: records that the destination has not refused. */
	| { did: 'fail'; count: number; startedAt: number; othersAreDue: boolean }
	/** Nothing is due, and nothing of this round is in progress. */
	| { did: 'runOut'; now: number }
	/** A person has stopped an execution, or n8n could not start one. */
	| { did: 'interrupt' }
	/** An execution with fresh records has ended. The failure of one with several says little. */
	| { did: 'freshSucceed' }
	| { did: 'freshFail'; startedAt: number };

const noPause: RoundPause = { rounds: 0, until: 0 };

export const noRound: Round = {
	isOver: true,
	size: 1,
	failuresInARow: 0,
	hasSucceeded: false,
	isOfRefused: false,
	downPause: noPause,
	refusedPause: noPause,
};

function longer({ rounds }: RoundPause, from: number): RoundPause {
	return { rounds: rounds + 1, until: from + waitAfter(rounds + 1, MAX_PAUSE_MS) };
}

/** Ends a round after failures. What pauses is what failed. */
function endRound(round: Round, from: number): Round {
	const over = { ...round, isOver: true };
	if (round.isOfRefused) return { ...over, refusedPause: longer(round.refusedPause, from) };
	return round.hasSucceeded ? over : { ...over, downPause: longer(round.downPause, from) };
}

/** The round after a step. Pure. */
export function roundAfter(round: Round, step: RoundStep): Round {
	switch (step.did) {
		case 'poll': {
			const { downPause, refusedPause } = round;
			return step.now < downPause.until
				? round
				: { ...noRound, isOver: false, downPause, refusedPause };
		}
		case 'arrive':
			// Also because new records wait in the round, if each gets an execution of its own.
			return { ...round, downPause: noPause };
		case 'repair':
			return { ...round, downPause: noPause, refusedPause: noPause };
		case 'reach': {
			const isFirstOfRefused = step.isOfRefused && !round.isOfRefused;
			return { ...round, size: isFirstOfRefused ? 1 : round.size, isOfRefused: step.isOfRefused };
		}
		case 'succeed': {
			// The first success after a failure keeps the size.
			const size = round.failuresInARow > 0 ? round.size : round.size * 2;
			const refusedPause = round.isOfRefused ? noPause : round.refusedPause;
			return {
				...round,
				size,
				failuresInARow: 0,
				hasSucceeded: true,
				downPause: noPause,
				refusedPause,
			};
		}
		case 'fail': {
			const size = Math.ceil(step.count / SHRINKS_BY);
			const failuresInARow = round.failuresInARow + 1;
			const failed = { ...round, size, failuresInARow };
			// While something succeeds, it goes on past several bad records.
			const isUp = round.hasSucceeded && step.othersAreDue;
			const most = isUp ? MAX_FAILURES_BETWEEN_SUCCESSES : MAX_FAILURES;
			return failuresInARow < most ? failed : endRound(failed, step.startedAt);
		}
		case 'runOut':
			return round.isOver || round.failuresInARow === 0 ? round : endRound(round, step.now);
		case 'interrupt':
			return { ...round, isOver: true };
		case 'freshSucceed':
			return { ...round, hasSucceeded: true, downPause: noPause };
		case 'freshFail':
			return round.hasSucceeded
				? round
				: { ...round, isOver: true, downPause: longer(round.downPause, step.startedAt) };
	}
}

/** Whether a piece can be sent now, of refused records or of others. */
export const canSend = (round: Round, isRefused: boolean, now: number): boolean =>
	!round.isOver && !(isRefused && now < round.refusedPause.until);
