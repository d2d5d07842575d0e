import type { ResponseSpec } from './responseSpec';

/** What the contract says of an operation. */
export interface Endpoint {
	method: Method;
	/** Below the base URL, with `{name}` for the value of the target, or of the required field of that name. */
	path: `/${string}`;
	/** Names of the query parameters, each filled by a field or an option (`filledBy`). */
	query?: readonly string[];
	/** The same of the body. */
	body?: readonly string[];
	/** Cost of one request. */
	tokens: number;
	/** The only role that can call it. Description, notice, and advice for 403 say so. */
	role?: 'admin';
	response: ResponseSpec;
}

/** The name of the field or option that fills what the contract calls `first_message`: `firstMessage`. */
export const filledBy = (name: string): string =>
	name.replace(/_+(\w)/g, (_underscore, letter: string) => letter.toUpperCase());

/** What these cost, each once, in order. */
export const tokenCosts = (priced: ReadonlyArray<Pick<Endpoint, 'tokens'>>): number[] =>
	[...new Set(priced.map(({ tokens }) => tokens))].sort((one, other) => one - other);

/** What a request does to the data of the service, by its method (RFC 9110, 9.2, and RFC 5789). */
export const effectOf = {
	/** It changes nothing. */
	GET: 'read',
	/** It changes what exists. Sent twice, it has the same result as sent once. */
	PUT: 'update',
	/** The same, if it sets fields to values. Otherwise, sent twice, it can add twice. */
	PATCH: 'update',
	/** It adds something. Sent twice, it adds two. */
	POST: 'create',
} as const;

export type Effect = (typeof effectOf)[keyof typeof effectOf];
type Method = keyof typeof effectOf;
