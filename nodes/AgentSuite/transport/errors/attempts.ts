/** What all attempts of a request add to what is told of it: whether one might have been processed, what was sent, and what it cost. */

import type { Effect } from '../../model/endpoint';
import type { Problem, RequestFacts } from '../../model/problem';
import { sentences } from '../../texts/words';
import { chargeOf, isInDoubt, type Charge, type Outcome } from '../outcomes/outcome';
import type { Request } from '../request';
import { shownPath } from '../secrecy/shown';

/** A request, and what its attempts came to. */
export interface Attempts {
	readonly request: Request;
	/** In order. */
	readonly outcomes: readonly Outcome[];
}

/** The last attempt that counts: a 429 does not, because it only makes the request wait. Undefined if there was none. */
export const lastThatCounts = ({ outcomes }: Attempts): Outcome | undefined =>
	outcomes.findLast(({ fate }) => fate !== 'throttled');

/** A problem with what all attempts add. */
export function withAttempts(problem: Problem, attempts: Attempts): Problem {
	const { request, outcomes } = attempts;
	const advice = adviceIfUnclear(attempts);
	return problem.with({
		description: sentences(advice, problem.description),
		forModel: problem.forModel && sentences(advice, problem.forModel),
		inDoubt: outcomes.some(({ fate }) => isInDoubt(request.operation.effect, fate)),
		...(outcomes.length > 0 && { facts: factsOf(attempts) }),
	});
}

/** What to do about a request that the service might have processed, although it is not known. */
const unclearAdvice: Record<Effect, string> = {
	read: 'The request may still have been charged. A retry costs tokens again.',
	update: 'The request may still have been processed and charged. You can safely retry it.',
	create: 'The request may still have been processed and charged. Check before you retry.',
};

/**
 * What to do if the fate of an attempt is unclear. Of a read, that only matters for what it cost. Only a create is in doubt then
 * (`isInDoubt`), which means that it must not be sent again.
 */
function adviceIfUnclear({ outcomes, request }: Attempts): string {
	const { effect, advice } = request.operation;
	const isUnclear = outcomes.some(({ fate }) => fate === 'unclear');
	return isUnclear ? sentences(unclearAdvice[effect], advice.inDoubt) : '';
}

/** What a person needs to know to report the request: of the last attempt that counts, or else of the last 429. */
export function factsOf(attempts: Attempts): RequestFacts {
	const { request, outcomes } = attempts;
	const { said, requestId } = lastThatCounts(attempts) ?? outcomes.at(-1) ?? {};
	return {
		request: `${request.operation.method} ${shownPath(request)}`,
		...(said && { response: said }),
		...(requestId && { requestId }),
		tokens: tokensText(attempts),
	};
}

/** The charges of all attempts. */
function tokensText({ outcomes, request }: Attempts): string {
	const charged = (as: Charge) =>
		outcomes.filter(({ fate }) => chargeOf[fate] === as).length * request.operation.tokens;
	const [yes, perhaps] = [charged('yes'), charged('perhaps')];
	if (yes + perhaps === 0) return 'none charged';
	const mightBe = `${perhaps}${yes > 0 ? ' more' : ''} might have been charged`;
	return [yes > 0 && `${yes} charged`, perhaps > 0 && mightBe].filter(Boolean).join(', ');
}
