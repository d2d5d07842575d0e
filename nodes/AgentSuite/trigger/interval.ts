/** How much earlier than the minimum interval the list can be read, ms. Timers are not exact, but n8n's do not drift. */
const JITTER_MS = 15_000;
/** Of a short interval, this part at most, so that polls within a minute do not shorten it much. */
const JITTER_PART = 1 / 20;

/** The minimum interval of a trigger. All times are of the steady clock, ms. */
export class Interval {
	/** From when on the list can be read again, and the parameters and credential that this holds for. */
	private next?: { from: number; settings: string };

	/** Whether the list can be read. It always can without a read before with the same settings. */
	isOver(now: number, settings: string): boolean {
		const { next } = this;
		return next?.settings !== settings || now >= next.from;
	}

	/**
	 * After a read.
	 * @param began when the poll with the read has begun
	 * @param settings the parameters and credential that it was read with
	 */
	begin(began: number, minIntervalMs: number, settings: string): void {
		const jitterMs = Math.min(JITTER_MS, minIntervalMs * JITTER_PART);
		this.next = { from: began + minIntervalMs - jitterMs, settings };
	}
}
