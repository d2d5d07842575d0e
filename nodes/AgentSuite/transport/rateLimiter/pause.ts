import { LONG_AGO, WINDOWS } from './windows';

/** The pause that the service asks for with Retry-After. It is over at `until`, or when a trial gets through. Times are in ms. */
export class Pause {
	/** When it is over. */
	until = LONG_AGO;
	/** When one request can try whether it is over: an hour after it began or after the last trial, at the latest at its end. */
	trialAt = LONG_AGO;
	/** When the last trial was sent, as long as it can be taken back. */
	private trialSentAt: number | undefined;

	constructor(private readonly windows = WINDOWS) {}

	/** The longest that the service has asked for counts. */
	ask(ms: number, now: number): void {
		this.until = Math.max(this.until, now + ms);
		this.planTrial(now);
	}

	/**
	 * When it lets a request through. Only the first in the queue can be the trial, and only if it asks after `trialAt`: before,
	 * it is told the end of the pause, because nobody knows whether the trial will get through.
	 */
	earliestAt(ahead: number, now: number): number {
		const isTrial = ahead === 0 && now >= this.trialAt;
		return isTrial ? now : this.until;
	}

	/** A request that is sent in a pause is the trial. If it fails, the pause goes on, with the next trial in an hour. */
	noteSent(now: number): void {
		if (now >= this.until) return;
		this.planTrial(now);
		this.trialSentAt = now;
	}

	/** A request was not sent after all. If it was the trial, the next one can be. */
	noteUnsent(sentAt: number): void {
		if (this.trialSentAt === sentAt) this.trialAt = sentAt;
	}

	/** The service lets requests through again, so the pause is over. */
	end(now: number): void {
		this.until = now;
		this.trialAt = now;
	}

	private planTrial(now: number): void {
		this.trialAt = Math.min(this.until, now + this.windows.hour);
		this.trialSentAt = undefined;
	}
}
