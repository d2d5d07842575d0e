import type { Part, WatchedList } from '../model/event';

/**
 * What is kept of a list: a row for each record, stored column by column, each column 32 bits wide. Where each
 * column stands, by number.
 */
export interface Layout {
	/** The hash of the identity: 32 bits where the parts tell records apart, too, else 64 bits in two columns, each with its own seed. */
	identity: number[];
	parts: Array<{ part: Part; column: number }>;
	/** Columns of the parts that tell records of one identity apart, the surest first. */
	contacts: number[];
	/** Columns that are compared: all but the last one. */
	compared: number;
	/** The number of the record among those of its identity, less one. */
	ordinal: number;
	columns: number;
}

export function layoutOf({ unique, parts }: Pick<WatchedList, 'unique' | 'parts'>): Layout {
	const identity = unique ? [0, 1] : [0];
	const placed = parts.map((part, index) => ({ part, column: identity.length + index }));
	const compared = identity.length + parts.length;
	return {
		identity,
		parts: placed,
		contacts: placed
			.filter(({ part }) => part.kind === 'field' && part.contact)
			.map(({ column }) => column),
		compared,
		ordinal: compared,
		columns: compared + 1,
	};
}

/** Rows of one layout, as one array for each column. */
export interface Rows {
	count: number;
	columns: Uint32Array[];
}

export function emptyRows(count: number, { columns }: Layout): Rows {
	return { count, columns: Array.from({ length: columns }, () => new Uint32Array(count)) };
}

/** The rows of several, one behind the other. */
export function joinRows(all: Rows[], layout: Layout): Rows {
	const filled = all.filter(({ count }) => count > 0);
	if (filled.length === 1) return filled[0];
	const joined = emptyRows(
		filled.reduce((sum, { count }) => sum + count, 0),
		layout,
	);
	let at = 0;
	for (const { count, columns } of filled) {
		columns.forEach((column, index) => joined.columns[index].set(column, at));
		at += count;
	}
	return joined;
}

/** Some of the rows, by number. */
export function pickRows({ columns }: Rows, rows: number[]): Rows {
	return {
		count: rows.length,
		columns: columns.map((column) => Uint32Array.from(rows, (row) => column[row])),
	};
}

/** The identity of a row as a number that no other identity has, as far as its hash tells. */
export function identityOf({ columns }: Rows, row: number, { identity }: Layout): number {
	// No more bits than a number holds.
	const high = identity.length === 1 ? 0 : columns[1][row] & 0x1fffff;
	return high * 2 ** 32 + columns[0][row];
}

export function isSameRow(
	left: Rows,
	at: number,
	right: Rows,
	row: number,
	compared: number,
): boolean {
	for (let column = 0; column < compared; column++) {
		if (left.columns[column][at] !== right.columns[column][row]) return false;
	}
	return true;
}
