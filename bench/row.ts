/** What a row of the bench is, and how it measures. */
import type { BenchN8n } from './n8n';
import type { LeanServer } from './processes';
import { median, ratios, span } from './figures';

/** A build of the package to measure. */
export interface Build {
	/** `OURS` or `OTHER`, the name of its samples. */
	name: string;
	/** The folder of its package.json and `dist`. */
	folder: string;
	/** A complete n8n with this build, started on demand. */
	n8n(): Promise<BenchN8n>;
}

/** This build, and the one of `--against`. */
export const OURS = 'Agent Suite';
export const OTHER = 'the other build';

export interface Bench {
	/** Whether to run very small rows, only to check that they work. */
	smoke: boolean;
	/** Number of rounds: `normal`, or that of `--rounds`, or one with `smoke`. */
	rounds(normal: number): number;
	/** This build first. */
	builds: Build[];
	server: LeanServer;
	/** Prints one line. */
	say(line: string): void;
}

/** One measurement, as the page shows it. */
export interface Line {
	what: string;
	/** The figures of this package. */
	ours: string;
	/** The figures of its alternatives. */
	others?: string;
	goal?: { text: string; measured: string; met: boolean };
}

export interface Row {
	/** For `--row`, and the key in bench/results.json. */
	name: string;
	title: string;
	/** How it is measured: one paragraph of `--help`. */
	how: string;
	measure(bench: Bench): Promise<Line[]>;
}

/** @throws {Error} when a variant did not process as much as it should */
export function expectCount(what: string, found: number, wanted: number): void {
	if (found !== wanted) throw new Error(`${what}: ${found} came out, not ${wanted}`);
}

/** One variant per build. */
export function perBuild<T>(
	{ builds }: Pick<Bench, 'builds'>,
	run: (build: Build) => Promise<T>,
): Record<string, () => Promise<T>> {
	return Object.fromEntries(builds.map((build) => [build.name, async () => await run(build)]));
}

/**
 * Measures variants in turns (A B A B …), so that other load on the machine affects all of them.
 * @param warmUps number of uncounted rounds at the start
 * @returns the samples of each variant, in the order of the rounds
 */
export async function byTurns<T>(
	variants: Record<string, () => Promise<T>>,
	rounds: number,
	warmUps = 1,
): Promise<Record<string, T[]>> {
	const samples = Object.fromEntries(Object.keys(variants).map((name) => [name, [] as T[]]));
	for (let turn = -warmUps; turn < rounds; turn++) {
		for (const [name, run] of Object.entries(variants)) {
			const sample = await run();
			if (turn >= 0) samples[name].push(sample);
		}
	}
	return samples;
}

/** A line that compares a figure of this build with that of `--against`, if there is one. */
export function againstOther<T>(
	what: string,
	samples: Record<string, T[]>,
	of: (sample: T) => number,
	unit: string,
): Line[] {
	if (!(OTHER in samples)) return [];
	const [ours, other] = [OURS, OTHER].map((name) => samples[name].map(of));
	const ratio = median(ratios(ours, other));
	return [
		{
			what: `${what}, against the other build`,
			ours: span(ours, unit),
			others: span(other, unit),
			goal: { text: 'at most 1.1 of it', measured: ratio.toFixed(2), met: ratio <= 1.1 },
		},
	];
}
