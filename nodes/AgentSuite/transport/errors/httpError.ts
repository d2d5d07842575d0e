import type { Effect } from '../../model/operation';
import { isRecord } from '../../model/record';
import { Problem, type FailureCause } from '../../model/problem';
import { inWords } from '../inWords';
import { parseRetryAfter, type Failure } from '../retry';
import { SEARCHED, secretFinder } from './withhold';
import type { SentRequest } from './transportError';

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
	isFree?: true;
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
		isFree: true,
	},
	402: {
		message: 'The token balance is too low for this request',
		description: 'Buy tokens or turn on automatic refill in the service dashboard.',
		cause: 'quota-exhausted',
		isFree: true,
	},
	403: {
		message: 'The access token has expired or does not allow this operation',
		description:
			'Generate a new token as a user with access to this operation, and paste it into the credential.',
		cause: 'credential-invalid',
		isFree: true,
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
		isFree: true,
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
	isFree: true,
};

const isRedirect = (status: number) => status >= 300 && status < 400;

function meaningOf(status: number): StatusMeaning {
	if (isRedirect(status)) return redirected;
	return statusMessages[status] ?? statusMessages[status >= 500 ? 503 : 400];
}

/** Characters of an error text that are shown. They are the first of many more that are searched for secrets. */
const MAX_SHOWN = 300;
/** Entries of a list, and fields of an object, that are read. */
const MAX_ENTRIES = 5;

/** The first readable text in an error body of any shape. The API documentation describes none. */
function readable(body: unknown, depth = 0): string {
	if (typeof body === 'string') {
		const title = /<title[^>]*>([^<]*)<\/title>/i.exec(body.slice(0, 10_000))?.[1];
		return title ?? (/^\s*</.test(body) ? '' : body);
	}
	if (depth > 4) return '';
	if (Array.isArray(body)) {
		const texts = body.slice(0, MAX_ENTRIES).map((entry) => readable(entry, depth + 1));
		return texts.filter(Boolean).join('; ');
	}
	if (!isRecord(body)) return '';
	for (const name of ['message', 'error', 'errors', 'detail', 'details', 'title', 'reason']) {
		const found = readable(body[name], depth + 1);
		if (found) return found;
	}
	if (depth === 0) return '';
	// { errors: { name: ["is required"] } }
	const texts: string[] = [];
	for (const [name, value] of Object.entries(body).slice(0, MAX_ENTRIES)) {
		const text = readable(value, depth + 1);
		if (text) texts.push(`${name}: ${text}`);
	}
	return texts.join('; ');
}

/** Takes the place of a text of the service. */
const WITHHELD_TEXT = 'The reason contains a secret, so it is not shown';

/** Credentials that a service repeats, whoever they belong to. "Bearer token" alone is only a term. */
const BEARER = /\bbearer\s+(?!(?:token|auth\w*)\b)\S/i;

/**
 * The error text of the service, short and on one line. It is left out whole if it contains a secret.
 * n8n reads "canceled" in an error as a run that a user stopped, so that word is replaced.
 */
export function serviceText(body: unknown, secrets: readonly string[]): string {
	const text = readable(body).trimStart();
	// Before anything is cut or replaced.
	if (BEARER.test(text.slice(0, SEARCHED)) || secretFinder(secrets)(text)) return WITHHELD_TEXT;
	const line = text
		.slice(0, MAX_SHOWN)
		.replace(/[\s\p{Cc}\p{Surrogate}]+/gu, ' ')
		.replace(/cancell?ed/gi, 'called off')
		.trim();
	return text.length > MAX_SHOWN ? `${line}…` : line;
}

/** The Problem of an error that this package did not foresee. Its text can contain any value. */
export function unexpectedProblem(error: unknown, secrets: readonly string[]): Problem {
	const text = String((error as { message?: unknown } | null | undefined)?.message ?? error);
	return new Problem({
		kind: 'unexpected',
		message: 'The node stopped for an unknown reason',
		detail: serviceText(text, secrets),
		description: 'If this keeps happening, contact the maintainers of this node.',
	});
}

/** Redirects to the result of a write that was processed. Many frameworks send 302 for that. */
const REDIRECTS_AFTER_WRITE = [302, 303];

function consequencesOf(status: number, effect: Effect): Pick<Failure, 'charged' | 'processed'> {
	const hasRun = effect !== 'read' && REDIRECTS_AFTER_WRITE.includes(status);
	if (hasRun || status < 300 || status >= 500) return { charged: 'perhaps', processed: 'perhaps' };
	return { charged: meaningOf(status).isFree ? 'no' : 'perhaps', processed: 'no' };
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

function problemOf(
	{ forbiddenHint, notFoundHint }: SentRequest['operation'],
	response: HttpResponse,
	secrets: readonly string[],
	inDoubt: boolean,
	retryAfterMs: number | undefined,
): Problem {
	const { status, body } = response;
	const { message, description, cause, forModel } = meaningOf(status);
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
		description: status === 403 && forbiddenHint ? `${forbiddenHint} ${advice}` : advice,
		forModel,
		...(cause && { failure: { cause, ...(retryAfterMs && { retryAfterMs }) } }),
	});
}

/** What a response without success means. Its message does not show the secrets. */
export function httpFailure(
	operation: SentRequest['operation'],
	response: HttpResponse,
	secrets: readonly string[],
): Failure {
	const { status, headers, body } = response;
	const isRefusedForNow = status === 429 || status === 503;
	const consequences = consequencesOf(status, operation.effect);
	const inDoubt = operation.effect === 'create' && consequences.processed === 'perhaps';
	const retryAfterMs = isRefusedForNow
		? parseRetryAfter(headers['retry-after'], Date.now())
		: undefined;
	return {
		...consequences,
		problem: problemOf(operation, response, secrets, inDoubt, retryAfterMs),
		retry: retryOf(status),
		retryAfterMs,
		// Other 403s can be about a single record.
		endsAccount:
			[401, 402].includes(status) || (status === 403 && /expired/i.test(serviceText(body, []))),
	};
}
