/** What the contract says of operations. */

import type { IDataObject } from 'n8n-workflow';

/** What it says of one. */
export interface Endpoint {
	method: Method;
	/** Below the base URL. Each place, such as `{leadId}`, is filled by the target, or a required field (`filledBy`). */
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

/** What a success of an operation returns, as the contract says. */
export interface ResponseSpec {
	/** A record is what was read or written, a list has any number of them. A confirmation has only a message, `success`, or nothing. */
	kind: 'record' | 'list' | 'confirmation';
	/** The key of the list in the body. Absent if the body is the list. */
	listIn?: string;
	/**
	 * What the API documents of the record, or of one of the list: names and types of its fields, with invented values. After a request
	 * with a secret, only they are shown.
	 */
	documented: IDataObject;
	/** Of a record. All that follow get it without them, unless the user includes them (`records/secrets.ts`). */
	secrets?: Secrets;
}

/** Secrets that the service returns. */
export interface Secrets {
	/** Dotted, through objects, and lists of objects. */
	paths: readonly string[];
	/** What they are, in words. It adds the option Include Secrets. Without it, they are never in the output. */
	option?: string;
}

/** The name of the field or option that fills what the contract calls `first_message` or `first-message`: `firstMessage`. */
export const filledBy = (name: string): string =>
	name.replace(/[-_]+(\w)/g, (_mark, letter: string) => letter.toUpperCase());

/** What these cost, each once, in order. */
export const tokenCosts = (priced: ReadonlyArray<Pick<Endpoint, 'tokens'>>): number[] =>
	[...new Set(priced.map(({ tokens }) => tokens))].sort((one, other) => one - other);

/**
 * What a method means (RFC 9110, 9.2 and 9.3, and RFC 5789): what a request does to the data of the service, unless the file of its
 * operation says otherwise, and whether it can have a body.
 */
export const methods = {
	/** It changes nothing. Proxies can drop its body. */
	GET: { effect: 'read', hasBody: false },
	/** It changes what exists. Sent twice, it has the same result as sent once. */
	PUT: { effect: 'update', hasBody: true },
	/** The same, if it sets fields to values. Otherwise, sent twice, it can add twice. */
	PATCH: { effect: 'update', hasBody: true },
	/** It adds something. Sent twice, it adds two. */
	POST: { effect: 'create', hasBody: true },
} as const;

/** What to do about a method that has no row. Undefined if it has one. */
export const missingRow = (method: string): string | undefined =>
	method in methods
		? undefined
		: `add ${method} to \`methods\` of nodes/AgentSuite/model/endpoint.ts, with what it does when it is sent twice, and whether it can have a body.`;

export type Effect = (typeof methods)[Method]['effect'];
type Method = keyof typeof methods;
