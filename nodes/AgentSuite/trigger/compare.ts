import type { IDataObject } from 'n8n-workflow';

import { difference } from './difference/difference';
import { itemSince } from './difference/itemSince';
import type { Snapshot } from './difference/rows';
import { select } from './difference/selectChanges';
import type { Delivery } from './outbox/delivery';
import type { Poll } from './kept';
import { OTHER_SCOPE, type Baseline } from './baseline';

const DAY_MS = 86_400_000;

/**
 * Compares the list with what is remembered. The order of the steps matters:
 *
 * 1. Undelivered records that have left the list are given up. For each, the last snapshot goes back to what was delivered,
 *    or forgets the record if nothing was. So if it returns, it has changed, or it is new.
 * 2. The lists are compared.
 * 3. What is on its way moves to the new rows, and gets the item for what has changed since it was delivered. From here
 *    on, a row says whether it is on its way. What the event returns no more, because its settings have changed, is dropped.
 * 4. The changes that match the event, without those records, are fresh.
 * 5. The fresh records are added, with the values of the new snapshot.
 */
export function compare(
	{ settings: { event, parameters }, log }: Poll,
	{ known, includeUnchanged, outbox, isOtherScope }: Baseline,
	listed: IDataObject[],
	now: number,
): { snapshot: Snapshot; fresh: Delivery[] } {
	const forgotten = known ? outbox.giveUpGone(known.rows) : [];

	const today = Math.floor(Date.now() / DAY_MS);
	const result = difference(event.list, listed, { known, today, includeUnchanged, forgotten });
	const { changes, snapshot, records } = result;

	const { deliveries } = outbox;
	const { undelivered } = deliveries;
	if (includeUnchanged) outbox.makeAllDue();
	outbox.followList(result, (earlier) => itemSince(event, result, parameters, earlier));
	if (isOtherScope) {
		deliveries.dropUnmatched();
		// At their new rows. What is back as it was delivered is not dropped.
		const isDropped = ({ row }: Delivery) =>
			!deliveries.hasUndelivered(row) && !deliveries.isBackAsDelivered(row);
		const dropped = undelivered.filter(isDropped).length;
		if (dropped > 0) log('warn', `${OTHER_SCOPE}: ${dropped} undelivered records are dropped`);
	}

	const selected = select(event, result, parameters, includeUnchanged);
	const fresh = selected.filter(
		({ row }) =>
			!deliveries.hasUndelivered(row) && (includeUnchanged || !deliveries.isBackAsDelivered(row)),
	);

	const created = changes.filter(({ isNew }) => isNew).length;
	const changed = changes.filter(({ before }) => before).length;
	const counts = `${records.length} listed, ${created} new, ${changed} changed`;
	log('debug', `${counts}, ${fresh.length} to return`);
	for (const { row, isNew, before } of fresh) {
		const change = before ? `changed: ${before.changed.join(', ')}` : isNew ? 'new' : 'unchanged';
		log('debug', `the record in row ${row} is to be returned, ${change}`);
	}

	return { snapshot, fresh: outbox.add(fresh, snapshot.rows, now) };
}
