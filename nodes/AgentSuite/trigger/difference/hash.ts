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
