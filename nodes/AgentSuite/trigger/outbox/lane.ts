export const LANES = ['backlog', 'refused'] as const;
export type LaneName = (typeof LANES)[number];

/** Failures in a row after which a lane that is sending closes. */
const MAX_FAILURES = 10;
/** The first wait, ms. Less than a minute, so that a poll each minute does not miss its end by a moment. */
const FIRST_WAIT_MS = 50_000;
/** A wait without an end: until the next poll. */
const NEXT_POLL = -Infinity;

interface LaneOptions {
	/** Number of probes that fail until it waits. */
	probes: number;
	longestWaitMs: number;
}

/** Times are of the steady clock, ms. */
type State =
	/** Nothing goes until a poll after this time, or a success. */
	| { is: 'waiting'; until: number }
	/** A poll has opened it. One record goes, to see whether the destination takes it, and after a failure another one. */
	| { is: 'probing'; failures: number }
	/** Something has succeeded since that poll. */
	| { is: 'sending'; size: number; failuresInARow: number };

/**
 * How many records go next, in pieces one after another: exponential backoff between probes that fail, slow start after one
 * that succeeds. A piece has one record, after each success twice as many, after a failure one again.
 */
export class Lane {
	private state: State = { is: 'waiting', until: NEXT_POLL };
	/** How often in a row the probes have failed. */
	private failedRounds = 0;
	/** How often a poll has opened it. */
	private openings = 0;

	constructor(private readonly options: LaneOptions) {}

	/**
	 * What goes next, nothing if nothing can go now: the untried, then the tried. At every fourth opening the tried go first, so that
	 * nobody waits for ever. The second probe is of the newest untried one, because several can be refused that came together.
	 * @param untried in the order in which they came
	 * @param tried what was tried least recently first
	 * @param isSingle at most one
	 */
	pick<One>(untried: One[], tried: One[], isSingle: boolean): One[] {
		const { state } = this;
		if (state.is === 'waiting') return [];
		const isSecondProbe = state.is === 'probing' && state.failures > 0;
		if (isSecondProbe && untried.length > 0) return untried.slice(-1);
		const isTriedFirst = this.openings % 4 === 0 && !isSecondProbe;
		const inOrder = isTriedFirst ? [...tried, ...untried] : [...untried, ...tried];
		return inOrder.slice(0, isSingle ? 1 : this.size);
	}

	/** At each poll, also while a piece is in progress. */
	open(now: number): void {
		const { state } = this;
		if (state.is === 'probing' || (state.is === 'waiting' && now < state.until)) return;
		this.state = { is: 'probing', failures: 0 };
		this.openings += 1;
	}

	/** Nothing more goes until the next poll, or the end of its wait. */
	close(): void {
		if (this.state.is !== 'waiting') this.state = { is: 'waiting', until: NEXT_POLL };
	}

	/** There is a reason to try again: its wait ends with the next poll. */
	retrySoon(): void {
		this.failedRounds = 0;
		if (this.state.is === 'waiting') this.state.until = NEXT_POLL;
	}

	/** Something else has succeeded, so it waits no longer. */
	sendOn(): void {
		this.send(this.size);
	}

	/** A piece of it has succeeded. @param size its number of records */
	succeed(size: number): void {
		this.send(Math.max(this.size, 2 * size));
	}

	private send(size: number): void {
		this.failedRounds = 0;
		this.state = { is: 'sending', size, failuresInARow: 0 };
	}

	/** The number of records of the next piece. */
	private get size(): number {
		return this.state.is === 'sending' ? this.state.size : 1;
	}

	/**
	 * A piece of it has failed.
	 * @param hasOthers whether there is another record to try
	 */
	fail(hasOthers: boolean, now: number): void {
		const { state, options } = this;
		if (state.is === 'probing') {
			const failures = state.failures + 1;
			if (failures < options.probes && hasOthers) this.state = { is: 'probing', failures };
			else this.wait(now);
		} else if (state.is === 'sending') {
			const failuresInARow = state.failuresInARow + 1;
			this.state = { is: 'sending', size: 1, failuresInARow };
			if (failuresInARow === MAX_FAILURES) this.close();
		}
	}

	private wait(now: number): void {
		const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.failedRounds, this.options.longestWaitMs);
		this.state = { is: 'waiting', until: now + waitMs };
		this.failedRounds += 1;
	}
}
