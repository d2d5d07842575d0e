/** A named check counts what it looked at and what was wrong, and keeps the first few problems. */
interface Check {
	looked: number;
	wrong: number;
	examples: string[];
	figures: string;
}

const SHOWN = 5;

export class Checks {
	private readonly checks = new Map<string, Check>();

	/** Declares checks, in the order of the report. */
	declare(...names: string[]): void {
		for (const name of names) this.of(name);
	}

	/** Counts one thing. `problem` is undefined or false if it is right. */
	look(name: string, problem: string | undefined | false): void {
		const check = this.of(name);
		check.looked++;
		if (!problem) return;
		check.wrong++;
		if (check.examples.length < SHOWN) check.examples.push(problem);
	}

	/** Adds figures to the report. */
	figures(name: string, text: string): void {
		this.of(name).figures = text;
	}

	/**
	 * One line per check, then the totals.
	 * @param full whether a check that had nothing to look at fails. Otherwise it does not count
	 */
	report(full: boolean): { lines: string[]; failed: number } {
		const lines: string[] = [];
		let [passed, failed] = [0, 0];
		for (const [name, { looked, wrong, examples, figures }] of this.checks) {
			if (looked === 0 && !full) {
				lines.push(`--   ${name}: nothing to look at in so short a time, not counted`);
				continue;
			}
			const fine = looked > 0 && wrong === 0;
			if (fine) passed++;
			else failed++;
			const seen = figures || `${looked} looked at`;
			lines.push(`${fine ? 'ok  ' : 'FAIL'} ${name}: ${seen}${wrong ? `, ${wrong} wrong` : ''}`);
			lines.push(...examples.map((example) => `       ${example}`));
		}
		lines.push(`${passed} passed, ${failed} failed`);
		return { lines, failed };
	}

	private of(name: string): Check {
		const known = this.checks.get(name);
		if (known) return known;
		const check = { looked: 0, wrong: 0, examples: [], figures: '' };
		this.checks.set(name, check);
		return check;
	}
}

/** A random generator. The same seed repeats the same numbers. */
export class Dice {
	constructor(private readonly next: () => number) {}

	/** True with this probability. */
	chance(probability: number): boolean {
		return this.next() < probability;
	}

	/** An integer from `least` to `most`. */
	between(least: number, most: number): number {
		return least + Math.floor(this.next() * (most - least + 1));
	}

	pick<T>(values: readonly T[]): T {
		return values[Math.floor(this.next() * values.length)];
	}

	/** A random value, by weight. */
	weighted<T>(values: ReadonlyArray<readonly [weight: number, value: T]>): T {
		let left = this.next() * values.reduce((sum, [weight]) => sum + weight, 0);
		for (const [weight, value] of values) {
			left -= weight;
			if (left < 0) return value;
		}
		return values[values.length - 1][1];
	}
}
