/** Reads the body of a response, up to a size that n8n survives. */

import type { LossName } from './loss';

/** Largest body that is read, after decompression: the text of a million leads. */
export const MAX_RESPONSE_MB = 256;

/**
 * Most objects and lists in a body, in millions: eight for each of a million leads. Empty ones take thirty times as much memory as
 * text, so without this bound 250 KB of compressed text could take 6 GB, which ends n8n.
 */
export const MAX_RESPONSE_MILLIONS = 8;

/** The part of a Node.js stream that is used here. */
export type ByteStream = AsyncIterable<Buffer> & { destroy(): void };

export const isStream = (body: unknown): body is ByteStream =>
	typeof (body as Partial<ByteStream> | undefined)?.destroy === 'function';

/**
 * @param chunks gets what arrives
 * @returns why the rest is not read, if it is too much. Then nothing of it is kept
 */
export async function readBody(
	stream: ByteStream,
	chunks: Buffer[],
): Promise<LossName | undefined> {
	let bytes = 0;
	let beginnings = 0;
	for await (const chunk of stream) {
		bytes += chunk.length;
		beginnings += beginningsIn(chunk);
		const isTooLarge = bytes > MAX_RESPONSE_MB * 1024 * 1024;
		if (isTooLarge || beginnings > MAX_RESPONSE_MILLIONS * 1e6) {
			chunks.length = 0;
			return isTooLarge ? 'tooLarge' : 'tooMany';
		}
		chunks.push(chunk);
	}
	return undefined;
}

const [BRACE, BRACKET] = Buffer.from('{[');

/** How often a byte stands in a part of a response. */
function countByte(chunk: Buffer, byte: number): number {
	let found = 0;
	// Several times as fast as a look at each byte, and the limit ends it soon if there are very many.
	for (let at = chunk.indexOf(byte); at >= 0; at = chunk.indexOf(byte, at + 1)) found++;
	return found;
}

/** How many objects and lists can begin in a part of a JSON text. */
const beginningsIn = (chunk: Buffer): number => countByte(chunk, BRACE) + countByte(chunk, BRACKET);
