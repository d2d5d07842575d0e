import { statusProblem } from '../errors/problems';
import { isRedirect } from '../errors/statusTexts';
import type { Request } from '../request';
import { mayShowId, serviceText, shownBody } from '../secrecy/shown';
import type { HttpResponse, Outcome } from '../outcomes/outcome';
import { statusPolicy } from '../outcomes/policies';
import { parseRetryAfter } from '../outcomes/retryAfter';

const NO_CONTENT = 204;

export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/** What a response came to, by its status. */
export function responseOutcome(request: Request, response: HttpResponse): Outcome {
	const { status, body } = response;
	const requestId = requestIdOf(response, request);
	if (!isSuccess(status)) return { ...failedOutcome(request, response), requestId };
	const shown = status === NO_CONTENT ? undefined : shownBody(body, request.operation);
	// A text that is no JSON is a page.
	const said = typeof body === 'string' ? '' : serviceText(body, request);
	return { fate: 'done', status, body: shown, said, requestId };
}

/** What a response without success came to. */
export function failedOutcome(request: Request, response: HttpResponse): Outcome {
	const { status, body } = response;
	const { fate, fateOfWrite = fate, retry, pause, rejectsAccount } = statusPolicy(status);
	const pauseMs = pause && retryAfterOf(response);
	const outcome: Outcome = {
		fate: request.operation.effect === 'read' ? fate : fateOfWrite,
		status,
		...(retry && { retry }),
		...(pause && pauseMs !== undefined && { pause: { reason: pause, ms: pauseMs } }),
		rejectsAccount,
		// The text of a redirect is often its whole target, which can contain a secret of the service.
		said: isRedirect(status) ? '' : serviceText(body, request),
	};
	return { ...outcome, problem: statusProblem(request, response, outcome) };
}

function retryAfterOf({ headers }: HttpResponse): number | undefined {
	// The service's clock, because that of this machine can be an hour off.
	const sentOn = Date.parse(String(headers.date));
	return parseRetryAfter(headers['retry-after'], Number.isNaN(sentOn) ? Date.now() : sentOn);
}

/** Headers in which services and their proxies give a request an ID that is in their logs. */
const REQUEST_ID_HEADERS = [
	'x-request-id',
	'x-correlation-id',
	'request-id',
	'x-amzn-requestid',
	'cf-ray',
];

function requestIdOf({ headers }: HttpResponse, request: Request): string | undefined {
	const ids = REQUEST_ID_HEADERS.map((name) => String(headers[name] ?? ''));
	return ids.find((id) => /^[\x21-\x7e]{1,100}$/.test(id) && mayShowId(id, request));
}
