import type { Effect } from '../../model/operation';
import { Problem, type FailureCause } from '../../model/problem';
import { inWords } from '../inWords';
import { parseRetryAfter } from './retryAfter';
import type { Failure, SentRequest } from './failure';
import { SEARCHED, secretFinder } from '../secrecy/secretFinder';
import { readable, serviceText } from './serviceText';

/** A response of the service with any status. */
export interface HttpResponse {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

interface StatusMeaning {
	message: string;
	description: string;
	cause?: FailureCause;
	/** Advice for a model. Absent if only a person can act. */
	forModel?: string;
	/** Whether the service refuses the token, the balance, or the rate, before it looks at the request. */
	isRefusedFirst?: true;
}

const ifItLasts = "If this keeps happening, contact the service's support team.";
const tryLater = `Try again later. ${ifItLasts}`;
const checkFirst = `The request may still have been processed. Check before you retry. ${ifItLasts}`;
const correct = 'Correct the values and call the tool again.';

/** Statuses with a message of their own, including some that the API documentation does not name. */
export const statusMessages: Record<number, StatusMeaning> = {
	// And every other 4xx.
	400: {
		message: 'The service rejected the request',
		description:
			'Check the parameters of this item. The message shows the reason given by the service.',
		forModel: correct,
	},
	401: {
		message: 'The access token is missing or invalid',
		description: 'Generate a token in the service dashboard, and paste it into the credential.',
		cause: 'credential-invalid',
		isRefusedFirst: true,
	},
	402: {
		message: 'The token balance is too low for this request',
		description: 'Buy tokens or turn on automatic refill in the service dashboard.',
		cause: 'quota-exhausted',
		isRefusedFirst: true,
	},
	403: {
		message: 'The access token has expired or does not allow this operation',
		description:
			'Generate a new token as a user with access to this operation, and paste it into the credential.',
		cause: 'credential-invalid',
		isRefusedFirst: true,
	},
	404: {
		message: 'The API was not found at this URL',
		description: 'Check the host and path of the base URL in the credential.',
		cause: 'configuration-invalid',
	},
	413: {
		message: 'The request is too large for the service',
		description: 'Shorten the texts or the configuration of this item.',
		forModel: correct,
	},
	429: {
		message: 'The rate limit of your account is reached',
		description:
			'Send fewer requests, or lower the limits in the credential to those of your plan.',
		cause: 'rate-limited',
		isRefusedFirst: true,
	},
	500: {
		message: 'The service could not process the request',
		description: tryLater,
		cause: 'temporarily-unavailable',
	},
	// And every other 5xx.
	503: {
		message: 'The service is currently unavailable',
		description: tryLater,
		cause: 'temporarily-unavailable',
	},
};

const redirected: StatusMeaning = {
	message: 'The base URL redirects',
	description:
		'If that URL belongs to the service, enter it as the base URL in the credential. The node did not follow the redirect, so the token was not sent to the other host.',
	cause: 'configuration-invalid',
	isRefusedFirst: true,
};

const isRedirect = (status: number) => status >= 300 && status < 400;

function meaningOf(status: number): StatusMeaning {
	if (isRedirect(status)) return redirected;
	return statusMessages[status] ?? statusMessages[status >= 500 ? 503 : 400];
}

/** A service that has processed a write can redirect to its result. Many frameworks send 302 for that. */
const REDIRECTS_AFTER_WRITE = [302, 303];

/** @param status never a 2xx. Below 200 it says nothing. */
function consequencesOf(status: number, effect: Effect): Pick<Failure, 'charged' | 'processed'> {
	const hasRun = effect !== 'read' && REDIRECTS_AFTER_WRITE.includes(status);
	if (hasRun || status < 300 || status >= 500) return { charged: 'perhaps', processed: 'perhaps' };
	return { charged: meaningOf(status).isRefusedFirst ? 'no' : 'perhaps', processed: 'no' };
}

function retryOf(status: number): Failure['retry'] {
	if (status === 429) return 'throttled';
	// A 500 would most likely happen again for the same request, and be charged again.
	return [502, 503, 504].includes(status) ? 'unavailable' : undefined;
}

/** Where a redirect leads, without the path. */
function targetOf({ status, headers }: HttpResponse, secrets: readonly string[]): string {
	const location = String(headers.location ?? '');
	const url = isRedirect(status) && URL.canParse(location) ? new URL(location) : undefined;
	if (!url?.host || secretFinder(secrets)(url.origin)) return '';
	return ` to ${url.origin}`;
}

/** What the service asks for, if it refuses for now. */
function retryAfterOf({ status, headers }: HttpResponse): number | undefined {
	if (![429, 503].includes(status)) return undefined;
	// The service's clock, because that of this machine can be an hour off.
	const sentOn = Date.parse(String(headers.date));
	return parseRetryAfter(headers['retry-after'], Number.isNaN(sentOn) ? Date.now() : sentOn);
}

/** What a status means for the request. */
type Fate = Omit<Failure, 'problem'>;

function problemOf(
	{ effect, forbiddenHint, notFoundHint }: SentRequest['operation'],
	response: HttpResponse,
	{ processed, retryAfterMs }: Fate,
	secrets: readonly string[],
): Problem {
	const { status, body } = response;
	const { message, description, cause, forModel } = meaningOf(status);
	const inDoubt = effect === 'create' && processed === 'perhaps';
	// The text of a redirect is often its whole target, which can contain a secret of the service.
	const detail = isRedirect(status) ? undefined : serviceText(body, secrets);
	const common = { kind: 'status' as const, status, inDoubt, detail };
	if (status === 404 && notFoundHint) {
		return new Problem({
			...common,
			message: 'The record was not found (HTTP 404)',
			description: notFoundHint,
			forModel: notFoundHint,
		});
	}
	const wait = retryAfterMs ? `The service asks you to wait ${inWords(retryAfterMs)}. ` : '';
	const advice = wait + (inDoubt ? checkFirst : description);
	return new Problem({
		...common,
		message: `${message}${targetOf(response, secrets)} (HTTP ${status})`,
		description: (status === 403 && forbiddenHint) || advice,
		forModel,
		...(cause && { failure: { cause, ...(retryAfterMs && { retryAfterMs }) } }),
	});
}

/**
 * Whether a 403 is about an expired token. The API documentation names it beside other reasons, which can be about a single
 * record, and a record can have expired too. So the text has to name the token.
 */
function isTokenExpired({ status, body }: HttpResponse): boolean {
	const text = readable(body).slice(0, SEARCHED);
	return status === 403 && /expired/i.test(text) && /token|jwt|api.?key/i.test(text);
}

/** Whether the token or its balance is refused, so that no other request of the account can succeed. */
const isAccountRefused = (response: HttpResponse): boolean =>
	[401, 402].includes(response.status) || isTokenExpired(response);

/** What a response without success means. Its message does not show the secrets. */
export function statusFailure(
	operation: SentRequest['operation'],
	response: HttpResponse,
	secrets: readonly string[],
): Failure {
	const { status } = response;
	const fate: Fate = {
		...consequencesOf(status, operation.effect),
		retry: retryOf(status),
		retryAfterMs: retryAfterOf(response),
		endsAccount: isAccountRefused(response),
	};
	return { ...fate, problem: problemOf(operation, response, fate, secrets) };
}
