import { durationInWords } from '../../texts/times';
import { steadyClock } from '../clock';
import { AFTER_429_MS } from '../run/maxWait';
import type { Call } from './call';
import { reasons, type Hold } from './reasons';

/**
 * Sleeps for a request that waits, moment by moment. A person who waits for a manual run is told, in the console of the browser, and n8n's
 * log.
 */
export class Sleeper {
	private readonly waitsSince = steadyClock.now();
	/** In words, because several reasons can have the same. */
	private announced?: string;

	constructor(private readonly call: Call) {}

	/**
	 * Sleeps a moment. The caller then looks again, because what holds up a request can end early, or become something else.
	 * @throws {Problem} when nothing more can be sent for the account
	 */
	async aMoment(hold: Hold): Promise<void> {
		const { run, account, maxWait } = this.call;
		const { words, clocks } = reasons[hold.reason];
		const began = steadyClock.now();
		// So that it is not forgotten meanwhile.
		account.noteUse(began);
		this.announce(hold);
		await run.halt.sleepAMoment(hold.ms, account.key);
		const sleptMs = steadyClock.now() - began;
		run.usage.waited(sleptMs, words);
		maxWait.note(sleptMs, clocks);
	}

	private announce({ reason, ms }: Hold): void {
		const { words, isOpenEnded } = reasons[reason];
		const { context } = this.call.run;
		// Looked at each time, because a short wait can become a long one: another execution gets a 429.
		const isLong = steadyClock.now() - this.waitsSince + ms >= AFTER_429_MS;
		if (!isLong || words === this.announced) return;
		this.announced = words;
		const time = isOpenEnded ? '' : `${durationInWords(ms)} `;
		const text = `Agent Suite: waiting ${time}for ${words}`;
		context.logger.debug(text);
		// n8n ignores it unless the run is manual. The context of a poll does not have it.
		if ('sendMessageToUI' in context) context.sendMessageToUI(text);
	}
}
