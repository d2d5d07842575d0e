/** Formats numbers and tables. */
import type { Figure } from './statistics';

export function table(heads: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const rule = heads.map((_, index) => (index === 0 ? '---' : '--:'));
	return [line(heads), line(rule), ...rows.map(line)].join('\n');
}

/** A short number: 1,234 or 12.3 or 0.12. */
export function number(value: number): string {
	const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
	return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

function spread({ median, least, most }: Figure, show: (value: number) => string): string {
	const [low, high] = [show(least), show(most)];
	return low === high ? show(median) : `${show(median)} (${low}–${high})`;
}

/** Milliseconds: median with lowest and highest. */
export function ms(figure: Figure): string {
	return `${spread(figure, number)} ms`;
}

/** A figure without a unit. */
export function plain(figure: Figure): string {
	return spread(figure, number);
}

/** A ratio, alone or with its spread. */
export function times(value: number | Figure): string {
	const show = (one: number) => one.toFixed(2);
	return typeof value === 'number' ? show(value) : spread(value, show);
}

/** Memory, given in MB. */
export function mb(figure: Figure): string {
	return `${spread(figure, number)} MB`;
}
