import { sleep } from 'n8n-workflow';

/** How long others wait for their turn at most, ms: all workflows of a process share one event loop. */
const MAX_TURN_MS = 25;

/** Gives others a turn now and then, so that a long run of work does not hold up the whole process. */
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
