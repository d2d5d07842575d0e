/** The second half of a poll: executions with what is due. */
import { steadyClock } from '../transport/clock';
import type { Poll } from './currentPoll';
import type { Outbox } from './outbox/outbox';
import { NOTHING_WAITS } from './outbox/waiting';
import type { Outcome } from './plan';
import { logOverdue, logWaiting, warnOnce } from './reporting/logPoll';
import { asOutput, takeAll, type Items } from './sender';

/**
 * Whether an execution without items starts, because n8n would not store the state otherwise, and a restart would begin with another first
 * list: a list was compared, n8n stores nothing after this poll, and had no state that can be used. Not for alerts, because a restart
 * returns what is low or invalid anyway.
 */
function needsEmptyExecution({ storage, settings }: Poll, outcome: Outcome): boolean {
	if (storage.storesAfterPoll || settings.event.list.alerts) return false;
	return outcome === 'comparedFirst' || (outcome === 'compared' && !storage.wasStored);
}

/**
 * Starts executions with what can be sent, where n8n reports their end.
 * @returns what n8n starts one with, else
 */
function sendFrom(poll: Poll, outbox: Outbox): { hasStarted: boolean; items: Items | null } {
	const { context, memory, log, settings, reportsEnds } = poll;
	logOverdue(poll, outbox.beginSending(settings, steadyClock.now()));
	if (reportsEnds) {
		const save = () => memory.store.save();
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
	const { memory, last } = poll;
	const { outbox } = memory.store;
	const sent = outbox && goes ? sendFrom(poll, outbox) : undefined;
	// What is not compared is not due yet.
	const notCompared = { ...NOTHING_WAITS, nextList: last.table?.open.size ?? 0 };
	logWaiting(poll, outbox?.waiting ?? notCompared);
	if (sent?.hasStarted) return sent.items;
	return needsEmptyExecution(poll, outcome) ? asOutput([]) : null;
}
