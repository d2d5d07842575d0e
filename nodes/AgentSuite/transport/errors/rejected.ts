import type { Effect, Operation } from '../../model/operation';
import { Problem, type FailureCause } from '../../model/problem';
import { sentence } from '../../model/words';
import { inWords } from '../inWords';
import type { Outcome } from '../outcome';
import type { Request } from '../request';
import { shownText } from '../secrecy/shown';
import { parseRetryAfter } from './retryAfter';
import { readable, serviceText } from './serviceText';

/** A response of the service with any status. */
export interface HttpResponse {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

interface StatusMeaning {
	/** With `{status}` only if it says nothing that the status does not. */
	message: string;
	description: string;
	cause?: FailureCause;
	/** Advice for a model. Absent if only a person can act. */
	forModel?: string;
	/** Whether the service rejects the token, the balance, or the rate, before it looks at the request. */
	isRejectedFirst?: true;
	/** Whether our text says more than that of the service, which then goes below it. */
	isOurs?: true;
}

const ifItLasts = "If this keeps happening, contact the service's support team.";
const tryLater = `Try again later. ${ifItLasts}`;
const checkFirst = `The request may still have been processed. Check before you retry. ${ifItLasts}`;
const correct = 'Correct the values and call the tool again.';

/** Statuses with a message of their own, including some that the API documentation does not name. */
export const statusMessages: Record<number, StatusMeaning> = {
	304: {
		message: 'A cache responded without a record',
		description: 'Check any proxy or cache between your n8n instance and the service.',
		cause: 'configuration-invalid',
		isOurs: true,
	},
	// And every other 4xx.
	400: {
		message: 'The service rejected the request (HTTP {status})',
		description:
			'Check the parameters of this item. The message shows the reason given by the service.',
		forModel: correct,
	},
	401: {
		message: 'The access token is missing or invalid',
		description: 'Generate a token in the service dashboard, and paste it into the credential.',
		cause: 'credential-invalid',
		isRejectedFirst: true,
		isOurs: true,
	},
	402: {
		message: 'The token balance is too low for this request',
		description: 'Buy tokens or turn on automatic refill in the service dashboard.',
		cause: 'quota-exhausted',
		isRejectedFirst: true,
	},
	403: {
		message: 'The access token has expired or does not allow this operation',
		description:
			'Generate a new token as a user with access to this operation, and paste it into the credential.',
		cause: 'credential-invalid',
		isRejectedFirst: true,
	},
	404: {
		message: 'The API was not found at this URL',
		description: 'Check the host and path of the base URL in the credential.',
		cause: 'configuration-invalid',
		isOurs: true,
	},
	413: {
		message: 'The request is too large for the service',
		description: 'Shorten the texts or the configuration of this item.',
		forModel: correct,
	},
	429: {
		message: 'Rate limit: the service received too many requests',
		description:
			'Send fewer requests, or lower the limits in the credential to those of your plan.',
		cause: 'rate-limited',
		isRejectedFirst: true,
		isOurs: true,
	},
	500: {
		message: 'The service could not process the request (HTTP {status})',
		description: tryLater,
		cause: 'temporarily-unavailable',
		isOurs: true,
	},
	// And every other 5xx.
	503: {
		message: 'The service is currently unavailable (HTTP {status})',
		description: tryLater,
		cause: 'temporarily-unavailable',
		isOurs: true,
	},
};

const redirected: StatusMeaning = {
	message: 'The base URL redirects{target}',
	description:
		'If that URL belongs to the service, enter it as the base URL in the credential. The node did not follow the redirect, so the token was not sent to the other host.',
	cause: 'configuration-invalid',
	isRejectedFirst: true,
};

/** Not 304, which leads nowhere: the client has the record already. */
const isRedirect = (status: number) => status >= 300 && status < 400 && status !== 304;

const recordMissing = (hint: string): StatusMeaning => ({
	message: 'The record was not found',
	description: hint,
	forModel: hint,
});

function meaningOf(status: number): StatusMeaning {
	if (isRedirect(status)) return redirected;
	return statusMessages[status] ?? statusMessages[status >= 500 ? 503 : 400];
}

/** A service that has processed a write can redirect to its result. Many frameworks send 302 for that. */
const REDIRECTS_AFTER_WRITE = [302, 303];

/** @param status never a 2xx. Below 200 it says nothing. */
function consequencesOf(status: number, effect: Effect): Pick<Outcome, 'charged' | 'processed'> {
	const hasRun = effect !== 'read' && REDIRECTS_AFTER_WRITE.includes(status);
	if (hasRun || status < 300 || status >= 500) return { charged: 'perhaps', processed: 'perhaps' };
	return { charged: meaningOf(status).isRejectedFirst ? 'no' : 'perhaps', processed: 'no' };
}

function retryOf(status: number): Outcome['retry'] {
	if (status === 429) return 'throttled';
	// A 500 would most likely happen again for the same request, and be charged again.
	return [502, 503, 504].includes(status) ? 'unavailable' : undefined;
}

/** Where a redirect leads, without the path. */
function targetOf({ status, headers }: HttpResponse, request: Request): string {
	const location = String(headers.location ?? '');
	const url = isRedirect(status) && URL.canParse(location) ? new URL(location) : undefined;
	if (!url?.host || shownText(url.origin, request) !== url.origin) return '';
	return ` to ${url.origin}`;
}

/** What the service asks for, if it accepts nothing for now. */
function retryAfterOf({ status, headers }: HttpResponse): number | undefined {
	if (![429, 503].includes(status)) return undefined;
	// The service's clock, because that of this machine can be an hour off.
	const sentOn = Date.parse(String(headers.date));
	return parseRetryAfter(headers['retry-after'], Number.isNaN(sentOn) ? Date.now() : sentOn);
}

/** What a status says already. */
const SAYS_NOTHING =
	/^(?:(?:error|bad request|unauthorized|payment required|forbidden|not found|conflict)\W*)?$/i;

/** "Too long" or "INVALID_PHONE" needs our own text before it. */
const isSentence = (text: string) => /\S\s+\S+\s+\S/.test(text);

/** Characters of a text of the service that is a headline of its own. A longer one goes below ours. */
const MAX_HEADLINE = 100;

/** What happened, in the words of the service where it has some, and what it says beside our own text. */
function headline({ message, isOurs }: StatusMeaning, said: string) {
	if (isOurs) return { message, below: said };
	if (isSentence(said) && said.length <= MAX_HEADLINE) return { message: said.replace(/\.$/, '') };
	return { message, detail: SAYS_NOTHING.test(said) ? undefined : said };
}

/** What to do next, without a wait. */
function adviceFor(
	{ rejectedHint, forbiddenHint }: Operation,
	status: number,
	meaning: StatusMeaning,
	inDoubt: boolean,
): string {
	if (status === 403 && forbiddenHint) return forbiddenHint;
	if (meaning === statusMessages[400] && rejectedHint) return rejectedHint;
	return inDoubt ? checkFirst : meaning.description;
}

function problemOf(
	request: Request,
	response: HttpResponse,
	{ processed, retryAfterMs, said = '' }: Outcome,
): Problem {
	const { operation } = request;
	const { status } = response;
	const hint = status === 404 ? operation.notFoundHint : undefined;
	const meaning = hint === undefined ? meaningOf(status) : recordMissing(hint);
	const inDoubt = operation.effect === 'create' && processed === 'perhaps';
	const { message, detail, below } = headline(meaning, said);
	const wait = retryAfterMs ? `The service asks you to wait ${inWords(retryAfterMs)}.` : '';
	const advice = adviceFor(operation, status, meaning, inDoubt);
	const { cause, forModel } = meaning;
	return new Problem({
		kind: 'status',
		status,
		inDoubt,
		message: message
			.replace('{status}', String(status))
			.replace('{target}', targetOf(response, request)),
		detail,
		description: [below && `The service says: ${sentence(below)}`, wait, advice].filter(Boolean).join(' '),
		forModel,
		...(cause && { failure: { cause, ...(retryAfterMs && { retryAfterMs }) } }),
	});
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
	const outcome: Outcome = {
		...consequencesOf(status, request.operation.effect),
		retry: retryOf(status),
		retryAfterMs: retryAfterOf(response),
		endsAccount: isAccountRejected(response),
		// The text of a redirect is often its whole target, which can contain a secret of the service.
		said: isRedirect(status) ? '' : serviceText(body, request),
	};
	return { ...outcome, problem: problemOf(request, response, outcome) };
}
