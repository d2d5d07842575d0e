import type { RequestFacts } from '../../model/problem';
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

/** What a person needs to report a request. @param said the text of the service about it */
export function factsOf(call: Call, said = lastOutcome(call)?.said): RequestFacts {
	const { operation, url } = call.request;
	const requestId = lastOutcome(call)?.requestId;
	return {
		request: `${operation.method} ${new URL(url).pathname}`,
		...(said && { response: said }),
		...(requestId && { requestId }),
		tokens: tokensText(call),
	};
}
