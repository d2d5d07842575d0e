import type { IDataObject } from 'n8n-workflow';

import { isSameParts, type PartValues } from '../difference/rows';
import type { Stage } from './stage';

/**
 * A record that has not been delivered, or that an execution could still deliver. Three of its states are remembered:
 *
 *     time ──▶  delivered ────▶ tried ────▶ latest
 *               by the last     by one      in the list
 *               execution       that        that was
 *               that            failed      read last
 *               succeeded
 *
 * The item says what has changed from `delivered` to `latest`. If these are the same, a failed execution can still have
 * passed on `tried`, so the item says what has changed since then.
 *
 * Words of this folder:
 * - fresh: added by this poll. Undelivered: waiting, flying, or held
 * - sent: an execution has started with it. Tried: one that has failed, stopped, or not ended in time
 * - due: waits, and its pause is over. Ready: waits, and has an item to return
 * - held, handed over, settled: see `Stage`. Back as delivered: the list has it again in the state that was delivered
 */
export interface Delivery {
	/** Its row in the snapshot. */
	row: number;
	/** Empty after a restart, until a list is compared. */
	latest: PartValues;
	/** Undefined if it has never been delivered, so that it is new. With retries off, an execution delivers once it starts. */
	delivered?: PartValues;
	/**
	 * Undefined if nobody has tried since it was delivered. A restart forgets with what it was tried: any field can differ from
	 * that, so all of them count as changed, and the earlier status is not known.
	 */
	tried?: PartValues | 'forgotten';
	/** What to return. Undefined if the event does not match now, or the record has left the list. */
	item?: IDataObject;
	/** Whether the event has returned a change since it was delivered. */
	wasReturned: boolean;
	stage: Stage;
	/** How often an execution with only this record has failed. */
	failuresAlone: number;
	/** How often of these something else succeeded meanwhile, so that the destination refuses this record, and is not down. */
	refusals: number;
	/** When n8n could not start its execution for the first time in a row, with retries off. By the steady clock, ms. */
	notStartedSince?: number;
	/** Since when it waits, and when it failed alone last, by the steady clock, ms. */
	waitsSince: number;
	failedAt?: number;
	/** Number of polls in a row that did not find it on the list. */
	pollsMissing: number;
}

/** The counts of a record without failures. */
export const noHistory = {
	failuresAlone: 0,
	refusals: 0,
	notStartedSince: undefined,
	waitsSince: 0,
	failedAt: undefined,
	pollsMissing: 0,
};

/**
 * Whether its latest state was sent: by an execution that failed, or by the one that delivered before. After a restart, nobody
 * knows with what it was tried, so it counts as sent.
 */
export const isLatestTried = ({ latest, tried, delivered }: Delivery): boolean =>
	tried !== undefined &&
	(tried === 'forgotten' || isSameParts(latest, tried) || isSameParts(latest, delivered));

/** Whether it was read from what n8n stores, and no list has been compared since. */
export const isRestored = ({ latest }: Delivery): boolean => latest.length === 0;
