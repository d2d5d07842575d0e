/**
 * What an attempt came to, from what came (receive/): what it means for what follows and what is said of a failure (outcomes/), and
 * what may be shown of what the service says (secrecy/).
 */

import { Problem } from '../model/problem';
import { asProblem } from './errors/unexpected';
import type { Failure, Outcome } from './outcomes/outcome';
import { lossAfterHead, losses } from './outcomes/losses';
import { parseRetryAfter } from './outcomes/retryAfter';
import { isRedirect, statusOf } from './outcomes/statuses';
import type { LossName } from './receive/loss';
import { isSuccess, type HttpResponse, type Received } from './receive/receive';
import type { Request } from './request';
import { serviceText, shownLine, shownRequestId } from './secrecy/shown';

const NO_CONTENT = 204;

export function outcomeOf(received: Received, request: Request): Outcome {
	const head = 'response' in received ? received.response : received.head;
	const outcome = meaningOf(received, request);
	return head
		? { ...outcome, status: head.status, requestId: shownRequestId(head.headers, request) }
		: outcome;
}

function meaningOf(received: Received, request: Request): Outcome {
	if ('response' in received) return responseOutcome(received.response, request);
	const { head } = received;
	// A status without success says it all, also without the body, and after Stop.
	if (head && !isSuccess(head.status)) return failedOutcome({ ...head, body: '' }, request);
	if ('exception' in received) return unforeseenOutcome(received.exception, request);
	return lostOutcome(head ? lossAfterHead(received.loss) : received.loss, request);
}

function responseOutcome(response: HttpResponse, request: Request): Outcome {
	const { status, body } = response;
	if (!isSuccess(status)) return failedOutcome(response, request);
	// A text that is no JSON is a page.
	const said = typeof body === 'string' ? '' : serviceText(body, request);
	return { fate: 'done', status, body: status === NO_CONTENT ? undefined : body, said };
}

/** What a response without success came to. */
export function failedOutcome(response: HttpResponse, request: Request): Failure {
	const { effect, advice } = request.operation;
	const { status } = response;
	const { text, pause: reason, ...policy } = statusOf(status, effect);
	const pauseMs = reason && retryAfterOf(response);
	const said = saidOf(response, request);
	return {
		...policy,
		said,
		...(reason && pauseMs !== undefined && { pause: { reason, ms: pauseMs } }),
		problem: new Problem({
			...text({ status, advice, origin: originOf(response, request) }),
			kind: 'status',
			status,
			...(said && { detail: said }),
			...(pauseMs && { retryAfterMs: pauseMs }),
		}),
	};
}

/** What the service says of a failure, as far as it may be shown. Nothing if its status says that already. */
function saidOf({ status, body }: HttpResponse, request: Request): string {
	// The text of a redirect is often its whole target, which can contain a secret of the service.
	const said = isRedirect(status) ? '' : serviceText(body, request);
	return SAYS_NOTHING.test(said) ? '' : said;
}

/** What a status says already, such as the title of an HTML page. */
const SAYS_NOTHING =
	/^(?:HTTP )?(?:\d{3}[^\p{L}\p{N}]*)?(?:error|bad request|unauthorized|payment required|forbidden|not found|proxy authentication required|conflict|too many requests|internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out)?[^\p{L}\p{N}]*$/iu;

/** Where a redirect leads, without the path, as far as it may be shown. */
function originOf({ status, headers }: HttpResponse, request: Request): string | undefined {
	const location = String(headers.location ?? '');
	const url = isRedirect(status) && URL.canParse(location) ? new URL(location) : undefined;
	return url?.host && shownLine(url.origin, request) === url.origin ? url.origin : undefined;
}

/** What a request without a response that can be read came to. */
export function lostOutcome(name: LossName, request: Request): Failure {
	const { text, ...policy } = losses[name];
	const { url, timeoutMs, hasOptions } = request;
	const { host } = new URL(url);
	return {
		...policy,
		problem: new Problem({ ...text({ host, timeoutMs, hasOptions }), kind: 'connection' }),
	};
}

/** What a request came to that ended in a way that nobody foresaw. It can have been sent. */
export const unforeseenOutcome = (exception: unknown, request: Request): Failure => ({
	fate: 'unclear',
	problem: asProblem(exception, request),
});

function retryAfterOf({ headers }: HttpResponse): number | undefined {
	// The service's clock, because that of this machine can be an hour off.
	const sentOn = Date.parse(String(headers.date));
	return parseRetryAfter(headers['retry-after'], Number.isNaN(sentOn) ? Date.now() : sentOn);
}
