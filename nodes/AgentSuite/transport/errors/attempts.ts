/** What the attempts of a request add to what is told of it: whether it might have been processed, what was sent, and what it cost. */

import type { Problem, RequestFacts } from '../../model/problem';
import { doubtAbout } from '../../texts/doubt';
import { sentences } from '../../texts/words';
import {
	canBeProcessed,
	chargeOf,
	isInDoubt,
	type Charge,
	type Outcome,
} from '../outcomes/outcome';
import type { Request } from '../request';

/**
 * @param outcomes of all attempts
 * @param attempt the one that is told. Undefined if there was none
 */
export function withAttempts(
	problem: Problem,
	outcomes: readonly Outcome[],
	request: Request,
	attempt: Outcome | undefined,
): Problem {
	const { effect } = request.operation;
	const doubt = doubtOf(attempt, outcomes, request);
	const { description, forModel } = problem;
	return problem.with({
		description: sentences(doubt, description),
		// A model reads it in place of the description.
		forModel: forModel && sentences(effect !== 'read' && doubt, forModel),
		inDoubt: outcomes.some(({ fate }) => isInDoubt(effect, fate)),
		...(attempt && { facts: factsOf(attempt, outcomes, request) }),
	});
}

/**
 * What to do if an attempt might have been processed. Of a read, only of the one that is told: the facts say what all can have cost.
 */
function doubtOf(
	attempt: Outcome | undefined,
	outcomes: readonly Outcome[],
	{ operation }: Request,
): string {
	const { effect, advice } = operation;
	const isDoubtful =
		effect === 'read'
			? attempt?.fate === 'unclear'
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
