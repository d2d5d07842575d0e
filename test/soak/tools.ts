const SHOWN = 5;

/** Named checks. Each counts what it looked at and what was wrong, and keeps the first few problems. */
export class Checks {
	private readonly checks = new Map<string, { looked: number; wrong: string[] }>();

	/** Declares checks, in the order of the report. */
	declare(names: string[]): void {
		for (const name of names) this.checks.set(name, { looked: 0, wrong: [] });
	}

	/** Counts one thing. `problem` is undefined or false if it is right. */
	look(name: string, problem: string | undefined | false): void {
		const check = this.checks.get(name);
		if (!check) throw new Error(`Undeclared check: ${name}`);
		check.looked++;
		if (problem) check.wrong.push(problem.slice(0, 500));
	}

	/** One line per check, then the totals. @param full whether a check that had nothing to look at fails */
	report(full: boolean): { lines: string[]; failed: number } {
		const lines: string[] = [];
		let [passed, failed] = [0, 0];
		for (const [name, { looked, wrong }] of this.checks) {
			const seen = `${name}: ${looked} looked at`;
			if (looked === 0 && !full) {
				lines.push(`--   ${seen} in so short a time, not counted`);
				continue;
			}
			const fine = looked > 0 && wrong.length === 0;
			if (fine) passed++;
			else failed++;
			lines.push(fine ? `ok   ${seen}` : `FAIL ${seen}, ${wrong.length} wrong`);
			lines.push(...wrong.slice(0, SHOWN).map((example) => `       ${example}`));
		}
		lines.push(`${passed} passed, ${failed} failed`);
		return { lines, failed };
	}
}

/** A random generator. The same seed repeats the same numbers. */
export class Dice {
	constructor(private readonly next: () => number) {}

	/** True with this probability. */
	chance(probability: number): boolean {
		return this.next() < probability;
	}

	between(least: number, most: number): number {
		return least + Math.floor(this.next() * (most - least + 1));
	}

	pick<T>(values: readonly T[]): T {
		return values[Math.floor(this.next() * values.length)];
	}

	weighted<T>(values: ReadonlyArray<readonly [weight: number, value: T]>): T {
		return this.pick(values.flatMap(([weight, value]) => Array<T>(weight).fill(value)));
	}
}

/** Lets work through until it is closed, either briefly so that nothing runs, or permanently. */
export class Gate {
	private inside = 0;
	private over = false;
	private open: Promise<void> = Promise.resolve();
	private reopen: () => void = () => undefined;
	private quiet: () => void = () => undefined;

	/** Does the work again and again until the gate is closed permanently. */
	async repeat(work: () => Promise<void>): Promise<void> {
		for (;;) {
			await this.open;
			if (this.over) return;
			this.inside++;
			try {
				await work();
			} finally {
				if (--this.inside === 0) this.quiet();
			}
			await new Promise((resolve) => setTimeout(resolve, 0));
		}
	}

	/** Closes it, waits until nothing is inside, does the work, and opens it again. */
	async whileQuiet(work: () => Promise<void>): Promise<void> {
		this.open = new Promise((resolve) => (this.reopen = resolve));
		if (this.inside > 0) await new Promise<void>((resolve) => (this.quiet = resolve));
		await work();
		this.reopen();
	}

	close(): void {
		this.over = true;
	}
}

export function groupBy<Key, T>(values: T[], keyOf: (value: T) => Key): Map<Key, T[]> {
	const groups = new Map<Key, T[]>();
	for (const value of values) {
		const group = groups.get(keyOf(value));
		if (group) group.push(value);
		else groups.set(keyOf(value), [value]);
	}
	return groups;
}
