/** The second half of a poll: executions with what is due. */
import { steadyClock } from '../transport/clock';
import type { Poll } from './currentPoll';
import { reportsEnds } from './n8n/executionEnd';
import type { Outbox } from './outbox/outbox';
import { logOverdue, logWaiting, warnOnce } from './reporting/logPoll';
import { asOutput, takeAll, type Items } from './sender';

/**
 * Starts executions with what can be sent, where n8n reports their end.
 * @param goes whether what is due goes
 * @returns what n8n starts one with, else. Null if there is nothing
 */
export function send(poll: Poll, goes: boolean): Items | null {
	const { settings, store } = poll;
	const { outbox } = store;
	if (!outbox) return null;
	let sent: Sent = { items: null, hasStarted: false };
	try {
		if (goes) sent = sendFrom(poll, outbox);
	} finally {
		store.endPoll();
	}
	logWaiting(poll, outbox.waiting);
	const { items, hasStarted } = sent;
	if (items || hasStarted) return items;
	// Otherwise, a restart would begin with another first list. Alerts need no state: a restart returns what is low or invalid.
	const isEmpty = store.needsExecution && !settings.event.list.alerts;
	return isEmpty ? asOutput([]) : null;
}

interface Sent {
	items: Items | null;
	/** Whether an execution has started already. */
	hasStarted: boolean;
}

function sendFrom(poll: Poll, outbox: Outbox): Sent {
	const { context, memory, settings } = poll;
	const overdue = outbox.beginPoll(settings, steadyClock.now());
	logOverdue(poll, overdue);
	if (reportsEnds(context)) return { items: null, hasStarted: memory.sender.send(poll) };
	if (settings.retries) warnOnce(poll, 'n8n reports no end of executions, so they are not retried');
	return { items: takeAll(outbox), hasStarted: false };
}
