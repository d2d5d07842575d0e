/** How much earlier than the minimum interval the list can be read, ms. Timers are not exact, but n8n's do not drift. */
const JITTER_MS = 15_000;

/** The minimum interval of a trigger. All times are of the steady clock, ms. */
export class Interval {
	/** From when on the list can be read again, and the settings that this holds for. */
	private next?: { from: number; settings: string };

	/** Whether the list can be read. It always can without a read before with the same settings. */
	isOver(now: number, settings: string): boolean {
		const { next } = this;
		return next?.settings !== settings || now >= next.from;
	}

	/**
	 * After a read.
	 * @param began when the poll with the read has begun
	 * @param settings those that it was read with
	 */
	begin(began: number, minIntervalMs: number, settings: string): void {
		this.next = { from: began + minIntervalMs - JITTER_MS, settings };
	}
}
