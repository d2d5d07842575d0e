/** What is said of a response without success. */

import type { Operation } from '../../model/operation';
import type { FailureCause } from '../../model/problem';

export interface StatusMeaning {
	/** With `{status}` where it says nothing that the status does not, and `{target}` of a redirect. */
	message: string;
	/** With `{role}` for the role that the operation needs. */
	description: string;
	cause?: FailureCause;
	/** Advice for a model. Absent if only a person can act. */
	forModel?: string;
	/** Which advice of the operation says more than the description. */
	advice?: 400;
	/** Whether our text says more than that of the service, which then goes below it. */
	isOurs?: true;
}

export const ifItLasts = "If this keeps happening, contact the service's support team.";
const tryLater = `Try again later. ${ifItLasts}`;
const correct =
	'Correct the values that you chose and call the tool again. If you chose none, tell the user.';

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
		description: 'Generate a new token{role}, and paste it into the credential.',
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
	forModel: `If you chose the ID, correct it and call the tool again. Otherwise, tell the user: ${hint}`,
});

/** @param operation can say which record is missing */
export function meaningOf(status: number, { advice }: Operation): StatusMeaning {
	if (isRedirect(status)) return redirected;
	const hint = status === 404 ? advice[404] : undefined;
	if (hint !== undefined) return recordMissing(hint);
	return statusTexts[status] ?? (status >= 500 ? unavailable : notAccepted);
}
