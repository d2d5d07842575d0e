/** What is told of a request after all of its attempts: which failure, whether it can have been processed, and what it cost. */

import { Problem, type RequestFacts } from '../../model/problem';
import { doubtAbout } from '../../texts/doubt';
import { sentences } from '../../texts/words';
import { chargeOf, type Charge, type Outcome } from '../outcomes/outcome';
import type { Request } from '../request';

/**
 * The failure that is told if another attempt is not sent. Mostly, that is why the attempt before failed. But it is why this one is
 * not sent, if
 *
 * - nothing was sent before
 * - the one before got a 429, which only made it wait
 * - somebody stopped the run
 * - it has the status of the one before: after a 503, the pause of the service is too long, and this says when it ends
 *
 * @param notSent why it is not sent
 * @param last what the attempt before came to. Undefined if nothing was sent
 */
export function failureToTell(notSent: unknown, last: Outcome | undefined): unknown {
	if (!last?.problem || last.retry === 'throttled') return notSent;
	const { kind, status } = notSent instanceof Problem ? notSent : {};
	const isTold = kind === 'stopped' || (status !== undefined && status === last.status);
	return isTold ? notSent : last.problem;
}

/** No retry of the account is left. @param problem of the last attempt */
export const withoutRetries = (problem: Problem): Problem =>
	problem.with({
		description: `${problem.description} The node stopped retrying, because many other requests failed as well.`,
	});

/**
 * A failure with what all attempts add to it, if something was sent: whether one of them can have been processed, and the facts. What
 * is no Problem stays as it is.
 */
export const withAttempts = (
	failure: unknown,
	outcomes: readonly Outcome[],
	request: Request,
): unknown =>
	failure instanceof Problem && outcomes.length > 0
		? failure.with({
				description: sentences(failure.description, doubtLeft(failure, outcomes, request)),
				facts: factsOf(outcomes, request),
			})
		: failure;

/**
 * What to do about an earlier attempt that can have been processed. Empty if the failure says so already, or a success followed. That
 * a read can have been charged is only said of a request that is not sent: in another failure, the facts are enough.
 */
function doubtLeft(
	failure: Problem,
	outcomes: readonly Outcome[],
	{ operation: { effect, advice } }: Request,
): string {
	const doubt = doubtAbout(effect, advice.inDoubt);
	const last = outcomes.at(-1);
	const isUnclear = outcomes.some(({ fate }) => fate === 'unclear');
	const isLastRead = effect === 'read' && failure === last?.problem;
	const isSettled = last?.fate === 'done' || failure.kind === 'stopped' || isLastRead;
	return isUnclear && !isSettled && !failure.description.includes(doubt) ? doubt : '';
}

/** What a person needs to report a request that was sent. */
function factsOf(outcomes: readonly Outcome[], request: Request): RequestFacts {
	const { said, requestId } = outcomes.at(-1) ?? {};
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
