import { Problem, type FailureCause } from '../../model/problem';
import type { LossName } from '../receive/loss';
import { MAX_RESPONSE_MB, MAX_RESPONSE_MILLIONS } from '../receive/receive';
import type { Request } from '../request';

/** The Problem of a request without a response that can be read. */
export function lossProblem(name: LossName, request: Request): Problem {
	const { headline, advice = '', cause } = lossTexts[name](new URL(request.url).host, request);
	return new Problem({
		kind: 'connection',
		headline,
		description: advice,
		...(cause && { failure: { cause } }),
	});
}

/** What is said of it. */
interface LossText {
	headline: string;
	/** What to do. */
	advice?: string;
	/** What n8n calls it. Absent if none of its classes fits. */
	cause?: FailureCause;
}

type LossRow = (host: string, request: Pick<Request, 'timeoutMs' | 'hasOptions'>) => LossText;

const wrongApi =
	'Check that the base URL in the credential points to the API. n8n cannot process lists of this size.';

const lossTexts: Record<LossName, LossRow> = {
	canceled: () => ({
		headline: 'The execution was canceled while a request was in progress',
	}),
	blocked: (host) => ({
		headline: `n8n blocked the request to ${host} to protect against server-side request forgery`,
		advice:
			'Check the base URL in the credential, or ask the administrator of your n8n instance to add the host to N8N_SSRF_ALLOWED_HOSTNAMES.',
		cause: 'configuration-invalid',
	}),
	timeout: (_host, { timeoutMs, hasOptions }) => ({
		headline: `The service did not respond within ${Math.ceil(timeoutMs / 1000)} s`,
		...(hasOptions && { advice: "Increase 'Timeout (Seconds)' if the service needs longer." }),
		cause: 'temporarily-unavailable',
	}),
	tooLarge: (host) => ({
		headline: `The response from ${host} is larger than ${MAX_RESPONSE_MB} MB`,
		advice: wrongApi,
	}),
	tooMany: (host) => ({
		headline: `The response from ${host} contains more than ${MAX_RESPONSE_MILLIONS} million objects and lists`,
		advice: wrongApi,
	}),
	unreadable: (host) => ({
		headline: `The response from ${host} is not valid HTTP, or is compressed in a way that cannot be read`,
		advice:
			'Check the host and port of the base URL in the credential, and any proxy between your n8n instance and the service.',
		cause: 'configuration-invalid',
	}),
	closed: (host) => ({
		headline: `The connection to ${host} was closed before the full response arrived`,
		cause: 'temporarily-unavailable',
	}),
	unknownHost: (host) => ({
		headline: `The host ${host} was not found`,
		advice:
			'Check the spelling of the base URL in the credential, and that your n8n instance can resolve host names.',
		cause: 'temporarily-unavailable',
	}),
	unreachable: (host) => ({
		headline: `Could not connect to ${host}`,
		advice:
			'Check the host and port of the base URL in the credential, and that your n8n instance can reach the service.',
		cause: 'temporarily-unavailable',
	}),
	insecure: (host) => ({
		headline: `Could not make a secure connection to ${host}`,
		advice:
			'The TLS certificate is invalid, expired, self-signed, or issued for another host, the port does not use HTTPS, or the server requires a client certificate, which the node cannot send. Check the base URL, or renew the certificate. The node only sends the token over a secure connection.',
		cause: 'configuration-invalid',
	}),
};
