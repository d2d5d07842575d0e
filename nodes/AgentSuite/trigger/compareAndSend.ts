/** The synchronous half of a poll: state in, executions out. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { steadyClock } from '../transport/pacing/clock';
import { readyAsOutput } from './asOutput';
import { compare } from './compare';
import { startExecutions } from './startExecutions';
import type { Delivery } from './outbox/delivery';
import type { Outbox } from './outbox/outbox';
import type { Poll } from './kept';
import { remember, rememberDeliveries } from './remember';
import { newestSnapshot, storeSnapshot } from './snapshot';
import { baselineOf, isForSettings } from './baseline';

type Items = INodeExecutionData[][];

/**
 * Whether n8n also stores the state of polls without an execution (durable cursors).
 * @param stored n8n's object. With durable cursors, it is a plain copy for this poll. Otherwise it is the object in the memory of
 * n8n, which notes in `__dataChanged` whether to save it with the next execution.
 */
const isDurable = (stored: IDataObject): boolean => !('__dataChanged' in stored);

/**
 * Starts executions with what is due.
 * @param stored n8n's object for the state of the node. It can only be asked for within a poll.
 * @returns whether n8n reports their end. If not, what it has not taken is still due.
 */
function startDue(poll: Poll, outbox: Outbox, stored: IDataObject, fresh: Delivery[]): boolean {
	const { kept } = poll;
	const durable = isDurable(stored);
	let isPolling = true;
	// Called during the poll, and by executions that start after it. With durable cursors, a state that changes after the poll
	// belongs to none, so n8n would start nothing. What such an execution changes is stored at the next poll, and a crash
	// before that repeats it.
	const store = () => {
		if (isPolling || !durable) rememberDeliveries(kept, stored);
	};
	const hasStarted = startExecutions(poll, outbox, fresh, store);
	isPolling = false;
	return hasStarted;
}

/** Returns what is due, for n8n to start it. It counts as delivered. */
function takeDue({ settings }: Poll, outbox: Outbox): Items | null {
	const records = outbox.ready();
	if (records.length === 0) return null;
	// Before they are settled, so that what cannot be made stays due.
	const output = readyAsOutput(settings, records);
	outbox.settle(records);
	return output;
}

/** Starts what is due, or returns it where n8n does not report the end of executions. */
function send(
	poll: Poll,
	outbox: Outbox,
	stored: IDataObject,
	fresh: Delivery[] = [],
): Items | null {
	const { kept, settings, log } = poll;
	const mayReport = kept.reportsEnds !== false;
	kept.reportsEnds = mayReport && startDue(poll, outbox, stored, fresh);
	if (settings.retries && !kept.reportsEnds && mayReport)
		log('warn', 'n8n reports no end of executions, so they are not retried');
	const items = kept.reportsEnds ? null : takeDue(poll, outbox);
	rememberDeliveries(kept, stored);
	return items;
}

/** Compares the records with the state, and sends. Synchronous, so that the state and what is sent change together. */
export function compareAndSend(poll: Poll, listed: IDataObject[]): Items | null {
	const { context, settings, kept, log } = poll;
	const stored = context.getWorkflowStaticData('node');
	const baseline = baselineOf(poll, stored, listed);
	const { outbox, origin, last } = baseline;
	const now = steadyClock.now();
	outbox.beginPoll({ ...settings, isPublished: kept.isPublished === true }, log, now);
	if (kept.isPublished) {
		const where = isDurable(stored) ? 'of each poll' : 'together with executions only';
		log('debug', `n8n stores the state ${where}`);
	}
	// If the comparison fails halfway, for example because a balance has no total, the outbox is out of step with the snapshot. So
	// nothing more is sent from it, and the next poll reads the stored one. That also sends what is in an execution again.
	delete kept.outbox;
	delete kept.startNext;
	const { snapshot, fresh } = compare(poll, baseline, listed, now);
	kept.outbox = outbox;
	kept.isPublished = false;
	remember(kept, stored, storeSnapshot(snapshot, origin, outbox.deliveries.toStore()), last);
	outbox.beginRound(now);
	return send(poll, outbox, stored, outbox.pickFresh(fresh));
}

/** For a poll without a list: sends what is due, as it was when the list was read last. */
export function sendOnly(poll: Poll): Items | null {
	const { context, settings, kept, log } = poll;
	const { remembered, outbox } = kept;
	if (!remembered || !outbox || !isForSettings(remembered, poll)) return null;
	const stored = context.getWorkflowStaticData('node');
	// Another main process has polled since. What this one remembers is over, so it must neither be sent nor stored.
	if (newestSnapshot(remembered, stored, context.getNode().id) !== remembered) return null;
	const now = steadyClock.now();
	outbox.beginPoll({ ...settings, isPublished: kept.isPublished === true }, log, now);
	kept.isPublished = false;
	outbox.beginRound(now);
	return send(poll, outbox, stored);
}
