/** Lets work through until it is closed, either briefly so that nothing runs, or permanently. */
export class Gate {
	private inside = 0;
	private over = false;
	private open: Promise<void> = Promise.resolve();
	private reopen: () => void = () => undefined;
	private quiet: () => void = () => undefined;

	/** Waits while it is closed. False if it is closed permanently. */
	async pass(): Promise<boolean> {
		await this.open;
		return !this.over;
	}

	/** Does the work and counts it as inside. */
	async during(work: () => Promise<void>): Promise<void> {
		// It can have been closed since the last `pass`.
		if (!(await this.pass())) return;
		this.inside++;
		try {
			await work();
		} finally {
			if (--this.inside === 0) this.quiet();
		}
	}

	/** Closes it, waits until nothing is inside, does the work, and opens it again. */
	async whileQuiet(work: () => Promise<void>): Promise<void> {
		this.open = new Promise((resolve) => (this.reopen = resolve));
		if (this.inside > 0) await new Promise<void>((resolve) => (this.quiet = resolve));
		await work();
		this.reopen();
	}

	/** Closes it permanently. */
	close(): void {
		this.over = true;
	}
}
