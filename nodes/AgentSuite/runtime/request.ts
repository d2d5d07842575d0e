import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import type { Operation, RequestParts } from '../operations/define';
import { Problem } from './problem';

/** A request that is ready to go, apart from the token. */
export interface PreparedRequest {
	method: IHttpRequestMethods;
	/** With every value encoded; query included. */
	url: string;
	body?: IDataObject;
}

/**
 * One value as one segment of a path.
 * @throws {Problem} for what a URL would normalize away or a server could read as another path
 */
export function pathSegment(name: string, value: string): string {
	// Control characters, slashes, and halves of a character that cannot be encoded.
	const unsafe = /[\p{Cc}\p{Surrogate}/\\]/u;
	if (value === '' || value === '.' || value === '..' || unsafe.test(value)) {
		throw new Problem({
			kind: 'input',
			message: `The value for "${name}" cannot stand in a path: ${JSON.stringify(value.slice(0, 60))}`,
			description:
				'An ID has no slash, backslash or line break and is not "." or "..". Check the expression that gives it. Nothing was sent and no tokens were spent.',
		});
	}
	return encodeURIComponent(value);
}

/**
 * The query with every value encoded.
 * @throws {Problem} for half of a character: a URL would silently hold another value
 */
function queryOf(query: Readonly<Record<string, string>>): string {
	for (const [name, value] of Object.entries(query)) {
		if (/\p{Surrogate}/u.test(value)) {
			throw new Problem({
				kind: 'input',
				message: `The value for "${name}" cannot stand in an address: ${JSON.stringify(value.slice(0, 60))}`,
				description:
					'It holds half of a character, as a text has that was cut in the middle of one. Check the expression that gives it. Nothing was sent and no tokens were spent.',
			});
		}
	}
	return `?${new URLSearchParams(query).toString()}`;
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
