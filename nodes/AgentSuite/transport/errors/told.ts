/** What is told of a request without a result, as one Problem: of its last attempt, or why another one is not sent. */

import type { Problem, ProblemKind } from '../../model/problem';
import { durationInWords } from '../../texts/times';
import { sentence, sentences } from '../../texts/words';
import { isThrottled, type Failure, type Outcome } from '../outcomes/outcome';
import type { Request } from '../request';
import { withAttempts } from './attempts';

/** The last attempt has failed, and there is no other one. @param outcomes of all attempts, with this one */
export const toldAttempt = (
	attempt: Failure,
	outcomes: readonly Outcome[],
	request: Request,
): Problem => withAttempts(withPause(attempt.problem), attempt, outcomes, request);

/**
 * The first attempt, or another one, is not sent. What is told:
 *
 *     the last attempt   told
 *     none               why it is not sent
 *     a 429              the last failure that reached the service, and why. Without one, only why: a 429 just made it wait, and shows
 *                        that an earlier failure to reach the service is over
 *     another failure    that failure, and why
 *
 * Only why, whatever failed before, if that is the end of the run, or what nobody foresaw (`TOLD_ALONE`).
 * @param outcomes of all attempts before it
 */
export function toldNotSent(why: Problem, outcomes: readonly Outcome[], request: Request): Problem {
	const last = outcomes.at(-1);
	const failure =
		last && isThrottled(last)
			? outcomes.findLast((one) => !isThrottled(one) && one.fate !== 'unsent')
			: last;
	const problem =
		failure?.problem && !TOLD_ALONE.includes(why.kind) ? notSentAgain(failure.problem, why) : why;
	return withAttempts(problem, failure ?? last, outcomes, request);
}

const TOLD_ALONE: readonly ProblemKind[] = ['stopped', 'ended', 'unexpected'];

/** A failure, and why the request is not sent again. By the `failure` of the latter, n8n decides whether to try again. */
function notSentAgain(failed: Problem, why: Problem): Problem {
	// How long to wait is said once.
	const { description, forModel, retryAfterMs } = why.retryAfterMs ? failed : withPause(failed);
	return failed.with({
		// Without the detail of `why`, which can be a text of the service: a model gets a description unmarked.
		description: sentences(description, `Next attempt: ${sentence(why.headline)}`, why.description),
		forModel: why.forModel ?? forModel,
		failure: why.failure,
		retryAfterMs: why.retryAfterMs ?? retryAfterMs,
	});
}

/** The Problem of an attempt, with how long the service asks to wait. */
function withPause(failed: Problem): Problem {
	const { retryAfterMs, description } = failed;
	if (!retryAfterMs) return failed;
	const asks = `The service asks you to wait ${durationInWords(retryAfterMs)}.`;
	return failed.with({ description: sentences(asks, description) });
}
