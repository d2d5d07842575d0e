/** How much earlier than the minimum interval the list can be read, ms. Timers are not exact, but n8n's do not drift. */
const JITTER_MS = 15_000;

/** When the list of a trigger was read last. All times are of the steady clock, ms. */
export class Interval {
	/** When the poll with that has begun, and the settings that it was read with. */
	private last?: { began: number; settings: string };

	/** Whether the list can be read. It always can without a read before with the same settings. */
	isOver(now: number, settings: string, readsAfterMs: number): boolean {
		const { last } = this;
		return last?.settings !== settings || now >= last.began + readsAfterMs - JITTER_MS;
	}

	/**
	 * A read.
	 * @param began when the poll with it has begun
	 */
	noteRead(began: number, settings: string): void {
		this.last = { began, settings };
	}
}
