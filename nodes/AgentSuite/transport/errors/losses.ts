import type { FailureCause } from '../../model/problem';
import type { Outcome } from '../outcome';

/** Largest body that is read, after decompression: the text of a million leads. */
export const MAX_RESPONSE_MB = 256;

/**
 * Most objects and lists in a body, in millions: eight for each of a million leads. Empty ones take thirty times as much memory as
 * text, so without this bound 250 KB of compressed text could take 6 GB, which ends n8n.
 */
export const MAX_RESPONSE_MILLIONS = 8;

export interface Loss {
	/** Absent if another attempt would fail too, or must not follow. */
	retry?: Outcome['retry'];
	/** Whether the service might have received the request. */
	sent: 'no' | 'perhaps';
	/** What n8n calls it. Undefined if none of its classes fits. */
	cause: FailureCause | undefined;
	/** With `{host}` and `{seconds}` (of the timeout). */
	message: string;
	description?: string;
}

const wrongApi =
	'Check that the base URL in the credential points to the API. n8n cannot process lists of this size.';

/** How a request ends without a response that can be read. */
export const losses = {
	stopped: {
		sent: 'perhaps',
		cause: undefined,
		message: 'The execution was canceled while a request was in progress',
	},
	blocked: {
		sent: 'no',
		cause: 'configuration-invalid',
		message: 'n8n blocked the request to {host} to protect against server-side request forgery',
		description:
			'Check the base URL in the credential, or ask the administrator of your n8n instance to add the host to N8N_SSRF_ALLOWED_HOSTNAMES.',
	},
	timeout: {
		retry: 'timeout',
		sent: 'perhaps',
		cause: 'temporarily-unavailable',
		message: 'The service did not respond within {seconds} s',
	},
	tooLarge: {
		sent: 'perhaps',
		cause: undefined,
		message: `The response from {host} is larger than ${MAX_RESPONSE_MB} MB`,
		description: wrongApi,
	},
	tooMany: {
		sent: 'perhaps',
		cause: undefined,
		message: `The response from {host} contains more than ${MAX_RESPONSE_MILLIONS} million objects and lists`,
		description: wrongApi,
	},
	unreadable: {
		sent: 'perhaps',
		cause: 'configuration-invalid',
		message:
			'The response from {host} is not valid HTTP, or is compressed in a way that cannot be read',
		description:
			'Check the host and port of the base URL in the credential, and any proxy between your n8n instance and the service.',
	},
	closed: {
		retry: 'connection',
		sent: 'perhaps',
		cause: 'temporarily-unavailable',
		message: 'The connection to {host} was closed before the full response arrived',
	},
	unknownHost: {
		retry: 'connection',
		sent: 'no',
		cause: 'temporarily-unavailable',
		message: 'The host {host} was not found',
		description:
			'Check the spelling of the base URL in the credential, and that your n8n instance can resolve host names.',
	},
	unreachable: {
		retry: 'connection',
		sent: 'no',
		cause: 'temporarily-unavailable',
		message: 'Could not connect to {host}',
		description:
			'Check the host and port of the base URL in the credential, and that your n8n instance can reach the service.',
	},
	insecure: {
		sent: 'no',
		cause: 'configuration-invalid',
		message: 'Could not make a secure connection to {host}',
		description:
			'The TLS certificate is invalid, expired, self-signed, or issued for another host, or the port does not use HTTPS. Check the base URL, or renew the certificate. The token was not sent.',
	},
} satisfies Record<string, Loss>;

export type LossName = keyof typeof losses;
