/** What is told of a request without a result, as one Problem: of its last attempt, or why another one is not sent. */

import type { Problem, ProblemKind } from '../../model/problem';
import { durationInWords } from '../../texts/times';
import { sentence, sentences } from '../../texts/words';
import { isThrottled, type Failure, type Outcome } from '../outcomes/outcome';
import type { Request } from '../request';
import { withAttempts } from './attempts';

/** How a request ends without a result. `failed` is the Problem of an attempt, `why` why no other one is sent. */
const ends = {
	/** Its last attempt has failed, and another one could not succeed, is not safe, or was made often enough. */
	failed: (failed: Problem): Problem => withPause(failed),

	/** It was never sent, or only got 429s, which made it wait. Or nobody can act on an earlier failure (`TOLD_ALONE`). */
	notSent: (why: Problem): Problem => why,

	/** It has failed, and would be sent again. Message and status are those of the failure. By `failure`, n8n decides whether to try again. */
	notSentAgain: (failed: Problem, why: Problem): Problem => {
		// How long to wait is said once.
		const { description, forModel, retryAfterMs } = why.retryAfterMs ? failed : withPause(failed);
		return failed.with({
			// Without the detail of `why`, which can be a text of the service: a model gets a description unmarked.
			description: sentences(
				description,
				`Next attempt: ${sentence(why.headline)}`,
				why.description,
			),
			forModel: why.forModel ?? forModel,
			failure: why.failure,
			retryAfterMs: why.retryAfterMs ?? retryAfterMs,
		});
	},
};

/** If a request is not sent for these, what an earlier attempt came to is not told. */
const TOLD_ALONE: readonly ProblemKind[] = ['stopped', 'ended', 'unexpected'];

/** The last attempt has failed, and there is no other one. @param outcomes of all attempts, with this one */
export const toldAttempt = (
	attempt: Failure,
	outcomes: readonly Outcome[],
	request: Request,
): Problem => withAttempts(ends.failed(attempt.problem), attempt, outcomes, request);

/** The first attempt, or another one, is not sent. @param outcomes of all attempts before it */
export function toldNotSent(why: Problem, outcomes: readonly Outcome[], request: Request): Problem {
	const attempt = decisive(outcomes);
	const failed = attempt && !isThrottled(attempt) ? attempt.problem : undefined;
	const problem =
		failed && !TOLD_ALONE.includes(why.kind) ? ends.notSentAgain(failed, why) : ends.notSent(why);
	return withAttempts(problem, attempt, outcomes, request);
}

/**
 * The attempt that is told: the last one. A 429 only made the request wait, so an earlier one that reached the service is told in its
 * place. Not one that did not, because the 429 shows that this is over, and a user can only act on the limit.
 */
function decisive(outcomes: readonly Outcome[]): Outcome | undefined {
	const last = outcomes.at(-1);
	if (!last || !isThrottled(last)) return last;
	return outcomes.findLast((one) => !isThrottled(one) && one.fate !== 'unsent') ?? last;
}

/** The Problem of an attempt, with how long the service asks to wait. */
function withPause(failed: Problem): Problem {
	const { retryAfterMs, description } = failed;
	if (!retryAfterMs) return failed;
	const asks = `The service asks you to wait ${durationInWords(retryAfterMs)}.`;
	return failed.with({ description: sentences(asks, description) });
}
