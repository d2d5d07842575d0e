import type { IDataObject } from 'n8n-workflow';

import { unsetValues, type Named } from '../model/field';
import type { Operation, Sent } from '../model/operation';
import type { ReadParameters } from '../model/parameterTypes';
import { refusal } from '../model/refusal';
import { inQuotes } from '../texts/words';
import type { Connection } from './credential/connection';
import { USER_AGENT } from './userAgent';

/** What is sent, apart from the token. */
interface Address {
	/** Includes the query. Every value is encoded. */
	url: string;
	body?: IDataObject;
}

/** How long a request can take. */
export interface Bounds {
	/** Time for the whole response, ms. */
	timeoutMs: number;
	/** Max Wait, ms. */
	maxWaitMs: number;
	/** When it has to end, by `steadyClock`. Only polls have one, because n8n limits their time. */
	deadline?: number;
}

/** One request of an operation, with its settings. */
export interface Request extends Address, Bounds {
	operation: Operation;
	connection: Connection;
	/** Whether the user can change timeout and Max Wait, by the options of the node. */
	hasOptions: boolean;
	/** In the execution, Infinity for no limit. */
	maxTokens: number;
}

function encode(field: Named, value: string, unfit: RegExp, rule: string): string {
	if (!unfit.test(value)) return encodeURIComponent(value);
	throw refusal(field, {
		what: 'contains characters that are not allowed',
		advice: `Check the value or the expression. ${rule}`,
		forModel: `${rule} Correct the value and call the tool again.`,
	}).with({ detail: inQuotes(value) });
}

/** @throws {Problem} for a value that a URL would normalize away or a server could read as another path */
export function pathSegment(field: Named, value: string): string {
	// Empty, or dots that a server could take for a folder, also if it takes what follows a semicolon for a parameter. Or with a
	// control character, a slash, or half a character, which cannot be encoded.
	const unfit = /^\.{0,2}$|^\.{1,2};|[\p{Cc}\p{Surrogate}/\\]/u;
	const rule =
		'IDs cannot contain slashes, backslashes, or line breaks, and cannot be ".", "..", or begin with ".;" or "..;".';
	return encode(field, value, unfit, rule);
}

/** The query. Half a character is not allowed, because the URL would contain a different value. */
function queryOf(query: Sent[]): string {
	const broken = 'It contains a broken character, for example half of an emoji.';
	const pairs = query.map(
		({ name, value, field }) => `${name}=${encode(field, String(value), /\p{Surrogate}/u, broken)}`,
	);
	return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** @param baseUrl without a trailing slash */
export function prepare(
	operation: Pick<Operation, 'path' | 'request'>,
	baseUrl: string,
	parameters: ReadParameters,
): Address {
	const { path, query, body } = operation.request(parameters);
	const filled = path.reduce(
		(before, { name, value, field }) =>
			before.replaceAll(`{${name}}`, () => pathSegment(field, String(value ?? ''))),
		operation.path as string,
	);
	return {
		url: `${baseUrl}${filled}${queryOf(query)}`,
		...(body && { body }),
	};
}

/** A request of which nobody has set a parameter. */
export const plainRequest = (
	operation: Operation,
	connection: Connection,
	bounds: Bounds,
): Request => ({
	...bounds,
	...prepare(operation, connection.baseUrl, {
		...unsetValues(operation.fields),
		options: {},
	}),
	operation,
	connection,
	hasOptions: false,
	maxTokens: Infinity,
});

/** The headers of a request, without the token. */
export const headersOf = (body?: IDataObject) => ({
	Accept: 'application/json',
	'User-Agent': USER_AGENT,
	...(body && { 'Content-Type': 'application/json' }),
});
