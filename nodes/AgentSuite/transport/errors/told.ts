/**
 * What is told of a request without a result. Its parts are those of one Problem, and what all of its attempts add:
 *
 *     headline and detail   of the last attempt that has failed, or if none has, why it is not sent
 *     description           what to do if an attempt might have been processed (`doubtOf`)
 *                           how long the service asks to wait, unless it is told why another attempt is not sent
 *                           what to do about the headline
 *                           "Next attempt: …", if the headline is that of a failure, and another one is not sent
 *     facts                 what was sent, and what it cost
 */

import { Problem, type RequestFacts } from '../../model/problem';
import { doubtAbout } from '../../texts/doubt';
import { inWords } from '../../texts/times';
import { sentence, sentences } from '../../texts/words';
import {
	canBeProcessed,
	chargeOf,
	isInDoubt,
	isThrottled,
	type Charge,
	type Failure,
	type Outcome,
} from '../outcomes/outcome';
import type { Request } from '../request';

/** A request has failed. @param outcomes of its attempts: the last one is told */
export function toldFailure(outcomes: readonly Outcome[], request: Request): Problem {
	const failed = outcomes.at(-1) as Failure;
	return told(failed.problem, outcomes, request, { failed });
}

/** The response cannot be read. @param problem why not */
export const toldUnreadable = (
	problem: Problem,
	outcomes: readonly Outcome[],
	request: Request,
): Problem => told(problem, outcomes, request);

/**
 * @param problem with the headline
 * @param failed the attempt that has failed with it
 * @param next why another attempt is not sent
 */
function told(
	problem: Problem,
	outcomes: readonly Outcome[],
	request: Request,
	{ failed, next }: { failed?: Failure; next?: Problem } = {},
): Problem {
	const { description, forModel, failure } = problem;
	const { effect } = request.operation;
	const last = outcomes.at(-1);
	const attempt = failed ?? last;
	// What an earlier attempt was asked to wait is over.
	const pauseMs = failed === last ? (failed?.pause?.ms ?? 0) : 0;
	const waitsMs = [failure, next?.failure].map((one) => one?.retryAfterMs ?? 0);
	const retryAfterMs = Math.max(pauseMs, ...waitsMs);
	const doubt = doubtOf(outcomes, request);
	const advice = next?.forModel ?? forModel;
	return problem.with({
		description: sentences(
			doubt,
			!next && pauseMs > 0 && `The service asks you to wait ${inWords(pauseMs)}.`,
			description,
			// Without its detail, which can be a text of the service: a model gets a description unmarked.
			next && `Next attempt: ${sentence(next.headline)}`,
			next?.description,
		),
		// A model reads it in place of the description.
		forModel: advice && sentences(effect !== 'read' && doubt, advice),
		failure: failure && { cause: failure.cause, ...(retryAfterMs > 0 && { retryAfterMs }) },
		inDoubt: outcomes.some(({ fate }) => isInDoubt(effect, fate)),
		...(attempt && { facts: factsOf(attempt, outcomes, request) }),
	});
}

/**
 * Another attempt of a request, or the first one, is not sent. The last failure is told with that, if there was one. A 429 is none: it
 * only made the request wait. If the run has ended, only that is told.
 */
export function toldNotSent(why: Problem, outcomes: readonly Outcome[], request: Request): Problem {
	const isOver = why.kind === 'stopped' || why.kind === 'unexpected';
	const failed = isOver ? undefined : outcomes.findLast((outcome) => !isThrottled(outcome));
	return failed?.problem
		? told(failed.problem, outcomes, request, { failed, next: why })
		: told(why, outcomes, request);
}

/**
 * What to do if an attempt might have been processed. Of a read, the facts say what earlier attempts, or one whose response cannot be
 * read, can have cost.
 */
function doubtOf(outcomes: readonly Outcome[], { operation }: Pick<Request, 'operation'>): string {
	const { effect, advice } = operation;
	const isDoubtful =
		effect === 'read'
			? outcomes.at(-1)?.fate === 'unclear'
			: outcomes.some(({ fate }) => canBeProcessed(fate));
	return isDoubtful ? doubtAbout(effect, advice.inDoubt) : '';
}

/** @param attempt the one that is told */
function factsOf(
	{ said, requestId }: Outcome,
	outcomes: readonly Outcome[],
	request: Request,
): RequestFacts {
	return {
		request: `${request.operation.method} ${new URL(request.url).pathname}`,
		...(said && { response: said }),
		...(requestId && { requestId }),
		tokens: tokensText(outcomes, request),
	};
}

/** The charges of all attempts. */
function tokensText(outcomes: readonly Outcome[], { operation }: Request): string {
	const charged = (as: Charge) =>
		outcomes.filter(({ fate }) => chargeOf[fate] === as).length * operation.tokens;
	const [yes, perhaps] = [charged('yes'), charged('perhaps')];
	if (yes + perhaps === 0) return 'none charged';
	const mightBe = `${perhaps}${yes > 0 ? ' more' : ''} might have been charged`;
	return [yes > 0 && `${yes} charged`, perhaps > 0 && mightBe].filter(Boolean).join(', ');
}
