import type { TopLevelSpec } from 'vega-lite';

import type { LeanServer } from './child';
import type { BenchN8n } from './n8n';

/** Tools for the measurements of a row. */
export interface Bench {
	/** Whether to run very small rows, only to check that they work. */
	smoke: boolean;
	/** Number of rounds: `normal`, or one with `smoke`. */
	rounds(normal: number): number;
	/** Whether to keep the raw CPU profiles in bench/results. */
	keepProfiles: boolean;
	/** The complete n8n, started on demand. */
	n8n(): Promise<BenchN8n>;
	server: LeanServer;
	/** Prints one line. */
	say(line: string): void;
}

/** A goal and the measured value. */
export interface Goal {
	goal: string;
	measured: string;
	met: boolean;
}

/** One row of the bench. All functions but `run` are pure. */
export interface Row<Result> {
	/** The value for `--row`. */
	number: number;
	/** The key in bench/results.json. */
	name: string;
	run(bench: Bench): Promise<Result>;
	goals(result: Result): Goal[];
	/** Markdown for the placeholders `<!-- name -->` in bench/performance.template.md. */
	parts(result: Result): Record<string, string>;
	/** Charts for docs/charts, by file name without `.svg`. */
	charts(result: Result): Record<string, TopLevelSpec>;
}

/** @throws {Error} when a variant did not process as much as it should */
export function expectCount(what: string, found: number, wanted: number): void {
	if (found !== wanted) throw new Error(`${what}: ${found} came out, not ${wanted}`);
}
