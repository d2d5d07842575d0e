/** What is told of a request after all of its attempts: which failure, whether it can have been processed, and what it cost. */

import { Problem, type RequestFacts } from '../../model/problem';
import { sentences } from '../../texts/words';
import { chargeOf, type Charge, type Outcome } from '../outcomes/outcome';
import type { Request } from '../request';
import { doubtAfter } from './doubtAfter';

/** The last attempt has failed, and no other follows. @param problem of that attempt */
export function failedAfter(
	problem: Problem,
	outcomes: readonly Outcome[],
	request: Request,
): Problem {
	const [last, ...earlier] = outcomes.toReversed();
	// Its own doubt is in its text. Of a read, the facts say what earlier ones can have cost.
	const hasDoubt = last.fate !== 'unclear' && request.operation.effect !== 'read';
	const doubt = hasDoubt && doubtOf(earlier, request);
	return withFacts(withText(problem, doubt), outcomes, request);
}

/**
 * Another attempt, or the first one, is not sent. It is told why the attempt before has failed, unless
 *
 * - that got a 429, which only made it wait
 * - the pause that it asks for is too long. This says when it ends
 * - somebody has stopped the run
 *
 * Then it is told why it is not sent.
 * @param why it is not sent
 */
export function notSentAfter(
	why: Problem,
	outcomes: readonly Outcome[],
	request: Request,
): Problem {
	const last = outcomes.at(-1);
	if (!last || why.kind === 'unexpected') return why;
	const isThrottled = last.retry === 'throttled';
	const isTold = isThrottled || isPauseOf(last, why) || why.kind === 'stopped';
	if (last.problem && !isTold) return failedAfter(last.problem, outcomes, request);
	return withFacts(withText(why, doubtOf(outcomes, request)), outcomes, request);
}

/** Whether it is the pause after a response of this kind that is too long: it has its status (`waitTooLong.ts`). */
const isPauseOf = ({ status }: Outcome, why: Problem): boolean =>
	status !== undefined && why.status === status;

/** No retry of the account is left. @param problem of the last attempt */
export const withoutRetries = (problem: Problem): Problem =>
	withText(problem, 'The node stopped retrying, because many other requests failed as well.');

/** What to do if one of these attempts can have been processed. */
const doubtOf = (outcomes: readonly Outcome[], request: Request): string =>
	outcomes.map(({ fate }) => doubtAfter(fate, request)).find(Boolean) ?? '';

const withText = (problem: Problem, text: string | false): Problem =>
	problem.with({ description: sentences(problem.description, text) });

/** A failure with what a person needs to report a request that was sent. */
export const withFacts = (
	problem: Problem,
	outcomes: readonly Outcome[],
	request: Request,
): Problem => problem.with({ facts: factsOf(outcomes, request) });

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
