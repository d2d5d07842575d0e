/** Window lengths, ms. */
export const WINDOWS: Readonly<Windows> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

export type WindowName = 'minute' | 'hour' | 'day';
export type Windows = Record<WindowName, number>;
export type LimitName = WindowName | 'pause';
/** Requests allowed in each window. 0 turns a limit off. */
export type Limits = Record<WindowName, number>;

/** How long a request counts, ms. It is longer than the window because requests travel at different speeds. */
export const spanOf = (windowMs: number): number => windowMs + Math.min(1000, windowMs / 20);

/** When requests were sent, ascending (ms). A day can be long, so no method walks through all of them. */
export class SlidingLog {
	private readonly times: number[] = [];

	get size(): number {
		return this.times.length;
	}

	/** The time at an index, the oldest at 0. */
	at(index: number): number {
		return this.times[index];
	}

	add(time: number): void {
		this.times.push(time);
	}

	/** Removes one request at `time`, if there is one. */
	remove(time: number): void {
		const index = this.size - this.countAfter(time) - 1;
		if (this.times[index] === time) this.times.splice(index, 1);
	}

	/** Removes all requests at or before `time`. */
	forget(time: number): void {
		if (this.times[0] <= time) this.times.splice(0, this.size - this.countAfter(time));
	}

	/** Number of requests after `time`. */
	countAfter(time: number): number {
		let [from, to] = [0, this.size];
		while (from < to) {
			const middle = (from + to) >>> 1;
			if (this.times[middle] > time) to = middle;
			else from = middle + 1;
		}
		return this.size - from;
	}
}
