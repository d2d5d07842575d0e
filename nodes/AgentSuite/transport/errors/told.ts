/**
 * What is told of a request without a result, as one Problem:
 *
 *     after the last attempt                       no attempt has failed     one has failed
 *     there is no other one                                                  its failure
 *     another one cannot be sent                   why not                   its failure, and why not
 *     the run ends, or nobody foresaw what came    that                      that
 *
 * A 429 is no failure here, because it only makes the request wait (`lastToTell`).
 */

import type { Problem } from '../../model/problem';
import { durationInWords } from '../../texts/times';
import { sentence, sentences } from '../../texts/words';
import type { Failure } from '../outcomes/outcome';
import { lastToTell, withAttempts, type Attempts } from './attempts';

/** The last attempt has failed, and there is no other one. @param attempts all of them, with this one */
export function toldAttempt({ problem }: Failure, attempts: Attempts): Problem {
	const description = sentences(askedWait(problem), problem.description);
	return withAttempts(problem.with({ description }), attempts);
}

/** The first attempt, or another one, is not sent. @param attempts all before it */
export function toldNotSent(notSent: Problem, attempts: Attempts): Problem {
	const last = lastToTell(attempts);
	const failure = last?.fate === 'throttled' ? undefined : last?.problem;
	return withAttempts(
		failure && !endsAll(notSent) ? withNotSent(failure, notSent) : notSent,
		attempts,
	);
}

/** The run ends, or nobody foresaw what came. */
const endsAll = ({ kind }: Problem): boolean =>
	kind === 'stopped' || kind === 'ended' || kind === 'unexpected';

/**
 * A failure, and why the next attempt is not sent. What happened is that failure: its message, detail, kind, and status. What follows is
 * of the next attempt: it alone says whether n8n tries again, and for the rest, the failure does if it says nothing.
 */
const withNotSent = (failure: Problem, notSent: Problem): Problem =>
	failure.with({
		description: sentences(
			// How long to wait is said once.
			!notSent.retryAfterMs && askedWait(failure),
			failure.description,
			// Without its detail, which can be a text of the service: a model gets a description unmarked.
			`Next attempt: ${sentence(notSent.message)}`,
			notSent.description,
		),
		failure: notSent.failure,
		forModel: notSent.forModel ?? failure.forModel,
		retryAfterMs: notSent.retryAfterMs ?? failure.retryAfterMs,
	});

/** How long the service asks to wait. Empty if it does not. */
const askedWait = ({ retryAfterMs }: Problem): string =>
	retryAfterMs ? `The service asks you to wait ${durationInWords(retryAfterMs)}.` : '';
