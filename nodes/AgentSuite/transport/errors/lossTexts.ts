import type { FailureCause } from '../../model/problem';
import type { LossName } from '../outcomes/policies';
import { MAX_RESPONSE_MB, MAX_RESPONSE_MILLIONS } from '../receive/bodyLimits';

interface LossText {
	/** With `{host}` and `{seconds}` (of the timeout). */
	message: string;
	/** What to do, before what to do if it might have been processed. */
	description?: string;
	/** What n8n calls it. Absent if none of its classes fits. */
	cause?: FailureCause;
}

const wrongApi =
	'Check that the base URL in the credential points to the API. n8n cannot process lists of this size.';

/** What is said of a request without a response that can be read. */
export const lossTexts: Record<LossName, LossText> = {
	canceled: {
		message: 'The execution was canceled while a request was in progress',
	},
	blocked: {
		cause: 'configuration-invalid',
		message: 'n8n blocked the request to {host} to protect against server-side request forgery',
		description:
			'Check the base URL in the credential, or ask the administrator of your n8n instance to add the host to N8N_SSRF_ALLOWED_HOSTNAMES.',
	},
	timeout: {
		cause: 'temporarily-unavailable',
		message: 'The service did not respond within {seconds} s',
	},
	tooLarge: {
		message: `The response from {host} is larger than ${MAX_RESPONSE_MB} MB`,
		description: wrongApi,
	},
	tooMany: {
		message: `The response from {host} contains more than ${MAX_RESPONSE_MILLIONS} million objects and lists`,
		description: wrongApi,
	},
	unreadable: {
		cause: 'configuration-invalid',
		message:
			'The response from {host} is not valid HTTP, or is compressed in a way that cannot be read',
		description:
			'Check the host and port of the base URL in the credential, and any proxy between your n8n instance and the service.',
	},
	closed: {
		cause: 'temporarily-unavailable',
		message: 'The connection to {host} was closed before the full response arrived',
	},
	unknownHost: {
		cause: 'temporarily-unavailable',
		message: 'The host {host} was not found',
		description:
			'Check the spelling of the base URL in the credential, and that your n8n instance can resolve host names.',
	},
	unreachable: {
		cause: 'temporarily-unavailable',
		message: 'Could not connect to {host}',
		description:
			'Check the host and port of the base URL in the credential, and that your n8n instance can reach the service.',
	},
	insecure: {
		cause: 'configuration-invalid',
		message: 'Could not make a secure connection to {host}',
		description:
			'The TLS certificate is invalid, expired, self-signed, or issued for another host, or the port does not use HTTPS. Check the base URL, or renew the certificate. The token was not sent.',
	},
};
