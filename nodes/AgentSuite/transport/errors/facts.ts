import type { RequestFacts } from '../../model/problem';
import { lastOutcome, type Attempt } from '../attempt';
import type { Outcome } from '../outcome';

/** The charges of all requests that were sent. */
function tokensText({ outcomes, request: { operation } }: Attempt): string {
	const charged = (as: Outcome['charged']) =>
		outcomes.filter((outcome) => outcome.charged === as).length * operation.tokens;
	const [yes, perhaps] = [charged('yes'), charged('perhaps')];
	if (yes + perhaps === 0) return 'none charged';
	const mightBe = `${perhaps}${yes > 0 ? ' more' : ''} might have been charged`;
	return [yes > 0 && `${yes} charged`, perhaps > 0 && mightBe].filter(Boolean).join(', ');
}

/** What a person needs to report a request. @param said the text of the service about it */
export function factsOf(attempt: Attempt, said = lastOutcome(attempt)?.said): RequestFacts {
	const { operation, url } = attempt.request;
	const requestId = lastOutcome(attempt)?.requestId;
	return {
		request: `${operation.method} ${new URL(url).pathname}`,
		...(said && { response: said }),
		...(requestId && { requestId }),
		tokens: tokensText(attempt),
	};
}
