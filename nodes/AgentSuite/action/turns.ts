import { sleep } from 'n8n-workflow';

/** Maximum time before others get a turn, ms. All workflows of a process share one event loop. */
const MAX_TURN_MS = 25;

/** Yields to the event loop regularly, so that long work does not block the whole process. */
export class Turns {
	private since = performance.now();
	private yielding: Promise<void> | undefined;

	/** Call it between small pieces of work. */
	async next(): Promise<void> {
		while (performance.now() - this.since > MAX_TURN_MS) {
			this.yielding ??= sleep(0).then(() => {
				this.since = performance.now();
				this.yielding = undefined;
			});
			await this.yielding;
		}
	}
}
