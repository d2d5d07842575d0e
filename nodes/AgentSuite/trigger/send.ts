/** The second half of a poll: executions with what is due. */
import { steadyClock } from '../transport/clock';
import type { Poll } from './currentPoll';
import type { Outbox } from './outbox/outbox';
import { NOTHING_WAITS } from './outbox/waiting';
import type { Outcome } from './plan';
import { logOverdue, logWaiting, warnOnce } from './reporting/logPoll';
import { asOutput, takeAll, type Items } from './sender';

/**
 * Starts executions with what can be sent, where n8n reports their end.
 * @returns what n8n starts one with, else
 */
function sendFrom(poll: Poll, outbox: Outbox): { hasStarted: boolean; items: Items | null } {
	const { context, memory, log, settings, storage, reportsEnds } = poll;
	logOverdue(poll, outbox.beginSending(settings, steadyClock.now()));
	if (reportsEnds) {
		const save = () => memory.store.save(storage);
		return { hasStarted: memory.sender.resume({ context, log, outbox, save }), items: null };
	}
	if (settings.retries) warnOnce(poll, 'n8n reports no end of executions, so they are not retried');
	const items = takeAll(outbox, log);
	return { hasStarted: items !== null, items };
}

/**
 * The end of a poll.
 * @param goes whether what is due goes
 * @returns what n8n starts an execution with. Null if there is nothing, or it has started
 */
export function send(poll: Poll, goes: boolean, outcome: Outcome): Items | null {
	const { memory, settings, storage, last } = poll;
	const { outbox } = memory.store;
	const sent = outbox && goes ? sendFrom(poll, outbox) : undefined;
	memory.store.endPoll(storage);
	// What is not compared is not due yet.
	const notCompared = { ...NOTHING_WAITS, nextList: last.table?.open.size ?? 0 };
	logWaiting(poll, outbox?.waiting ?? notCompared);
	if (sent?.hasStarted) return sent.items;
	// Otherwise, a restart would begin with another first list. Alerts need no state: a restart returns what is low or invalid.
	const isCompared = outcome === 'comparedFirst' || outcome === 'compared';
	const needsEmpty = isCompared && storage.needsExecution(outcome === 'comparedFirst');
	return needsEmpty && !settings.event.list.alerts ? asOutput([]) : null;
}
