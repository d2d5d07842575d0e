import type { TopLevelSpec } from 'vega-lite';

import type { LeanServer } from './child';
import type { BenchN8n } from './n8n';

/** What a row measures with. */
export interface Bench {
	/** Every row very small: only whether it runs and counts right. */
	smoke: boolean;
	/** How many times to measure, where so many are the rule; one under `smoke`. */
	rounds(normal: number): number;
	/** Keep the raw CPU profiles below bench/results. */
	keepProfiles: boolean;
	/** The complete n8n, started when the first row asks for it. */
	n8n(): Promise<BenchN8n>;
	server: LeanServer;
	/** One line on the terminal. */
	say(line: string): void;
}

/** A goal, and what was measured. */
export interface Goal {
	goal: string;
	measured: string;
	met: boolean;
}

/** One row of the bench: measures, and tells what it measured. All but `run` is pure. */
export interface Row<Result> {
	/** As given to `--row`. */
	number: number;
	/** As named in bench/results.json. */
	name: string;
	run(bench: Bench): Promise<Result>;
	goals(result: Result): Goal[];
	/** Markdown for the places `<!-- name -->` of bench/performance.template.md. */
	parts(result: Result): Record<string, string>;
	/** Pictures for docs/charts, by file name without `.svg`. */
	charts(result: Result): Record<string, TopLevelSpec>;
}

/** @throws {Error} when a variant did not do what it is measured for */
export function expectCount(what: string, found: number, wanted: number): void {
	if (found !== wanted) throw new Error(`${what}: ${found} came out, not ${wanted}`);
}
