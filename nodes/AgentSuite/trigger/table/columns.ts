/**
 * How a column of 32-bit numbers is stored: as base64, in the first of these forms that is short. n8n copies and stores the
 * text with each execution that a poll starts, so its length costs more time than the search for the form.
 *
 * - Runs: each number, followed by the number of rows that have it one after another.
 * - Indexes: the different numbers, a space, and for each row one byte, the place of its number among them.
 * - The numbers themselves.
 */

/** Different numbers that one byte can tell apart. */
const MAX_INDEXED = 256;

/** Length of a run in `runsOf`: the number, and how many rows have it. */
const RUN_LENGTH = 2;

const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array): string =>
	Buffer.from(buffer, byteOffset, byteLength).toString('base64');

function countRuns(column: Uint32Array): number {
	let runs = 0;
	for (let row = 0; row < column.length; row++) {
		if (row === 0 || column[row] !== column[row - 1]) runs++;
	}
	return runs;
}

/** @param count the number of runs */
function runsOf(column: Uint32Array, count: number): Uint32Array {
	const runs = new Uint32Array(count * RUN_LENGTH);
	let start = 0;
	for (let at = 0; at < runs.length; at += RUN_LENGTH) {
		let end = start + 1;
		while (column[end] === column[start]) end++;
		runs.set([column[start], end - start], at);
		start = end;
	}
	return runs;
}

interface Indexed {
	/** The different numbers. */
	numbers: Uint32Array;
	/** For each row, the place of its number in `numbers`. */
	indexes: Uint8Array;
}

/** @returns undefined if there are too many different numbers */
function indexedOf(column: Uint32Array): Indexed | undefined {
	// Signed, because V8 makes an object of each number that does not fit in 31 bits and a sign.
	const signed = new Int32Array(column.buffer, column.byteOffset, column.length);
	const indexes = new Uint8Array(column.length);
	const indexOf = new Map<number, number>();
	for (let row = 0; row < signed.length; row++) {
		const known = indexOf.get(signed[row]);
		if (known === undefined && indexOf.size === MAX_INDEXED) return undefined;
		indexes[row] = known ?? indexOf.size;
		if (known === undefined) indexOf.set(signed[row], indexes[row]);
	}
	return { numbers: Uint32Array.from(indexOf.keys()), indexes };
}

export function storeColumn(column: Uint32Array): string {
	const runCount = countRuns(column);
	const runBytes = runCount * RUN_LENGTH * column.BYTES_PER_ELEMENT;
	// Indexes take at least one byte a row.
	if (runBytes < column.length) return base64(runsOf(column, runCount));
	const indexed = indexedOf(column);
	if (!indexed) return base64(column);
	const { numbers, indexes } = indexed;
	const isShorter = numbers.byteLength + indexes.byteLength < column.byteLength;
	return isShorter ? `${base64(numbers)} ${base64(indexes)}` : base64(column);
}

function columnOfRuns(runs: Uint32Array, count: number): Uint32Array {
	const column = new Uint32Array(count);
	let start = 0;
	for (let at = 0; at < runs.length; at += RUN_LENGTH) {
		const end = start + runs[at + 1];
		column.fill(runs[at], start, end);
		start = end;
	}
	if (start !== count)
		throw new RangeError('The runs of a column do not have as many rows as the list');
	return column;
}

function columnOfIndexes({ numbers, indexes }: Indexed, count: number): Uint32Array {
	if (indexes.length !== count)
		throw new RangeError('A column does not have as many indexes as the list has rows');
	const column = new Uint32Array(count);
	for (let row = 0; row < count; row++) {
		if (indexes[row] >= numbers.length)
			throw new RangeError('An index of a column is beyond its numbers');
		column[row] = numbers[indexes[row]];
	}
	return column;
}

/**
 * Reads what `storeColumn` wrote.
 * @param count the number of rows
 * @throws an error of any kind for anything else
 */
export function readColumn(text: string, count: number): Uint32Array {
	const [first, ...rest] = text.split(' ').map((part) => Buffer.from(part, 'base64'));
	// A copy, because the bytes can start anywhere in their buffer.
	const numbers = new Uint32Array(new Uint8Array(first).buffer);
	if (rest.length > 0) return columnOfIndexes({ numbers, indexes: rest[0] }, count);
	// Runs are only stored where they are shorter than the column.
	return numbers.length === count ? numbers : columnOfRuns(numbers, count);
}
