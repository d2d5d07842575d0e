/** Runs tasks one at a time, first come, first served. */
export class Mutex {
	private last: Promise<unknown> = Promise.resolve();

	async run<T>(task: () => Promise<T>): Promise<T> {
		const mine = this.last.then(task);
		this.last = mine.catch(() => undefined);
		return await mine;
	}
}
