import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The names of all properties in a part of the contract that are lists. */
function listsIn(part: unknown): string[] {
	if (typeof part !== 'object' || part === null) return [];
	const { properties = {} } = part as { properties?: Record<string, { type?: unknown }> };
	const here = Object.keys(properties).filter((name) => properties[name].type === 'array');
	return [...here, ...Object.values(part).flatMap(listsIn)];
}

const contract = readFileSync(join(__dirname, '../../sandbox/openapi.yaml'), 'utf8');

/** The names under which the contract has lists, such as `leads`. */
export const listNames = [...new Set(listsIn(parse(contract)))];
