import { durationInWords } from '../../texts/times';
import { steadyClock } from '../clock';
import type { Run } from '../run/run';

/** A person who runs the node manually is told about longer waits, ms. */
const NOTICEABLE_MS = 2000;

/** Tells a person who waits for a manual run, in the console of the browser, and n8n's log in any case. */
export class Announcer {
	/** When the request began to wait. */
	private readonly began = steadyClock.now();
	/** In words, because several reasons can have the same. */
	private announced?: string;

	constructor(private readonly context: Run['context']) {}

	/**
	 * @param words what the request waits for
	 * @param leftMs 0 if nobody knows
	 */
	announce(words: string, leftMs: number): void {
		// Looked at each time, because a short wait can become a long one: another execution gets a 429.
		const isLong = steadyClock.now() - this.began + leftMs >= NOTICEABLE_MS;
		if (!isLong || words === this.announced) return;
		this.announced = words;
		const time = leftMs > 0 ? `${durationInWords(leftMs)} ` : '';
		const text = `Agent Suite: waiting ${time}for ${words}`;
		this.context.logger.debug(text);
		// n8n ignores it unless the run is manual. The context of a poll does not have it.
		if ('sendMessageToUI' in this.context) this.context.sendMessageToUI(text);
	}
}
