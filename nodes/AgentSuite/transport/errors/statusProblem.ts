import type { Operation } from '../../model/operation';
import { Problem, type FailureCause } from '../../model/problem';
import { sentences } from '../../texts/words';
import { isRedirect } from '../outcomes/policies';
import type { HttpResponse } from '../receive/receive';
import type { Request } from '../request';
import { shownLine } from '../secrecy/shown';

/**
 * The Problem of a response without success: the text of its status. What follows from it is in outcomes/policies.ts.
 * @param said by the service, as far as it may be shown
 */
export function statusProblem(response: HttpResponse, said: string, request: Request): Problem {
	const { advice } = request.operation;
	const { status } = response;
	const text = statusText({ status, advice, origin: originOf(response, request) });
	const { headline, cause, forModel } = text;
	return new Problem({
		kind: 'status',
		status,
		headline,
		detail: SAYS_NOTHING.test(said) ? undefined : said,
		description: sentences(text.advice, text.ifItLasts),
		forModel,
		...(cause && { failure: { cause } }),
	});
}

/** What a status says already, such as the title of an HTML page. */
const SAYS_NOTHING =
	/^(?:HTTP )?(?:\d{3}\W*)?(?:error|bad request|unauthorized|payment required|forbidden|not found|proxy authentication required|conflict|too many requests|internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out)?\W*$/i;

/** Where a redirect leads, without the path. */
function originOf({ status, headers }: HttpResponse, request: Request): string | undefined {
	const location = String(headers.location ?? '');
	const url = isRedirect(status) && URL.canParse(location) ? new URL(location) : undefined;
	return url?.host && shownLine(url.origin, request) === url.origin ? url.origin : undefined;
}

/** What is said of a status. */
interface StatusText {
	headline: string;
	/** What to do. */
	advice?: string;
	/** What to do if it keeps happening. */
	ifItLasts?: string;
	cause?: FailureCause;
	/** Advice for a model. Absent if only a person can act. */
	forModel?: string;
}

/** What a text can depend on. */
interface Given extends Pick<Operation, 'advice'> {
	status: number;
	/** Where a redirect leads. Undefined if that is not known, or not shown. */
	origin?: string;
}

type StatusRow = (given: Given) => StatusText;

const ifItLasts = "If this keeps happening, contact the service's support team.";
const correct =
	'Correct the values that you chose and call the tool again. If you chose none, tell the user.';

/** 400, and every other 4xx without a text of its own. */
const notAccepted: StatusRow = ({ status, advice }) => ({
	headline: `The service rejected the request (HTTP ${status})`,
	advice:
		advice[400] ??
		'Check the parameters of this item. The message shows the reason, if the service gave one.',
	forModel: correct,
});

/** 503, and every other 5xx without a text of its own. */
const unavailable: StatusRow = ({ status }) => ({
	headline: `The service is currently unavailable (HTTP ${status})`,
	ifItLasts,
	cause: 'temporarily-unavailable',
});

/** A 404 of an operation that can say which record is missing. */
const recordMissing = (advice: string): StatusText => ({
	headline: 'The record was not found',
	advice,
	forModel: `If you chose the ID, correct it and call the tool again. Otherwise, tell the user: ${advice}`,
});

/** Any other 404. */
const apiMissing: StatusText = {
	headline: 'The API was not found at this URL',
	advice: 'Check the host and path of the base URL in the credential.',
	cause: 'configuration-invalid',
};

/** Statuses with a text of their own, including some that the API documentation does not name. */
export const statusTexts: Record<number, StatusRow> = {
	304: () => ({
		headline: 'A cache responded without a record',
		advice: 'Check any proxy or cache between your n8n instance and the service.',
		cause: 'configuration-invalid',
	}),
	400: notAccepted,
	401: () => ({
		headline: 'The access token is missing or invalid',
		advice:
			'Generate a token in the service dashboard, and paste it into the credential. A token that was revoked or replaced is invalid.',
		cause: 'credential-invalid',
	}),
	402: () => ({
		headline: 'The token balance is too low for this request',
		advice: 'Buy tokens or turn on automatic refill in the service dashboard.',
		cause: 'quota-exhausted',
	}),
	403: ({ advice }) => ({
		headline: 'The access token has expired or does not allow this request',
		advice: advice[403] ?? 'Generate a new token, and paste it into the credential.',
		cause: 'credential-invalid',
	}),
	404: ({ advice }) => (advice[404] === undefined ? apiMissing : recordMissing(advice[404])),
	407: () => ({
		headline: 'The proxy between your n8n instance and the service requires a login',
		advice: 'Check the proxy settings of your n8n instance.',
		cause: 'configuration-invalid',
	}),
	413: () => ({
		headline: 'The request is too large for the service',
		advice: 'Shorten the texts or the configuration of this item.',
		forModel: correct,
	}),
	// Only the test of a credential shows it. A node waits, and waitTooLong.ts says for what.
	429: () => ({
		headline: 'Rate limit: the service received too many requests',
		advice: 'Send fewer requests, or lower the limits in the credential to those of your plan.',
		cause: 'rate-limited',
	}),
	500: ({ status }) => ({
		headline: `The service could not process the request (HTTP ${status})`,
		ifItLasts,
		cause: 'temporarily-unavailable',
	}),
	503: unavailable,
};

const redirected: StatusRow = ({ origin }) => ({
	headline: origin ? `The base URL redirects to ${origin}` : 'The base URL redirects',
	advice:
		'If that URL belongs to the service, enter it as the base URL in the credential, with the path of the present one. The node did not follow the redirect, so the token was not sent to the other host.',
	cause: 'configuration-invalid',
});

/** The text of any status that is not a success. */
function statusText(given: Given): StatusText {
	const { status } = given;
	if (isRedirect(status)) return redirected(given);
	const row = statusTexts[status] ?? (status >= 500 ? unavailable : notAccepted);
	return row(given);
}
