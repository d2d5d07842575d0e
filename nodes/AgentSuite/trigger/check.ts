import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { steadyClock } from '../transport/pacing/clock';
import { compare } from './compare';
import { asOutput, startExecutions } from './emit';
import type { Outbox } from './outbox/outbox';
import type { Poll, TriggerProcess } from './process';
import { remember, rememberDeliveries } from './remember';
import { newestSnapshot, storeSnapshot } from './snapshot';
import { beforeOf } from './start';

type Items = INodeExecutionData[][];

/** Whether n8n also stores the state of polls without an execution (durable cursors). */
function isDurable(stored: IDataObject): boolean {
	// Otherwise it is n8n's own object, which notes whether it was changed.
	return !('__dataChanged' in stored);
}

/**
 * Starts what is due, or returns it where n8n does not report the end of executions.
 * @param stored n8n's object for the state of the node. It can only be asked for within a poll.
 */
function send(
	poll: Poll & { kept: TriggerProcess & { outbox: Outbox } },
	stored: IDataObject,
	fresh: Parameters<typeof startExecutions>[1],
): Items | null {
	const { kept, settings, log } = poll;
	const { outbox } = kept;
	const durable = isDurable(stored);
	let isPolling = true;
	const store = () => {
		// With durable cursors, a state that changes after the poll belongs to no poll, so n8n would start nothing.
		if (isPolling || !durable) rememberDeliveries(kept, stored);
	};
	const hasStarted = !kept.isRefused && startExecutions(poll, fresh, store);
	const plain = hasStarted ? [] : outbox.takeAll();
	rememberDeliveries(kept, stored);
	isPolling = false;
	if (hasStarted) return null;
	if (settings.retries && !kept.isRefused)
		log('warn', 'n8n reports no end of executions, so they are not retried');
	kept.isRefused = true;
	return plain.length > 0 ? asOutput(settings, plain) : null;
}

/**
 * A comparison that fails halfway, for example because an event throws, leaves the outbox out of step with the snapshot.
 * So the next poll reads the stored one.
 */
function compareOrForget(...[poll, ...rest]: Parameters<typeof compare>) {
	try {
		return compare(poll, ...rest);
	} catch (error) {
		delete poll.kept.outbox;
		throw error;
	}
}

/** Compares the records with the state. Synchronous, so that the state and what is returned change together. */
export function check(poll: Poll, listed: IDataObject[]): Items | null {
	const { context, settings, kept, log } = poll;
	const stored = context.getWorkflowStaticData('node');
	const before = beforeOf(poll, stored, listed);
	const { outbox, origin, state } = before;
	const now = steadyClock.now();
	outbox.log = log;
	outbox.beginPoll({ ...settings, isPublished: kept.isPublished === true }, now);
	const { snapshot, fresh } = compareOrForget(poll, before, listed, now);
	const current = Object.assign(kept, { outbox, isPublished: false });
	remember(current, stored, storeSnapshot(snapshot, origin, outbox.toStore()), state);
	return send({ ...poll, kept: current }, stored, fresh);
}

/** What a poll does that does not read the list: it sends what is due, as it was when the list was read last. */
export function checkUnread(poll: Poll): Items | null {
	const { context, settings, kept, log } = poll;
	const { outbox } = kept;
	if (!outbox) return null;
	const stored = context.getWorkflowStaticData('node');
	// Another main process has polled since. What this one remembers is over, so it must neither be sent nor stored.
	if (newestSnapshot(kept.latest, stored, context.getNode().id) !== kept.latest) return null;
	const now = steadyClock.now();
	outbox.log = log;
	outbox.beginPoll({ ...settings, isPublished: kept.isPublished === true }, now);
	outbox.openRound(now);
	kept.isPublished = false;
	return send({ ...poll, kept: Object.assign(kept, { outbox }) }, stored, []);
}
