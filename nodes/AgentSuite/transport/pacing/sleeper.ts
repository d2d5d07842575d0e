import { durationInWords } from '../../texts/times';
import { steadyClock } from '../clock';
import { leastMs, type Wait } from '../rateLimiter/types';
import { AFTER_429_MS } from '../run/maxWait';
import type { Call } from './call';

/** Sleeps for a request that waits, moment by moment. A person who waits for a manual run is told, in the console of the browser, and n8n's log. */
export class Sleeper {
	private readonly began = steadyClock.now();
	/** In words, because several reasons can have the same. */
	private announced?: string;

	constructor(private readonly call: Call) {}

	/**
	 * Sleeps a moment. The caller then looks again, because what holds up a request can end early, or become something else.
	 * @param words what the request waits for
	 * @returns how long it has slept, ms
	 * @throws {Problem} when nothing more can be sent for the account
	 */
	async aMoment(words: string, wait: Pick<Wait, 'ms'>): Promise<number> {
		const { run, account } = this.call;
		const began = steadyClock.now();
		// So that it is not forgotten meanwhile.
		account.noteUse(began);
		this.announce(words, wait);
		await run.halt.sleepAMoment(leastMs(wait), account.key);
		const sleptMs = steadyClock.now() - began;
		run.usage.waited(sleptMs, words);
		return sleptMs;
	}

	private announce(words: string, wait: Pick<Wait, 'ms'>): void {
		const { context } = this.call.run;
		// Looked at each time, because a short wait can become a long one: another execution gets a 429.
		const isLong = steadyClock.now() - this.began + leastMs(wait) >= AFTER_429_MS;
		if (!isLong || words === this.announced) return;
		this.announced = words;
		const time = wait.ms ? `${durationInWords(wait.ms)} ` : '';
		const text = `Agent Suite: waiting ${time}for ${words}`;
		context.logger.debug(text);
		// n8n ignores it unless the run is manual. The context of a poll does not have it.
		if ('sendMessageToUI' in context) context.sendMessageToUI(text);
	}
}
