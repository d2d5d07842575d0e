/** Measures variants in turns and sums up the samples. */
import { max, median, min } from 'simple-statistics';

/** Median with the lowest and the highest of the samples. */
export interface Figure {
	median: number;
	least: number;
	most: number;
	samples: number;
}

export function figure(samples: number[]): Figure {
	return {
		median: round(median(samples)),
		least: round(min(samples)),
		most: round(max(samples)),
		samples: samples.length,
	};
}

/** Rounds to four significant digits. More would be noise. */
export function round(value: number): number {
	return Number(value.toPrecision(4));
}

/** The ratio of two variants that were measured in turns, round by round, because each round had the same load. */
export function ratio(of: number[], to: number[]): Figure {
	return figure(of.map((value, index) => value / to[index]));
}

/**
 * Measures variants in turns (A B A B …), so that other load on the machine affects all of them.
 * @param warmUps number of uncounted rounds at the start
 * @returns the samples of each variant, in the order of the rounds
 */
export async function byTurns<Name extends string, T>(
	variants: Record<Name, () => Promise<T>>,
	rounds: number,
	warmUps = 1,
): Promise<Record<Name, T[]>> {
	const names = Object.keys(variants) as Name[];
	const samples = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Name, T[]>;
	for (let turn = -warmUps; turn < rounds; turn++) {
		for (const name of names) {
			const sample = await variants[name]();
			if (turn >= 0) samples[name].push(sample);
		}
	}
	return samples;
}
