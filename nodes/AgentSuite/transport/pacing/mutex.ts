/** Runs the tasks of one key one at a time, first come, first served. Tasks of other keys run beside them. */
export class Mutex {
	private readonly last = new Map<string, Promise<unknown>>();

	async run<T>(key: string, task: () => Promise<T>): Promise<T> {
		const mine = (this.last.get(key) ?? Promise.resolve()).then(task);
		const ended = mine.catch(() => undefined);
		this.last.set(key, ended);
		return await mine;
	}
}
