import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import type { Operation, RequestParts } from '../model/operation';
import { Problem } from '../model/problem';

/** A request that is ready to go, apart from the token. */
export interface PreparedRequest {
	method: IHttpRequestMethods;
	/** With every value encoded; query included. */
	url: string;
	body?: IDataObject;
}

function encode(name: string, value: string, unfit: RegExp, where: string, cure: string): string {
	if (!unfit.test(value)) return encodeURIComponent(value);
	throw new Problem({
		kind: 'input',
		message: `The value for "${name}" cannot stand in ${where}: ${JSON.stringify(value.slice(0, 60))}`,
		description: `${cure}. Check the expression that gives it. Nothing was sent and no tokens were spent.`,
	});
}

/**
 * One value as one segment of a path.
 * @throws {Problem} for what a URL would normalize away or a server could read as another path
 */
export function pathSegment(name: string, value: string): string {
	// Nothing, dots, control characters, slashes, and halves of a character that cannot be encoded.
	const unfit = /^\.{0,2}$|[\p{Cc}\p{Surrogate}/\\]/u;
	const cure = 'An ID has no slash, backslash or line break and is not "." or ".."';
	return encode(name, value, unfit, 'a path', cure);
}

/** The query; half of a character is refused, since a URL would hold another value in its place. */
function queryOf(query: Readonly<Record<string, string>>): string {
	const cut = /\p{Surrogate}/u;
	const pairs = Object.entries(query).map(
		([name, value]) => `${name}=${encode(name, value, cut, 'a query', 'It has half a character')}`,
	);
	return `?${pairs.join('&')}`;
}

/** Builds the request of an operation from the base URL (no slash at its end) and its parts. */
export function prepare(
	operation: Pick<Operation, 'method' | 'path'>,
	baseUrl: string,
	{ path = {}, query, body }: RequestParts,
): PreparedRequest {
	const filled = operation.path.replace(/\{(\w+)\}/g, (_place, name: string) =>
		pathSegment(name, path[name] ?? ''),
	);
	const search = query ? queryOf(query) : '';
	return { method: operation.method, url: `${baseUrl}${filled}${search}`, ...(body && { body }) };
}
