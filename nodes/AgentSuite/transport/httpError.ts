import { isRecord } from '../model/record';
import type { Operation } from '../model/operation';
import { Problem, type FailureCause } from '../model/problem';
import { maskSecrets } from './mask';

/** An answer of the service, of any status. */
export interface HttpResponse {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** What a status means and what to do next. */
interface StatusMessage {
	message: string;
	description: string;
	cause?: FailureCause;
}

/** Statuses that have a meaning of their own; those the interface does not name are handled too. */
export const statusMessages: Record<number, StatusMessage> = {
	400: {
		message: 'The service refused the request as invalid',
		description: 'Correct the parameters of the item; what the service says names the reason.',
	},
	401: {
		message: 'The access token is missing or invalid',
		description:
			'Generate a token in the dashboard of the service, in the section of API keys, and paste it into the credential.',
		cause: 'credential-invalid',
	},
	402: {
		message: 'The token balance is too low for this call',
		description: 'Buy tokens or turn on automatic refill in the dashboard of the service.',
		cause: 'quota-exhausted',
	},
	403: {
		message: 'The access token has expired or does not allow this operation',
		description:
			'Generate a new token in the dashboard with a user who may do this, and paste it into the credential.',
		cause: 'credential-invalid',
	},
	404: {
		message: 'The service does not know this address',
		description: 'Check the base URL of the credential: host, and path after the host.',
		cause: 'configuration-invalid',
	},
	409: {
		message: 'The request conflicts with what the service already has',
		description: 'Look at the record in the dashboard, then change the parameters of the item.',
	},
	413: {
		message: 'The request is too large for the service',
		description: 'Shorten the texts or the configuration that the item sends.',
	},
	422: {
		message: 'The service cannot process the values of the request',
		description: 'Correct the parameters of the item; what the service says names the reason.',
	},
	429: {
		message: 'The rate limit of the account is reached',
		description:
			'Run fewer requests at the same time, or lower the limits in the credential to those of your plan.',
		cause: 'rate-limited',
	},
	500: {
		message: 'The service failed with an internal error',
		description: 'Try again later; if it stays, ask the support of the service.',
		cause: 'temporarily-unavailable',
	},
};

function meaningOf(status: number): StatusMessage {
	if (statusMessages[status]) return statusMessages[status];
	if (status >= 500) {
		return {
			message: 'The service is unavailable at the moment',
			description: 'Try again later, or turn on Retry On Fail in the settings of the node.',
			cause: 'temporarily-unavailable',
		};
	}
	return {
		message: 'The service refused the request',
		description: 'What the service says, if anything, names the reason.',
	};
}

/** Of a long error text only so much is looked at, in characters: a hostile one must not cost minutes. */
const MAX_TEXT = 10_000;
/** So much of it is shown, characters. */
const MAX_SHOWN = 300;

/** The first readable text in an error body of any shape; the interface shows none. */
function readable(body: unknown, depth = 0): string {
	if (typeof body === 'string') {
		const title = /<title[^>]*>([^<]*)<\/title>/i.exec(body.slice(0, MAX_TEXT))?.[1];
		return title ?? (/^\s*</.test(body) ? '' : body);
	}
	if (depth > 4) return '';
	if (Array.isArray(body)) {
		const texts = body.slice(0, 5).map((entry) => readable(entry, depth + 1));
		return texts.filter(Boolean).join('; ');
	}
	if (!isRecord(body)) return '';
	for (const name of ['message', 'error', 'errors', 'detail', 'details', 'title', 'reason']) {
		const found = readable(body[name], depth + 1);
		if (found) return found;
	}
	// { errors: { name: ["is required"] } }
	return depth === 0
		? ''
		: Object.entries(body)
				.slice(0, 5)
				.map(([name, value]) => [name, readable(value, depth + 1)])
				.filter(([, text]) => text)
				.map(([name, text]) => `${name}: ${text}`)
				.join('; ');
}

/**
 * What the service says, fit to be shown: one line, not long, without any of the secrets.
 * n8n takes an error that says "canceled" for a run that a user has stopped, so that word is replaced.
 */
export function serviceText(body: unknown, secrets: readonly string[]): string {
	const text = maskSecrets(readable(body).slice(0, 10 * MAX_SHOWN), secrets)
		.replace(/\bbearer\s+\S+/gi, '[hidden]')
		.replace(/[\p{Cc}\p{Surrogate}]/gu, ' ')
		.replace(/\s+/g, ' ')
		.replace(/cancell?ed/gi, 'called off')
		.trim();
	return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/**
 * Whether the service would refuse every further request with the token: it is no good, it has expired, or there is
 * nothing left to pay with. Another 403 can be about one record.
 */
export function refusesToken({ status, body }: HttpResponse): boolean {
	return [401, 402].includes(status) || (status === 403 && /expired/i.test(serviceText(body, [])));
}

/** What a model can do about a status; undefined where only a person can do something. */
function forModel(status: number, description: string): string | undefined {
	if ([400, 409, 413, 422].includes(status)) return 'Correct the values and call the tool again.';
	return status === 404 ? description : undefined;
}

/** The Problem of an answer that is no success. */
export function httpProblem(
	operation: Pick<Operation, 'forbidden' | 'notFound' | 'idempotent'>,
	{ status, headers, body }: HttpResponse,
	secrets: readonly string[],
): Problem {
	if (status >= 300 && status < 400) return redirectProblem(status, headers, secrets);
	const meaning = meaningOf(status);
	const said = serviceText(body, secrets);
	const cures = [meaning.description];
	if (status === 403 && operation.forbidden) cures.unshift(operation.forbidden);
	if (status === 404 && operation.notFound) cures[0] = operation.notFound;
	if (status >= 500 && !operation.idempotent) {
		cures.unshift('It may have been carried out all the same: look before you send it again.');
	}
	// A record that is not found says nothing about the configuration.
	const missing = status === 404 && operation.notFound !== undefined;
	return new Problem({
		kind: 'status',
		status,
		message: `${missing ? 'The service found nothing' : meaning.message} (HTTP ${status})${said ? `: ${said}` : ''}`,
		description: cures.join(' '),
		forModel: forModel(status, cures[0]),
		...(meaning.cause && !missing && { failure: { cause: meaning.cause } }),
	});
}

function redirectProblem(
	status: number,
	headers: Record<string, unknown>,
	secrets: readonly string[],
): Problem {
	const location = String(headers.location ?? '');
	const url = URL.canParse(location) ? new URL(location) : undefined;
	const target = url?.host ? ` to ${maskSecrets(url.origin, secrets)}` : '';
	return new Problem({
		kind: 'status',
		status,
		message: `The base URL redirects${target} (HTTP ${status})`,
		description:
			'If that address is the service, enter it as base URL in the credential. The redirect was not followed, so the token went nowhere else.',
		failure: { cause: 'configuration-invalid' },
	});
}
