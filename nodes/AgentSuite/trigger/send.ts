/** The second half of a poll: executions with what is due. */
import { steadyClock } from '../transport/clock';
import type { Poll } from './currentPoll';
import { reportsEnds } from './n8n/executionEnd';
import { logOverdue, logWaiting, warnOnce } from './reporting/logPoll';
import { asOutput, takeAll, type Items } from './sender';

/**
 * Starts executions with what can be sent, where n8n reports their end.
 * @param goes whether what is due goes
 * @returns what n8n starts one with, else. Null if there is nothing
 */
export function send(poll: Poll, goes: boolean): Items | null {
	const { context, memory, settings, store } = poll;
	const { outbox } = store;
	if (!outbox) {
		// It is not due before it is compared.
		if (store.last.outbox) logWaiting(poll, store.last.outbox.waiting);
		return null;
	}
	let items: Items | null = null;
	let hasStarted = false;
	try {
		if (goes) {
			logOverdue(poll, outbox.beginSending(settings, steadyClock.now()));
			if (reportsEnds(context)) {
				memory.sender.resume(poll);
				hasStarted = memory.sender.startNext();
			} else {
				if (settings.retries)
					warnOnce(poll, 'n8n reports no end of executions, so they are not retried');
				items = takeAll(outbox);
			}
		}
	} finally {
		store.endPoll();
	}
	logWaiting(poll, outbox.waiting);
	if (items || hasStarted) return items;
	// Otherwise, a restart would begin with another first list. Alerts need no state: a restart returns what is low or invalid.
	const needsEmpty = store.needsExecution && !settings.event.list.alerts;
	return needsEmpty ? asOutput([]) : null;
}
