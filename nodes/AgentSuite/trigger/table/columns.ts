/**
 * How a column of 32-bit numbers is stored, as base64: in runs (run-length encoding) if that is shorter, otherwise number by
 * number. n8n stores the text with each execution that a poll starts. Of 20,000 leads, runs save 320 of 960 kB.
 */

/** Numbers of a run: the value, and how many rows have it one after another. */
const RUN_LENGTH = 2;

const base64 = ({ buffer, byteOffset, byteLength }: Uint32Array): string =>
	Buffer.from(buffer, byteOffset, byteLength).toString('base64');

/** @returns undefined if runs are not shorter than the column */
function runsOf(column: Uint32Array): number[] | undefined {
	const runs: number[] = [];
	let start = 0;
	while (start < column.length) {
		let end = start + 1;
		while (end < column.length && column[end] === column[start]) end++;
		runs.push(column[start], end - start);
		if (runs.length >= column.length) return undefined;
		start = end;
	}
	return runs;
}

export function storeColumn(column: Uint32Array): string {
	const runs = runsOf(column);
	return base64(runs ? Uint32Array.from(runs) : column);
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

/**
 * Reads what `storeColumn` wrote.
 * @param count the number of rows
 * @throws {RangeError} for anything else
 */
export function readColumn(text: string, count: number): Uint32Array {
	// A copy, because the bytes can start anywhere in their buffer.
	const numbers = new Uint32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer);
	return numbers.length === count ? numbers : columnOfRuns(numbers, count);
}
