/**
 * What is told of a request without a result, as one Problem:
 *
 *     headline, detail, status   of the decisive attempt. If that is a 429, or the reason is in TOLD_ALONE, why the request is not
 *                                sent
 *     description                what to do if an attempt might have been processed
 *                                how long the service asks to wait, unless the next attempt has a time
 *                                what to do about the headline
 *                                "Next attempt: …", why another one is not sent
 *     forModel                   in place of that, for a model: the same doubt, then what it can do next
 *     failure                    the cause of the headline
 *     retryAfterMs               when another attempt can be sent
 *     inDoubt, facts             of all attempts: what was sent, and what it cost (attempts.ts)
 */

import type { Problem } from '../../model/problem';
import { durationInWords } from '../../texts/times';
import { sentence, sentences } from '../../texts/words';
import { isInDoubt, isThrottled, type Outcome } from '../outcomes/outcome';
import type { Request } from '../request';
import { decisive, doubtOf, factsOf } from './attempts';

/** A request, or another attempt of it, is not sent. Each reason stands where it is decided. */
export interface NotSent {
	notSent: Problem;
}

/** Why a request has no result: the last attempt has failed, or its response cannot be read, or the next one is not sent. */
export type NoResult = { failed: Problem } | NotSent;

/** @param outcomes of all attempts */
export function told(why: NoResult, outcomes: readonly Outcome[], request: Request): Problem {
	const attempt = decisive(outcomes);
	const problem = 'failed' in why ? withPause(why.failed) : toldNotSent(why.notSent, attempt);
	const doubt = doubtOf(outcomes, request);
	return problem.with({
		description: sentences(doubt, problem.description),
		forModel: problem.forModel && sentences(doubt, problem.forModel),
		inDoubt: outcomes.some(({ fate }) => isInDoubt(request.operation.effect, fate)),
		...(attempt && { facts: factsOf(attempt, outcomes, request) }),
	});
}

/** With how long the service asks to wait. */
function withPause(problem: Problem): Problem {
	const { retryAfterMs } = problem;
	if (!retryAfterMs) return problem;
	const asks = `The service asks you to wait ${durationInWords(retryAfterMs)}.`;
	return problem.with({ description: sentences(asks, problem.description) });
}

/** Why a request is not sent, if that is told without what an earlier attempt came to. */
const TOLD_ALONE: Array<Problem['kind']> = ['stopped', 'ended', 'unexpected'];

/** What an earlier attempt came to, with why no other one follows. A 429 does not count: it only made the request wait. */
function toldNotSent(next: Problem, attempt?: Outcome): Problem {
	const earlier = attempt?.problem;
	if (!earlier || isThrottled(attempt) || TOLD_ALONE.includes(next.kind)) return next;
	// How long to wait is said once.
	const { description } = next.retryAfterMs ? earlier : withPause(earlier);
	return earlier.with({
		description: sentences(
			description,
			// Without its detail, which can be a text of the service: a model gets a description unmarked.
			`Next attempt: ${sentence(next.headline)}`,
			next.description,
		),
		forModel: next.forModel ?? earlier.forModel,
		retryAfterMs: next.retryAfterMs ?? earlier.retryAfterMs,
	});
}
