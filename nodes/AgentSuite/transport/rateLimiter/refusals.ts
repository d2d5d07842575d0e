import { CONFIRMS_WITHIN } from './tuning';
import { LONG_AGO, WINDOWS } from './windows';

/** What 429s say about others who use the token. Times are in ms. */
export class Refusals {
	/** 429s of the last burst. */
	refusedInBurst = 0;
	/** When the last burst began. */
	burstBeganAt = LONG_AGO;
	/** When the burst began that the next one is compared with. */
	private comparedAt = LONG_AGO;
	private othersKnownUntil = LONG_AGO;

	constructor(private readonly windows = WINDOWS) {}

	/** A response only says something about now if its request was sent after the last burst began. */
	isAfterBurst(sentAt: number): boolean {
		return sentAt > this.burstBeganAt;
	}

	/**
	 * Requests that were sent before the first 429 came belong to its burst. A second burst after the minute is over means that
	 * the limit is lower for us than we think, and that counts for an hour: others use the token too, or the plan allows less
	 * than the credential says. We cannot tell them apart, so both are called others. A stray 429 has no second one.
	 * @returns whether a new burst begins
	 */
	note(sentAt: number, now: number): boolean {
		const { minute, hour } = this.windows;
		const isNew = this.isAfterBurst(sentAt);
		this.refusedInBurst = isNew ? 1 : this.refusedInBurst + 1;
		if (!isNew) return false;
		const since = now - this.comparedAt;
		const isMinuteOver = since > minute;
		if (isMinuteOver && since < minute * CONFIRMS_WITHIN) this.othersKnownUntil = now + hour;
		if (isMinuteOver) this.comparedAt = now;
		this.burstBeganAt = now;
		return true;
	}

	/** Whether others are known, in the sense of `note`. */
	areOthersKnown(now: number): boolean {
		return now < this.othersKnownUntil;
	}
}
