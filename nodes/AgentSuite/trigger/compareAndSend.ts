/** The synchronous half of a poll, so that the state and what is sent change together. */
import type { IDataObject } from 'n8n-workflow';

import type { TriggerSettings } from '../parameters/readTrigger';
import { steadyClock } from '../transport/pacing/clock';
import { baselineOf, isForSettings } from './baseline';
import { logComparison, logWaiting } from './logPoll';
import { warnOnce, type Poll } from './memory';
import { Outbox } from './outbox/outbox';
import { asOutput, type Items } from './output';
import { startExecutions } from './startExecutions';
import { isDurable, newestState } from './state';
import { store } from './store';
import { compare } from './table/compare';
import { Table } from './table/table';

const DAY_MS = 86_400_000;

/**
 * Starts executions with what can be sent.
 * @param stored n8n's object for the state of the node. It can only be asked for within a poll.
 * @returns whether one has started, and whether n8n reports their end
 */
function start(poll: Poll, stored: IDataObject): { hasStarted: boolean; reportsEnds: boolean } {
	const durable = isDurable(stored);
	let isPolling = true;
	let hasStarted = false;
	// Called during the poll, and by executions that start after it. With durable cursors, a state that changes after the poll
	// belongs to none, so n8n would start nothing. What such an execution changes is stored at the next poll, and a crash
	// before that repeats it.
	const reportsEnds = startExecutions(poll, () => {
		hasStarted = true;
		if (isPolling || !durable) store(poll.memory, stored);
	});
	isPolling = false;
	return { hasStarted, reportsEnds };
}

/** All that waits, which counts as told. */
function returnWaiting(settings: TriggerSettings, outbox: Outbox): Items | null {
	const waiting = outbox.whole;
	if (waiting.items.size === 0) return null;
	// First, so that what cannot be made still waits.
	const items = asOutput(settings, waiting.items.values());
	outbox.tellWhole(waiting);
	return items;
}

/** Starts what can be sent, or returns it where n8n does not report the end of executions. */
function send(poll: Poll, outbox: Outbox, stored: IDataObject) {
	const { memory, settings } = poll;
	logWaiting(poll, outbox.counts);
	outbox.openLanes(steadyClock.now());
	const { hasStarted, reportsEnds } = start(poll, stored);
	if (settings.retries && !reportsEnds)
		warnOnce(poll, 'n8n reports no end of executions, so they are not retried');
	const items = reportsEnds ? null : returnWaiting(settings, outbox);
	store(memory, stored);
	return { hasStarted, items };
}

/** Compares the records with what the workflow was told, and sends what is due. */
export function compareAndSend(poll: Poll, listed: IDataObject[]): Items | null {
	const { context, settings, memory, log, isActivation } = poll;
	const { event, parameters } = settings;
	const stored = context.getWorkflowStaticData('node');
	const {
		last,
		outbox: known,
		includeTold,
		isOtherScope,
		origin,
	} = baselineOf(poll, stored, listed);
	const outbox = known ?? new Outbox(Table.empty(event.list));
	outbox.beginPoll(settings, steadyClock.now());
	if (includeTold) outbox.retryAll();
	const today = Math.floor(Date.now() / DAY_MS);
	const comparison = compare(event, parameters, listed, today, {
		table: known?.table,
		includeTold,
		isOtherScope,
	});
	outbox.follow(comparison);
	Object.assign(memory, { state: last, outbox });
	logComparison(poll, comparison);
	if (isActivation) {
		const where = isDurable(stored) ? 'of each poll' : 'together with executions only';
		log('debug', `n8n stores the state ${where}`);
	}
	store(memory, stored, origin);
	const { hasStarted, items } = send(poll, outbox, stored);
	// Without an execution, n8n stores the state of an activation, or with durable cursors, of every other poll. A first state
	// that it does not store would be gone with a restart, and with it what comes until then.
	const storesIt = isDurable(stored) ? !isActivation : isActivation;
	const isUnsaved = !known && !hasStarted && !storesIt;
	// With 'Always Output Data', n8n would pass on an item without a record.
	const canBeEmpty = !context.getNode().alwaysOutputData;
	return items ?? (isUnsaved && canBeEmpty ? asOutput(settings, []) : null);
}

/** For a poll without a list: sends what is due, as it was when the list was read last. */
export function sendOnly(poll: Poll): Items | null {
	const { context, memory } = poll;
	const { state, outbox } = memory;
	if (!state || !outbox) return null;
	if (!isForSettings(state, poll)) return null;
	const stored = context.getWorkflowStaticData('node');
	// Another main process has polled since. What this one remembers is over, so it must neither be sent nor stored.
	if (newestState(state, stored, context.getNode().id) !== state) return null;
	outbox.beginPoll(poll.settings, steadyClock.now());
	return send(poll, outbox, stored).items;
}
