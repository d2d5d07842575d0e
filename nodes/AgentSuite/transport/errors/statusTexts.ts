/** What is said of a response without success. */

import { doubtAbout } from '../../texts/doubt';
import type { Operation } from '../../model/operation';
import { Problem, type FailureCause } from '../../model/problem';
import { sentence } from '../../texts/words';
import { isInDoubt, type HttpResponse, type Outcome } from '../outcomes/outcome';
import type { Request } from '../request';
import { shownText } from '../secrecy/shown';
import { inWords } from './times';

interface StatusMeaning {
	/** With `{status}` where it says nothing that the status does not, and `{target}` of a redirect. */
	message: string;
	description: string;
	cause?: FailureCause;
	/** Advice for a model. Absent if only a person can act. */
	forModel?: string;
	/** Which advice of the operation says more than the description. */
	advice?: 400;
	/** Whether our text says more than that of the service, which then goes below it. */
	isOurs?: true;
}

const ifItLasts = "If this keeps happening, contact the service's support team.";
const tryLater = `Try again later. ${ifItLasts}`;
const correct = 'Correct the values and call the tool again.';

/** 400, and every other 4xx without a message of its own. */
const notAccepted: StatusMeaning = {
	message: 'The service rejected the request (HTTP {status})',
	description:
		'Check the parameters of this item. The message shows the reason, if the service gave one.',
	forModel: correct,
	advice: 400,
};

/** 503, and every other 5xx without a message of its own. */
const unavailable: StatusMeaning = {
	message: 'The service is currently unavailable (HTTP {status})',
	description: tryLater,
	cause: 'temporarily-unavailable',
	isOurs: true,
};

/** Statuses with a message of their own, including some that the API documentation does not name. */
export const statusTexts: Record<number, StatusMeaning> = {
	304: {
		message: 'A cache responded without a record',
		description: 'Check any proxy or cache between your n8n instance and the service.',
		cause: 'configuration-invalid',
		isOurs: true,
	},
	400: notAccepted,
	401: {
		message: 'The access token is missing or invalid',
		description:
			'Generate a token in the service dashboard, and paste it into the credential. A token that was revoked or replaced is invalid.',
		cause: 'credential-invalid',
		isOurs: true,
	},
	402: {
		message: 'The token balance is too low for this request',
		description: 'Buy tokens or turn on automatic refill in the service dashboard.',
		cause: 'quota-exhausted',
	},
	403: {
		message: 'The access token has expired or does not allow this request',
		description:
			'Generate a new token, as an administrator if needed, and paste it into the credential.',
		cause: 'credential-invalid',
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
	// Only the test of a credential shows it. A node says what it waits for.
	429: {
		message: 'Rate limit: the service received too many requests',
		description:
			'Send fewer requests, or lower the limits in the credential to those of your plan.',
		cause: 'rate-limited',
		isOurs: true,
	},
	500: {
		message: 'The service could not process the request (HTTP {status})',
		description: tryLater,
		cause: 'temporarily-unavailable',
		isOurs: true,
	},
	503: unavailable,
};

const redirected: StatusMeaning = {
	message: 'The base URL redirects{target}',
	description:
		'If that URL belongs to the service, enter it as the base URL in the credential. The node did not follow the redirect, so the token was not sent to the other host.',
	cause: 'configuration-invalid',
};

/** Not 304, which leads nowhere: the client has the record already. */
export const isRedirect = (status: number) => status >= 300 && status < 400 && status !== 304;

const recordMissing = (hint: string): StatusMeaning => ({
	message: 'The record was not found',
	description: hint,
	forModel: hint,
});

function meaningOf(status: number): StatusMeaning {
	if (isRedirect(status)) return redirected;
	return statusTexts[status] ?? (status >= 500 ? unavailable : notAccepted);
}

/** Where a redirect leads, without the path. */
function targetOf({ status, headers }: HttpResponse, request: Request): string {
	const location = String(headers.location ?? '');
	const url = isRedirect(status) && URL.canParse(location) ? new URL(location) : undefined;
	if (!url?.host || shownText(url.origin, request) !== url.origin) return '';
	return ` to ${url.origin}`;
}

/** What a status says already, such as the title of an HTML page. */
const SAYS_NOTHING =
	/^(?:HTTP )?(?:\d{3}\W*)?(?:error|bad request|unauthorized|payment required|forbidden|not found|conflict|too many requests|internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out)?\W*$/i;

/** "Too long" or "INVALID_PHONE" needs our own text before it. */
const isSentence = (text: string) => /\S\s+\S+\s+\S/.test(text);

/** Characters of a text of the service that is a headline of its own. A longer one goes below ours. */
const MAX_HEADLINE = 100;

/** What happened, in the words of the service where it has some, and what it says beside our own text. */
function headline({ message, isOurs }: StatusMeaning, said: string) {
	if (SAYS_NOTHING.test(said)) return { message };
	if (isOurs) return { message, below: said };
	if (isSentence(said) && said.length <= MAX_HEADLINE) return { message: said.replace(/\.$/, '') };
	return { message, detail: said };
}

/** What to do next, without a wait. */
function adviceFor({ advice }: Operation, meaning: StatusMeaning, inDoubt: boolean): string {
	const own = meaning.advice && advice[meaning.advice];
	if (own) return own;
	if (!inDoubt) return meaning.description;
	return [doubtAbout.create, advice.inDoubt, ifItLasts].filter(Boolean).join(' ');
}

/** Names Max Wait if that does not allow the wait, and the user can change it. */
function waitText(ms: number, { hasOptions, maxWaitMs }: Request): string {
	const asked = `The service asks you to wait ${inWords(ms)}`;
	return hasOptions && ms > maxWaitMs
		? `${asked}, which is longer than 'Max Wait (Seconds)' (now ${maxWaitMs / 1000} s).`
		: `${asked}.`;
}

/** The Problem of a response without success. */
export function statusProblem(
	request: Request,
	response: HttpResponse,
	{ fate, pause, said = '' }: Outcome,
): Problem {
	const { operation } = request;
	const { status } = response;
	const hint = status === 404 ? operation.advice[404] : undefined;
	const meaning = hint === undefined ? meaningOf(status) : recordMissing(hint);
	const inDoubt = isInDoubt(operation.effect, fate);
	const retryAfterMs = pause?.ms;
	const { message, detail, below } = headline(meaning, said);
	const wait = retryAfterMs ? waitText(retryAfterMs, request) : '';
	const advice = adviceFor(operation, meaning, inDoubt);
	const { cause, forModel } = meaning;
	return new Problem({
		kind: 'status',
		status,
		inDoubt,
		message: message
			.replace('{status}', String(status))
			.replace('{target}', targetOf(response, request)),
		detail,
		description: [below && `The service says: ${sentence(below)}`, wait, advice]
			.filter(Boolean)
			.join(' '),
		forModel,
		...(cause && { failure: { cause, ...(retryAfterMs && { retryAfterMs }) } }),
	});
}
