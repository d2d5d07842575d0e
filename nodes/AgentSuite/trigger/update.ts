/** The first half of a poll: the list. */
import type { IDataObject } from 'n8n-workflow';

import { steadyClock } from '../transport/clock';
import { RunUsage } from '../transport/run/runUsage';
import type { Poll } from './currentPoll';
import { Outbox } from './outbox/outbox';
import { readShared } from './reading/read';
import { logBaseline, logComparison } from './reporting/logPoll';
import { baselineOf } from './state/baseline';
import { withOrganization } from './state/origin';
import { compare } from './table/compare';
import { Table } from './table/table';

const DAY_MS = 86_400_000;

/** When a list is read again at the latest while nothing goes without one, ms. */
const LONGEST_PAUSE_MS = 15 * 60_000;

/**
 * How long after the last read with the same settings a poll reads, ms:
 *
 *     the poll                                                                 it reads after
 *     is the first one after an activation, and its list may be a first one    0
 *     is one in which nothing goes without a list                              the minimum interval, but 15 min at most
 *     any other                                                                the minimum interval
 *
 * Other publications do not read earlier, because a restless n8n would spend tokens. The second line is also that of a first list: what
 * comes until that is read counts as existing.
 */
function intervalOf({ activation, expected, settings }: Poll): number {
	if (activation && expected.mayBeFirst) return 0;
	const { minIntervalMs } = settings;
	return expected.goesWithoutList ? minIntervalMs : Math.min(minIntervalMs, LONGEST_PAUSE_MS);
}

/**
 * Reads the list if it is due, or uses what another trigger has just read, and compares it with what the workflow was told.
 * @throws {Problem} if it cannot be read, or is of another organization
 */
export async function update(poll: Poll): Promise<'compared' | 'notDue'> {
	const { context, settings, origin, memory, log } = poll;
	const { interval, outage, trigger } = memory;
	const began = steadyClock.now();
	const readFor = JSON.stringify([origin, settings.minIntervalMs]);
	const isDue = interval.isOver(began, readFor, intervalOf(poll));
	const usage = new RunUsage();
	let isCompared = false;
	try {
		const records = await readShared(context, settings, { trigger, isDue, usage });
		if (!records) {
			log('debug', 'the minimum interval is not over, so the list is not read');
			return 'notDue';
		}
		compareList(poll, records);
		isCompared = true;
		outage.end();
		return 'compared';
	} finally {
		// A failed read can have cost tokens too. Then it counts: what is new arrives later, but an outage costs little more than ordinary
		// reads.
		if (isCompared || usage.isCharged) interval.noteRead(began, readFor);
	}
}

/** @throws {Problem} if the list is of another organization */
export function compareList(poll: Poll, listed: IDataObject[]): void {
	const { settings, memory, store } = poll;
	const { event, parameters } = settings;
	const current = withOrganization(poll.origin, listed);
	const baseline = baselineOf(store.last, memory.hasCompared, settings, current);
	const { outbox: earlier, basis, returnAll, origin } = baseline;
	const outbox = earlier ?? new Outbox(Table.empty(event.list));
	const today = Math.floor(Date.now() / DAY_MS);
	const comparison = compare(event, parameters, listed, today, {
		table: earlier?.table,
		returnAll,
		isOtherScope: basis === 'otherScope',
	});
	if (returnAll) outbox.beginAnew();
	outbox.follow(comparison);
	store.replace(outbox, origin, !earlier);
	logBaseline(poll, baseline);
	logComparison(poll, comparison);
}
