import { toSvg } from '../charts';
import type { Bench, Goal, Row } from '../row';
import { limit } from './limit';
import { list } from './list';
import { lookups } from './lookups';
import { ordinary } from './ordinary';
import { poll } from './poll';
import { reads } from './reads';
import { recipes } from './recipes';
import { refusals } from './refusals';
import { sharing } from './sharing';
import { start } from './start';

/** The output of a row. */
export interface Told {
	goals: Goal[];
	/** Markdown by placeholder of the template. */
	parts: Record<string, string>;
	/** SVG by file name without extension. */
	charts: Record<string, string>;
}

/** A row without the type of its result. */
export interface AnyRow {
	number: number;
	name: string;
	measure(bench: Bench): Promise<unknown>;
	tell(result: unknown): Promise<Told>;
}

function anyRow<Result>(row: Row<Result>): AnyRow {
	return {
		number: row.number,
		name: row.name,
		measure: async (bench) => await row.run(bench),
		async tell(unknown) {
			// Written by the same row.
			const result = unknown as Result;
			const charts: Record<string, string> = {};
			for (const [name, spec] of Object.entries(row.charts(result)))
				charts[name] = await toSvg(spec);
			return { goals: row.goals(result), parts: row.parts(result), charts };
		},
	};
}

export const rows: AnyRow[] = [
	anyRow(ordinary),
	anyRow(reads),
	anyRow(limit),
	anyRow(refusals),
	anyRow(sharing),
	anyRow(list),
	anyRow(poll),
	anyRow(recipes),
	anyRow(start),
	anyRow(lookups),
];
