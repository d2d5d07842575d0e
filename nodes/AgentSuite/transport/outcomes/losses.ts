/** What each way to end without a response that can be read means: what follows from it, and what we say of it. */

import type { ProblemKind, ProblemText } from '../../model/problem';
import type { LossName } from '../receive/loss';
import { MAX_RESPONSE_MB, MAX_RESPONSE_MILLIONS } from '../receive/body';
import type { Policy } from './outcome';

interface Loss extends Policy {
	/** Default: 'connection' */
	kind?: ProblemKind;
	text(given: Given): ProblemText;
}

/** What a text can depend on. */
interface Given {
	host: string;
	timeoutMs: number;
	/** Whether the user can change the timeout. */
	hasOptions: boolean;
}

const wrongApi =
	'Check that the base URL in the credential points to the API. n8n cannot process lists of this size.';

const closed: Loss['text'] = ({ host }) => ({
	message: `The connection to ${host} was closed before the full response arrived`,
	failure: { cause: 'temporarily-unavailable' },
});

const losses: Record<LossName | 'cutOff', Loss> = {
	canceled: {
		kind: 'stopped',
		fate: 'unclear',
		text: () => ({ message: 'The execution was canceled while a request was in progress' }),
	},
	canceledBefore: {
		kind: 'stopped',
		fate: 'unsent',
		text: () => ({ message: 'The execution was canceled' }),
	},
	blocked: {
		fate: 'unsent',
		text: ({ host }) => ({
			message: `n8n blocked the request to ${host} to protect against server-side request forgery`,
			description:
				'Check the base URL in the credential, or ask the administrator of your n8n instance to add the host to N8N_SSRF_ALLOWED_HOSTNAMES.',
			failure: { cause: 'configuration-invalid' },
		}),
	},
	timeout: {
		fate: 'unclear',
		retry: 'once',
		text: ({ timeoutMs, hasOptions }) => ({
			message: `The service did not respond within ${Math.ceil(timeoutMs / 1000)} s`,
			...(hasOptions && {
				description: "Increase 'Timeout (Seconds)' if the service needs longer.",
			}),
			failure: { cause: 'temporarily-unavailable' },
		}),
	},
	tooLarge: {
		fate: 'unclear',
		text: ({ host }) => ({
			message: `The response from ${host} is larger than ${MAX_RESPONSE_MB} MB`,
			description: wrongApi,
		}),
	},
	tooMany: {
		fate: 'unclear',
		text: ({ host }) => ({
			message: `The response from ${host} contains more than ${MAX_RESPONSE_MILLIONS} million objects and lists`,
			description: wrongApi,
		}),
	},
	unreadable: {
		fate: 'unclear',
		text: ({ host }) => ({
			message: `The response from ${host} is not valid HTTP, or is compressed in a way that cannot be read`,
			description:
				'Check the host and port of the base URL in the credential, and any proxy between your n8n instance and the service.',
			failure: { cause: 'configuration-invalid' },
		}),
	},
	closed: { fate: 'unclear', retry: 'often', text: closed },
	// After the response has begun, so the service has most likely processed the request.
	cutOff: { fate: 'unclear', retry: 'once', text: closed },
	unknownHost: {
		fate: 'unsent',
		retry: 'often',
		text: ({ host }) => ({
			message: `The host ${host} was not found`,
			description:
				'Check the spelling of the base URL in the credential, and that your n8n instance can resolve host names.',
			failure: { cause: 'temporarily-unavailable' },
		}),
	},
	unreachable: {
		fate: 'unsent',
		retry: 'often',
		text: ({ host }) => ({
			message: `Could not connect to ${host}`,
			description:
				'Check the host and port of the base URL in the credential, and that your n8n instance can reach the service.',
			failure: { cause: 'temporarily-unavailable' },
		}),
	},
	// In TLS 1.3, a server can reject the client's certificate after the request was sent, but then it never reads the request.
	insecure: {
		fate: 'unsent',
		text: ({ host }) => ({
			message: `Could not make a secure connection to ${host}`,
			description:
				'The TLS certificate is invalid, expired, self-signed, or issued for another host, the port does not use HTTPS, or the server requires a client certificate, which the node cannot send. Check the base URL, or renew the certificate. The node only sends the token over a secure connection.',
			failure: { cause: 'configuration-invalid' },
		}),
	},
};

/** What a loss means. A request that the service has begun to answer has reached it, whatever the client says. @param hasBegun its response */
export function lossRow(name: LossName, hasBegun: boolean): Loss {
	const row = losses[name];
	return hasBegun && (name === 'closed' || row.fate === 'unsent') ? losses.cutOff : row;
}
