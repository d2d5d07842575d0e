/** Sums up samples and formats them. */
import { max, median, min } from 'simple-statistics';

export { median };

/** A short number: 1,234 or 12.3 or 0.12. */
export function number(value: number): string {
	const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
	return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

/** The median with the lowest and the highest of the samples: `208 (169–263) ms`. */
export function span(samples: number[], unit = ''): string {
	const [middle, low, high] = [median, min, max].map((of) => number(of(samples)));
	return `${low === high ? middle : `${middle} (${low}–${high})`} ${unit}`.trimEnd();
}

/** The ratios of two variants that were measured in turns, round by round, because each round had the same load. */
export function ratios(of: number[], to: number[]): number[] {
	return of.map((value, index) => value / to[index]);
}

export const percent = (part: number) => `${number(part * 100)} %`;
