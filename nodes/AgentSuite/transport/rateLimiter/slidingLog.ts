/** The first of the indices from..to-1 for which `holds` (false, then true); `to` if there is none. */
export function search(from: number, to: number, holds: (index: number) => boolean): number {
	while (from < to) {
		const middle = (from + to) >>> 1;
		if (holds(middle)) to = middle;
		else from = middle + 1;
	}
	return from;
}

/** When requests departed, ascending (ms): a day's worth, so nothing here walks through all of them. */
export class Departures {
	private times: number[] = [];
	/** Index of the first that is still remembered. */
	head = 0;

	/** Index after the last one. */
	get end(): number {
		return this.times.length;
	}

	at(index: number): number {
		return this.times[index];
	}

	add(time: number): void {
		this.times.push(time);
	}

	/** Takes out one that departed at `time`, if there is one. */
	remove(time: number): void {
		const index = this.firstAfter(time) - 1;
		if (this.times[index] === time) this.times.splice(index, 1);
	}

	/** Forgets those at or before `time`. */
	forget(time: number): void {
		while (this.head < this.times.length && this.times[this.head] <= time) this.head++;
		if (this.head > 1000 && this.head * 2 > this.times.length) {
			this.times = this.times.slice(this.head);
			this.head = 0;
		}
	}

	shift(by: number): void {
		this.times = this.times.map((time) => time + by);
	}

	/** Index of the first departure after `time`. */
	firstAfter(time: number): number {
		return search(this.head, this.times.length, (index) => this.times[index] > time);
	}

	/** How many departed after `from`, up to and including `to`. */
	between(from: number, to: number): number {
		return this.firstAfter(to) - this.firstAfter(from);
	}
}
