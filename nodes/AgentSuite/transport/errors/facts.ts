import { Problem, type RequestFacts } from '../../model/problem';
import { lastOutcome, type Call } from '../call';
import { chargeOf, type Charge } from '../outcomes/outcome';

/** The charges of all requests that were sent. */
function tokensText({ outcomes, request: { operation } }: Call): string {
	const charged = (as: Charge) =>
		outcomes.filter(({ fate }) => chargeOf[fate] === as).length * operation.tokens;
	const [yes, perhaps] = [charged('yes'), charged('perhaps')];
	if (yes + perhaps === 0) return 'none charged';
	const mightBe = `${perhaps}${yes > 0 ? ' more' : ''} might have been charged`;
	return [yes > 0 && `${yes} charged`, perhaps > 0 && mightBe].filter(Boolean).join(', ');
}

/** What a person needs to report a request that was sent. */
function factsOf(call: Call): RequestFacts {
	const { operation, url } = call.request;
	const { said, requestId } = lastOutcome(call) ?? {};
	return {
		request: `${operation.method} ${new URL(url).pathname}`,
		...(said && { response: said }),
		...(requestId && { requestId }),
		tokens: tokensText(call),
	};
}

/** The Problem of a call with its facts, if something was sent. The end of the run by another item stays the object that it is. */
export function withFacts(error: unknown, call: Call): unknown {
	const { outcomes, run } = call;
	const isOther = !(error instanceof Problem) || run.halt.isConsequence(error);
	return isOther || outcomes.length === 0 ? error : error.with({ facts: factsOf(call) });
}
