/** When the requests of the last day were sent, as a sliding log: exact for every limit. Times are in ms. */
export class SentLog {
	/** Ascending. */
	readonly times: number[] = [];

	/** @param dayMs how long they are kept */
	constructor(private readonly dayMs: number) {}

	add(now: number): void {
		this.times.push(now);
		while (this.times[0] <= now - this.dayMs) this.times.shift();
	}

	/** Takes back a request that the service does not count. Of several at the same time, any of them: only times are kept. */
	takeBack(sentAt: number): void {
		const index = this.times.lastIndexOf(sentAt);
		if (index >= 0) this.times.splice(index, 1);
	}

	/**
	 * When there is room for the request that is behind `ahead` others. With a limit of N, that is a span after the Nth last
	 * request. If more than N are waiting, each further N wait for a span more.
	 * @param limit how many can be sent within the span: 1 or more, Infinity for no limit
	 */
	roomAt(limit: number, span: number, ahead: number, now: number): number {
		const makesRoom = this.times[this.times.length - limit + (ahead % limit)] ?? -Infinity;
		return Math.max(now, makesRoom + span) + Math.floor(ahead / limit) * span;
	}
}
