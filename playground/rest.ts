/** The few requests to the API of n8n's editor that the playground and the end-to-end tests need. */

/** A response of n8n with an error. The message contains the request and the text of the response. */
export class RestError extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
		this.name = 'RestError';
	}
}

export interface Login {
	email: string;
	password: string;
}

export interface Rest {
	get<T>(path: string): Promise<T>;
	post<T>(path: string, body?: unknown): Promise<T>;
	patch<T>(path: string, body: unknown): Promise<T>;
	delete<T>(path: string): Promise<T>;
	/** The cookie of the session as a header value, for clients with their own connection. */
	cookie: () => string;
}

/** A client without a session. `signIn` starts one. */
export function createRest(url: string): Rest {
	let cookie = '';
	const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
		const response = await fetch(`${url}${path}`, {
			method,
			headers: {
				'content-type': 'application/json',
				// n8n closes idle connections after seconds, on a busy machine just as the next request is sent.
				connection: 'close',
				...(cookie && { cookie }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
			signal: AbortSignal.timeout(60_000),
		});
		const session = response.headers.getSetCookie().find((line) => line.startsWith('n8n-auth='));
		if (session) cookie = session.split(';')[0];
		const text = await response.text();
		if (!response.ok) {
			throw new RestError(
				response.status,
				`n8n returned ${response.status} for ${method} ${path}: ${text.slice(0, 300)}`,
			);
		}
		const answer: unknown = text ? JSON.parse(text) : undefined;
		// Most responses are wrapped in `data`. A few files are not.
		const wrapped = typeof answer === 'object' && answer !== null && 'data' in answer;
		return (wrapped ? answer.data : answer) as T;
	};
	return {
		get: (path) => call('GET', path),
		post: (path, body = {}) => call('POST', path, body),
		patch: (path, body) => call('PATCH', path, body),
		delete: (path) => call('DELETE', path),
		cookie: () => cookie,
	};
}

const isRefused = (error: unknown, status: number) =>
	error instanceof RestError && error.status === status;

/** Signs the owner in. Creates the account first if there is none. */
export async function signIn(rest: Rest, { email, password }: Login): Promise<void> {
	try {
		await rest.post('/rest/login', { emailOrLdapLoginId: email, password });
	} catch (error) {
		if (!isRefused(error, 401)) throw error;
		await setUpOwner(rest, { email, password });
	}
}

/** @throws if there is an owner already */
async function setUpOwner(rest: Rest, { email, password }: Login): Promise<void> {
	const person = { firstName: 'Playground', lastName: 'Owner' };
	try {
		await rest.post('/rest/owner/setup', { email, password, ...person });
	} catch (error) {
		if (!isRefused(error, 400)) throw error;
		throw new RestError(
			401,
			`n8n does not accept the kept login of ${email}: it was changed in the editor, perhaps. ` +
				'Run npm start -- --reset to start over.',
		);
	}
}
