/** What is told of a request after all of its attempts: which failure, whether it can have been processed, and what it cost. */

import { Problem, type RequestFacts } from '../../model/problem';
import { sentence, sentences } from '../../texts/words';
import { chargeOf, type Charge, type Failure, type Outcome } from '../outcomes/outcome';
import type { Request } from '../request';
import { doubtAfter } from './doubtAfter';

/** The last attempt has failed, and no other follows. */
export function failedAfter(outcomes: readonly Outcome[], request: Request): Problem {
	const [last, ...earlier] = outcomes.toReversed() as [Failure, ...Outcome[]];
	// Its own doubt is in its text. Of a read, the facts say what earlier ones can have cost.
	const hasDoubt = last.fate !== 'unclear' && request.operation.effect !== 'read';
	const doubt = hasDoubt && doubtOf(earlier, request);
	return withFacts(withText(last.problem, doubt), outcomes, request);
}

/**
 * Another attempt, or the first one, is not sent. After a failure, both are told. A 429 is none: it only made the request wait. If
 * somebody has stopped the run, only that is told.
 * @param why it is not sent
 */
export function notSentAfter(
	why: Problem,
	outcomes: readonly Outcome[],
	request: Request,
): Problem {
	const last = outcomes.at(-1);
	if (!last || why.kind === 'unexpected') return why;
	const hasFailed = last.problem && last.retry !== 'throttled' && why.kind !== 'stopped';
	if (!hasFailed) return withFacts(withText(why, doubtOf(outcomes, request)), outcomes, request);
	const failed = failedAfter(outcomes, request);
	const { forModel, failure } = failed;
	const waits = [failure, why.failure].map((one) => one?.retryAfterMs ?? 0);
	const retryAfterMs = Math.max(...waits);
	return failed.with({
		description: sentences(
			failed.description,
			// Without its detail, which can be a text of the service: a model gets a description unmarked.
			`Next attempt: ${sentence(why.headline)}`,
			why.description,
		),
		forModel: why.forModel ?? forModel,
		failure: failure && { ...failure, ...(retryAfterMs > 0 && { retryAfterMs }) },
	});
}

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
