import { count } from '../texts/words';

/** The items of a run of the node: how many there are, and how far it got. */
export class Progress {
	itemsDone = 0;
	/** Reads of other items whose response was reused. */
	readsReused = 0;
	/** Creates that an earlier try had already done. */
	createsNotRepeated = 0;

	/**
	 * @param items number of input items
	 * @param continues whether the run goes on after a failure. If not, it returns no items then.
	 */
	constructor(
		readonly items: number,
		readonly continues: boolean,
	) {}

	/**
	 * For the description of a request that is not sent. Empty if there is nothing to say.
	 * @param requests that were sent
	 */
	inWords(requests: number): string {
		const { items, continues, itemsDone } = this;
		const isAlone = items === 1;
		if (continues) return isAlone ? '' : `Processed ${itemsDone} of ${count(items, 'item')}.`;
		if (requests === 0) return '';
		const sent = count(requests, 'request');
		return isAlone
			? `The node has already sent ${sent}.`
			: `The node sent ${sent} but returns no items, because it stopped. To keep the items that are done, set 'On Error' to Continue.`;
	}
}
