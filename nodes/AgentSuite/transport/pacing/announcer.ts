import { durationInWords } from '../../texts/times';
import { steadyClock } from '../clock';
import type { Run } from '../run/run';

/** A person who runs the node manually is told about longer waits, ms. */
const NOTICEABLE_MS = 2000;

/** Tells a person who waits for a manual run, in the console of the browser, and n8n's log in any case. */
export class Announcer {
	/** What the request waits for, in words, because several reasons can have the same. */
	private waitsFor?: string;
	/** Since when. */
	private began = -Infinity;
	private announced?: string;

	constructor(private readonly context: Run['context']) {}

	/**
	 * @param words what the request waits for
	 * @param leftMs undefined if nobody knows. Then the wait is told once it has taken long
	 */
	announce(words: string, leftMs?: number): void {
		const now = steadyClock.now();
		if (words !== this.waitsFor) this.began = now;
		this.waitsFor = words;
		// Looked at each time, because a short wait can become a long one: another execution gets a 429.
		if ((leftMs ?? now - this.began) < NOTICEABLE_MS || words === this.announced) return;
		this.announced = words;
		const time = leftMs === undefined ? '' : `${durationInWords(leftMs)} `;
		const text = `Agent Suite: waiting ${time}for ${words}`;
		this.context.logger.debug(text);
		// n8n ignores it unless the run is manual. The context of a poll does not have it.
		if ('sendMessageToUI' in this.context) this.context.sendMessageToUI(text);
	}
}
