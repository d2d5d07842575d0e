/** How numbers of 32 bits are stored: as base64, in JSON. */

/** The bytes of some numbers. */
export const storeNumbers = ({
	buffer,
	byteOffset,
	byteLength,
}: Uint32Array | Uint8Array): string =>
	Buffer.from(buffer, byteOffset, byteLength).toString('base64');

/** Reads what `storeNumbers` wrote. @throws an error of any kind for what are no numbers of 32 bits */
export const readNumbers = (text: string): Uint32Array =>
	// A copy, because the bytes can start anywhere in their buffer.
	new Uint32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer);

/** Some numbers of some rows: each row, followed by its numbers. */
export function storeByRow(entries: Iterable<readonly [number, readonly number[]]>): string {
	const flat: number[] = [];
	for (const [row, numbers] of entries) flat.push(row, ...numbers);
	return storeNumbers(Uint32Array.from(flat));
}

/**
 * Reads what `storeByRow` wrote.
 * @param width how many numbers each row has
 * @param count the number of rows
 * @throws an error of any kind for anything else
 */
export function readByRow(text: string, width: number, count: number): Map<number, number[]> {
	const flat = readNumbers(text);
	const entries = new Map<number, number[]>();
	for (let at = 0; at < flat.length; at += width + 1) {
		const [row, ...numbers] = flat.slice(at, at + width + 1);
		if (row >= count || numbers.length !== width) throw new RangeError('A stored row is not there');
		entries.set(row, numbers);
	}
	return entries;
}
