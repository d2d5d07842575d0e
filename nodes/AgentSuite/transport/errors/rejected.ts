import type { Effect } from '../../model/operation';
import type { HttpResponse, Outcome } from '../outcome';
import type { Request } from '../request';
import { parseRetryAfter } from './retryAfter';
import { readable, serviceText } from './serviceText';
import { isRedirect, statusProblem } from './statuses';

/** With these, a service rejects the token, the balance, or the rate, before it looks at the request. */
const FREE = [401, 402, 403, 429];

/** A service that has processed a write can redirect to its result. Many frameworks send 302 for that. */
const REDIRECTS_AFTER_WRITE = [302, 303];

/** @param status never a 2xx. Below 200 it says nothing. */
function consequencesOf(status: number, effect: Effect): Pick<Outcome, 'charged' | 'processed'> {
	const hasRun = effect !== 'read' && REDIRECTS_AFTER_WRITE.includes(status);
	if (hasRun || status < 300 || status >= 500) return { charged: 'perhaps', processed: 'perhaps' };
	const isFree = isRedirect(status) || FREE.includes(status);
	return { charged: isFree ? 'no' : 'perhaps', processed: 'no' };
}

function retryOf(status: number): Outcome['retry'] {
	if (status === 429) return 'throttled';
	// A 500 would most likely happen again for the same request, and be charged again.
	return [502, 503, 504].includes(status) ? 'unavailable' : undefined;
}

/** What the service asks for, if it accepts nothing for now. */
function retryAfterOf({ status, headers }: HttpResponse): number | undefined {
	if (![429, 503].includes(status)) return undefined;
	// The service's clock, because that of this machine can be an hour off.
	const sentOn = Date.parse(String(headers.date));
	return parseRetryAfter(headers['retry-after'], Number.isNaN(sentOn) ? Date.now() : sentOn);
}

/**
 * Whether a 403 is about an expired token. The API documentation names it beside other reasons, which can be about a single
 * record, and a record can have expired too. So the text has to name the token.
 */
function isTokenExpired({ status, body }: HttpResponse): boolean {
	const text = readable(body);
	return status === 403 && /expired/i.test(text) && /token|jwt|api.?key/i.test(text);
}

/** Whether the token or its balance is rejected, so that no other request of the account can succeed. */
const isAccountRejected = (response: HttpResponse): boolean =>
	[401, 402].includes(response.status) || isTokenExpired(response);

/** What a response without success means. */
export function rejectedOutcome(request: Request, response: HttpResponse): Outcome {
	const { status, body } = response;
	const retryAfterMs = retryAfterOf(response);
	const outcome: Outcome = {
		...consequencesOf(status, request.operation.effect),
		reply: status === 429 ? { retryAfterMs } : 'passed',
		retry: retryOf(status),
		retryAfterMs,
		endsAccount: isAccountRejected(response),
		// The text of a redirect is often its whole target, which can contain a secret of the service.
		said: isRedirect(status) ? '' : serviceText(body, request),
	};
	return { ...outcome, problem: statusProblem(request, response, outcome) };
}
