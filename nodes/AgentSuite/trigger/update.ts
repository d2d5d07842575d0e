/** The first half of a poll: the list. */
import type { IDataObject } from 'n8n-workflow';

import { steadyClock } from '../transport/clock';
import { RunUsage } from '../transport/run/runUsage';
import type { Poll } from './currentPoll';
import { Outbox } from './outbox/outbox';
import { intervalOf } from './plan';
import { readShared } from './reading/read';
import { logBaseline, logComparison } from './reporting/logPoll';
import { baselineOf } from './state/baseline';
import { withOrganization } from './state/origin';
import { compare } from './table/compare';

const DAY_MS = 86_400_000;

/**
 * Reads the list if it is due, or uses what another trigger has just read, and compares it with what the workflow was told.
 * @throws {Problem} if it cannot be read, or is of another organization
 */
export async function update(poll: Poll): Promise<'comparedFirst' | 'compared' | 'notRead'> {
	const { context, settings, origin, memory, log, activation, expected } = poll;
	const { interval, outage, trigger } = memory;
	const began = steadyClock.now();
	const readFor = JSON.stringify([origin, settings.minIntervalMs]);
	const readsAfter = intervalOf(settings.minIntervalMs, activation, expected);
	const isDue = interval.isOver(began, readFor, readsAfter);
	const usage = new RunUsage();
	let hasList = false;
	try {
		const records = await readShared(context, settings, { trigger, isDue, usage });
		if (!records) {
			log('debug', 'the minimum interval is not over, so the list is not read');
			return 'notRead';
		}
		hasList = true;
		const compared = compareList(poll, records);
		outage.end();
		return compared;
	} finally {
		// A failed read can have cost tokens too. Then it counts: what is new arrives later, but an outage costs little more than ordinary
		// reads.
		if (hasList || usage.isCharged) interval.noteRead(began, readFor);
	}
}

/** @throws {Problem} if the list is of another organization */
export function compareList(poll: Poll, listed: IDataObject[]): 'comparedFirst' | 'compared' {
	const { settings, memory, last } = poll;
	const { store } = memory;
	const { event, parameters } = settings;
	const current = withOrganization(poll.origin, listed);
	const baseline = baselineOf(last, store.hasCompared, settings, current);
	const { isFirst, basis, returnAll, origin } = baseline;
	const today = Math.floor(Date.now() / DAY_MS);
	const comparison = compare(event, parameters, listed, today, {
		table: isFirst ? undefined : last.table,
		returnAll,
		isOtherScope: basis === 'otherScope',
	});
	// At a first list, what is in progress ends in the earlier one, so it tells nothing, and does not go again.
	const outbox = last.from === 'kept' && !isFirst ? last.outbox : new Outbox(comparison.table);
	if (returnAll === 'emitExisting') outbox.beginAnew();
	outbox.follow(comparison);
	store.replace(outbox, last, origin);
	logBaseline(poll, baseline);
	logComparison(poll, comparison);
	return isFirst ? 'comparedFirst' : 'compared';
}
