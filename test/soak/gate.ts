/** Lets everyone through until it is closed: for a moment, so that all is quiet, or for good. */
export class Gate {
	private inside = 0;
	private over = false;
	private open: Promise<void> = Promise.resolve();
	private reopen: () => void = () => undefined;
	private quiet: () => void = () => undefined;

	/** Waits while it is closed; false when it is closed for good. */
	async pass(): Promise<boolean> {
		await this.open;
		return !this.over;
	}

	/** Counts who is inside. */
	async during(work: () => Promise<void>): Promise<void> {
		// It may have been closed since `pass`.
		if (!(await this.pass())) return;
		this.inside++;
		try {
			await work();
		} finally {
			if (--this.inside === 0) this.quiet();
		}
	}

	/** Closes it, waits until nobody is inside, does the work, and opens again. */
	async whileQuiet(work: () => Promise<void>): Promise<void> {
		this.open = new Promise((resolve) => (this.reopen = resolve));
		if (this.inside > 0) await new Promise<void>((resolve) => (this.quiet = resolve));
		await work();
		this.reopen();
	}

	/** Nobody is let in any more. */
	close(): void {
		this.over = true;
	}
}
