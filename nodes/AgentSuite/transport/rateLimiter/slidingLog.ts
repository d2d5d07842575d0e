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
