import { Problem, type RequestFacts } from '../../model/problem';
import { chargeOf, type Charge, type Outcome } from '../outcomes/outcome';
import type { Request } from '../request';

/** The charges of all requests that were sent. */
function tokensText({ operation }: Request, outcomes: readonly Outcome[]): string {
	const charged = (as: Charge) =>
		outcomes.filter(({ fate }) => chargeOf[fate] === as).length * operation.tokens;
	const [yes, perhaps] = [charged('yes'), charged('perhaps')];
	if (yes + perhaps === 0) return 'none charged';
	const mightBe = `${perhaps}${yes > 0 ? ' more' : ''} might have been charged`;
	return [yes > 0 && `${yes} charged`, perhaps > 0 && mightBe].filter(Boolean).join(', ');
}

/** What a person needs to report a request that was sent. */
function factsOf(request: Request, outcomes: readonly Outcome[]): RequestFacts {
	const { said, requestId } = outcomes.at(-1) ?? {};
	return {
		request: `${request.operation.method} ${new URL(request.url).pathname}`,
		...(said && { response: said }),
		...(requestId && { requestId }),
		tokens: tokensText(request, outcomes),
	};
}

/**
 * What failed with a request, with its facts if something was sent.
 * @param outcomes of all attempts
 */
export const withFacts = (
	error: unknown,
	request: Request,
	outcomes: readonly Outcome[],
): unknown =>
	error instanceof Problem && outcomes.length > 0
		? error.with({ facts: factsOf(request, outcomes) })
		: error;
