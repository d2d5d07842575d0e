/** What is told of a request without a result, as one Problem. */

import type { Problem } from '../../model/problem';
import { durationInWords } from '../../texts/times';
import { sentence, sentences } from '../../texts/words';
import { isInDoubt, isThrottled, type Outcome } from '../outcomes/outcome';
import type { Request } from '../request';
import { decisive, doubtOf, factsOf } from './attempts';

/**
 * How a request ended without a result: its last attempt has failed, or its response cannot be read, or it, or another
 * attempt of it, is not sent.
 */
export interface NoResult {
	end: 'failed' | 'notSent';
	/** Of a request that is not sent, why. It stands where that is decided. */
	problem: Problem;
}

/**
 * The attempt that has failed is told first, with its message and status, and then why no other one follows. n8n decides by the
 * latter whether to try again (`failure`).
 * @param outcomes of all attempts
 */
export function told(
	{ end, problem }: NoResult,
	outcomes: readonly Outcome[],
	request: Request,
): Problem {
	const attempt = decisive(outcomes);
	const failed = end === 'failed' ? problem : failedBefore(problem, attempt);
	const notSent = end === 'notSent' ? problem : undefined;
	const doubt = doubtOf(outcomes, request);
	const forModel = notSent?.forModel ?? failed?.forModel;
	return (failed ?? problem).with({
		description: sentences(
			doubt,
			// How long to wait is said once.
			!notSent?.retryAfterMs && asksToWait(failed?.retryAfterMs),
			failed?.description,
			// Without its detail, which can be a text of the service: a model gets a description unmarked.
			failed && notSent && `Next attempt: ${sentence(notSent.headline)}`,
			notSent?.description,
		),
		forModel: forModel && sentences(doubt, forModel),
		failure: problem.failure,
		retryAfterMs: problem.retryAfterMs ?? failed?.retryAfterMs,
		inDoubt: outcomes.some(({ fate }) => isInDoubt(request.operation.effect, fate)),
		...(attempt && { facts: factsOf(attempt, outcomes, request) }),
	});
}

const asksToWait = (ms?: number): string | undefined =>
	ms ? `The service asks you to wait ${durationInWords(ms)}.` : undefined;

/** Why a request is not sent, if that is told without what an earlier attempt came to. */
const TOLD_ALONE: Array<Problem['kind']> = ['stopped', 'ended', 'unexpected'];

/** The failure of the attempt before a request that is not sent. A 429 is none: it only made the request wait. */
const failedBefore = (notSent: Problem, attempt?: Outcome): Problem | undefined =>
	attempt && !isThrottled(attempt) && !TOLD_ALONE.includes(notSent.kind)
		? attempt.problem
		: undefined;
