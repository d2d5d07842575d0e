import { NEVER, WINDOWS } from './windows';

/** A burst of 429s confirms an earlier one for this many minutes. In the first of them, our own requests can still be in the way. */
const CONFIRMS_WITHIN = 2.5;

/** What 429s say about others who use the token. Times are in ms. */
export class Refusals {
	/** 429s of the last burst. */
	burst = 0;
	/** When the last burst began. */
	beganAt = NEVER;
	/** When the burst began that a later one might confirm. */
	private unconfirmedAt = NEVER;
	private sharedUntil = NEVER;

	constructor(private readonly windows = WINDOWS) {}

	/** A response only says something about now if its request was sent after the last burst began. */
	isAfterBurst(sentAt: number): boolean {
		return sentAt > this.beganAt;
	}

	/**
	 * Requests that were sent before the first 429 came belong to its burst. A second burst after the minute is over means that
	 * others use the token too, and that counts for an hour. A stray 429 has no second one.
	 * @returns whether a new burst begins
	 */
	note(sentAt: number, now: number): boolean {
		const { minute, hour } = this.windows;
		const isNew = this.isAfterBurst(sentAt);
		this.burst = isNew ? 1 : this.burst + 1;
		if (!isNew) return false;
		const since = now - this.unconfirmedAt;
		const isMinuteOver = since > minute;
		if (isMinuteOver && since < minute * CONFIRMS_WITHIN) this.sharedUntil = now + hour;
		if (isMinuteOver) this.unconfirmedAt = now;
		this.beganAt = now;
		return true;
	}

	/** Whether others are known to use the token too. */
	isShared(now: number): boolean {
		return now < this.sharedUntil;
	}
}
