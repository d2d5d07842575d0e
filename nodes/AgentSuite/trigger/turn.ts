/** One poll of a trigger at a time. All times are of the steady clock, ms. */

/** After this time, another poll can begin although one has not ended, ms. */
const STUCK_MS = 120_000;

/** The right of one poll to change what the process keeps of its trigger. */
export interface Turn {
	/** When it began. */
	began: number;
	/** Whether it was stuck for so long that a later poll has taken over. That one reports its own failures, and counts its reads. */
	isTakenOver(): boolean;
	end(): void;
}

export class Turns {
	/** When the poll in progress has begun. */
	private busySince?: number;

	/** Takes the turn for a poll. Undefined if the previous poll is still running, and not stuck. */
	take(now: number): Turn | undefined {
		if (this.busySince !== undefined && now - this.busySince < STUCK_MS) return undefined;
		this.busySince = now;
		const isTakenOver = () => this.busySince !== now;
		const end = () => {
			if (!isTakenOver()) this.busySince = undefined;
		};
		return { began: now, isTakenOver, end };
	}
}
