import { LONG_AGO, spanOf, WINDOWS } from './windows';
import type { WindowName } from './windows';

/** Number of times after `time`, in ascending times. A day can have many, so it does not walk through all of them. */
function countAfter(times: readonly number[], time: number): number {
	let from = 0;
	let to = times.length;
	while (from < to) {
		const middle = (from + to) >>> 1;
		if (times[middle] > time) to = middle;
		else from = middle + 1;
	}
	return times.length - from;
}

/** When requests were sent on the last day. Times are in ms. */
export class SentLog {
	/** When each request was sent, ascending. */
	private readonly times: number[] = [];
	/** When the last request was sent, also if the service did not count it. */
	lastSent = LONG_AGO;

	constructor(private readonly windows = WINDOWS) {}

	/** Whether nothing was sent on the last day. */
	isEmpty(now: number): boolean {
		return countAfter(this.times, now - spanOf(this.windows.day)) === 0;
	}

	add(now: number): void {
		this.times.push(now);
		this.lastSent = now;
	}

	/** Takes back a request that the service does not count. */
	takeBack(sentAt: number): void {
		const index = this.times.lastIndexOf(sentAt);
		if (index >= 0) this.times.splice(index, 1);
	}

	/** Forgets what no window contains any more. */
	trim(now: number): void {
		const kept = countAfter(this.times, now - spanOf(this.windows.day));
		this.times.splice(0, this.times.length - kept);
	}

	/**
	 * When a slot in the window opens for the request that is behind `ahead` others. Each request takes over the slot of the one
	 * that is `slots` before it, a span later. So the queue goes in rounds of `slots` requests. In the first round, that one was
	 * sent, and its time is known. Each further round is a span later.
	 * @param slots of the window, Infinity without a limit
	 */
	earliestAt(name: WindowName, slots: number, ahead: number, now: number): number {
		const span = spanOf(this.windows[name]);
		const roundsBefore = Math.floor(ahead / slots);
		const placeInRound = ahead % slots;
		const takenOver = this.times.length - slots + placeInRound;
		const isFree = takenOver < 0;
		const inFirstRound = isFree ? now : Math.max(now, this.times[takenOver] + span);
		return inFirstRound + roundsBefore * span;
	}

	/**
	 * When the oldest of the last `slots` requests leaves the minute. `LONG_AGO` if there were fewer, so that a slot was always free.
	 * @param slots of the minute, Infinity without a limit
	 */
	freedAt(slots: number): number {
		const oldest = this.times.length - slots;
		if (slots <= 0 || oldest < 0) return LONG_AGO;
		return this.times[oldest] + spanOf(this.windows.minute);
	}
}
