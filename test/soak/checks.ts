/** Named checks: each has looked at so many things and found so many wrong, the first few in words. */
interface Check {
	looked: number;
	wrong: number;
	examples: string[];
	figures: string;
}

const SHOWN = 5;

export class Checks {
	private readonly checks = new Map<string, Check>();

	/** Names a check, in the order of the report. */
	declare(...names: string[]): void {
		for (const name of names) this.of(name);
	}

	/** Looks at one thing; `problem` tells what is wrong with it, undefined when nothing is. */
	look(name: string, problem: string | undefined | false): void {
		const check = this.of(name);
		check.looked++;
		if (!problem) return;
		check.wrong++;
		if (check.examples.length < SHOWN) check.examples.push(problem);
	}

	/** Figures that stand beside the result. */
	figures(name: string, text: string): void {
		this.of(name).figures = text;
	}

	/**
	 * One line for each check, then the count of both.
	 * @param full whether a check that had nothing to look at fails; it counts as neither otherwise
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

/** A source of chance; the same seed gives the same dice. */
export class Dice {
	constructor(private readonly next: () => number) {}

	/** Whether something of this probability happens. */
	chance(probability: number): boolean {
		return this.next() < probability;
	}

	/** A whole number from `least` to `most`. */
	between(least: number, most: number): number {
		return least + Math.floor(this.next() * (most - least + 1));
	}

	pick<T>(values: readonly T[]): T {
		return values[Math.floor(this.next() * values.length)];
	}

	/** One of the values, each as likely as its weight. */
	weighted<T>(values: ReadonlyArray<readonly [weight: number, value: T]>): T {
		let left = this.next() * values.reduce((sum, [weight]) => sum + weight, 0);
		for (const [weight, value] of values) {
			left -= weight;
			if (left < 0) return value;
		}
		return values[values.length - 1][1];
	}
}
