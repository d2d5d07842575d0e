/**
 * MurmurHash, one UTF-16 unit at a time (MurmurOAAT of https://github.com/rurban/smhasher, public domain). It is not
 * cryptographic: it keeps contacts out of what n8n stores, but does not hide them from somebody who guesses them. With 100,000
 * records, SHA-256 is noticeable.
 */
export function murmur(text: string, seed = 0): number {
	let hash = seed;
	for (let at = 0; at < text.length; at++) {
		hash = Math.imul(hash ^ text.charCodeAt(at), 0x5bd1e995);
		hash ^= hash >>> 15;
	}
	return hash >>> 0;
}

/** A hash that is 0 only for an empty text. */
export const hashOf = (text: string): number => (text === '' ? 0 : murmur(text) || 1);
