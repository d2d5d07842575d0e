import type { IDataObject } from 'n8n-workflow';

import type { Before, WatchedList } from '../../model/event';
import { textOf } from '../../model/record';
import { FIRST_PART, IDENTITY, type PartValues, type Snapshot } from './rows';

/** Keeps the hash of the identity independent of a part with the same text. */
const IDENTITY_SEED = 1;

// Looked up once, because it is called for every character.
const { imul } = Math;

/** The UTF-8 bytes of a text as one character each. ASCII text is returned unchanged. */
const bytesOf = (text: string) =>
	/[^\0-\x7f]/.test(text) ? Buffer.from(text).toString('latin1') : text;

function mix(block: number): number {
	const value = imul(block, 0xcc9e2d51);
	return imul((value << 15) | (value >>> 17), 0x1b873593);
}

/**
 * MurmurHash3 x86_32 by Austin Appleby, public domain
 * (https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp), over the UTF-8 bytes of a text. It is not
 * cryptographic, because it protects no secrets. With 100,000 records, the 15 times slower SHA-256 is noticeable.
 */
export function murmur3(text: string, seed = 0): number {
	const bytes = bytesOf(text);
	const { length } = bytes;
	const whole = length & ~3;
	let hash = seed;
	for (let at = 0; at < whole; at += 4) {
		const block =
			bytes.charCodeAt(at) |
			(bytes.charCodeAt(at + 1) << 8) |
			(bytes.charCodeAt(at + 2) << 16) |
			(bytes.charCodeAt(at + 3) << 24);
		hash ^= mix(block);
		hash = (imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
	}
	let rest = 0;
	for (let at = length - 1; at >= whole; at--) rest = (rest << 8) | bytes.charCodeAt(at);
	hash ^= mix(rest) ^ length;
	hash = imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}

/** A hash that is 0 only for an empty text. */
export const hashOf = (text: string): number => (text === '' ? 0 : murmur3(text) || 1);

/** Encodes the records as rows, without number and day. The literals of the snapshot follow the current ones. */
export function encode(
	{ identity, parts }: WatchedList,
	records: IDataObject[],
	{ rows: before, literals: known }: Snapshot,
): Snapshot {
	const rows = before.map(() => new Uint32Array(records.length));
	const literals = new Map<number, string>();
	records.forEach((record, row) => {
		rows[IDENTITY][row] = murmur3(identity(record), IDENTITY_SEED);
		const isKnown = before[IDENTITY][row] === rows[IDENTITY][row];
		parts.forEach(({ name, text, isKept }, index) => {
			const column = FIRST_PART + index;
			const previous = isKept && isKnown ? known.get(before[column][row]) : undefined;
			const value = text ? text(record, previous) : textOf(record[name]);
			const hash = hashOf(value);
			rows[column][row] = hash;
			if (isKept) literals.set(hash, value);
		});
	});
	return { rows, literals: new Map([...literals, ...known]) };
}

/** Compares the parts of a record with earlier ones. Undefined if nothing changed. */
export function beforeOf(
	{ parts }: WatchedList,
	record: IDataObject,
	was: PartValues,
	now: PartValues,
	literals: Snapshot['literals'],
): Before | undefined {
	const changed = parts.filter((_part, index) => was[index] !== now[index]);
	if (changed.length === 0) return undefined;
	const names = changed.flatMap((part) => {
		// It is not known which of several fields changed, so all are listed.
		const fields = part.fields?.(record) ?? [];
		return fields.length > 0 ? fields : [part.name];
	});
	const literal = (name: string) =>
		literals.get(was[parts.findIndex((part) => part.name === name)]);
	return { changed: names, literal };
}
