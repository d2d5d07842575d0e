/** The synchronous half of a poll, so that the state and what is sent change together. */
import type { IDataObject } from 'n8n-workflow';

import { count } from '../model/words';
import { steadyClock } from '../transport/pacing/clock';
import { baselineOf, isForSettings } from './baseline';
import { logComparison, logWaiting } from './logPoll';
import type { Poll } from './memory';
import { Outbox } from './outbox/outbox';
import { asOutput, waitingAsOutput, type Items } from './output';
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

/** Starts what can be sent, or returns it where n8n does not report the end of executions. */
function send(poll: Poll, outbox: Outbox, stored: IDataObject) {
	const { memory, settings, log } = poll;
	outbox.openLanes(steadyClock.now());
	const mayReport = memory.reportsEnds !== false;
	const { hasStarted, reportsEnds } = mayReport
		? start(poll, stored)
		: { hasStarted: false, reportsEnds: false };
	memory.reportsEnds = reportsEnds;
	if (settings.retries && !reportsEnds && mayReport)
		log('warn', 'n8n reports no end of executions, so they are not retried');
	const waiting = reportsEnds ? [] : outbox.all;
	// Before it counts as told, so that what cannot be made still waits.
	const items = waiting.length > 0 ? waitingAsOutput(settings, waiting) : null;
	if (items) outbox.tellAll();
	store(memory, stored);
	logWaiting(poll, outbox.counts);
	return { hasStarted, items };
}

/** Before a poll sends: ends leases, and follows the settings. */
function beginPoll({ settings, memory, log }: Poll, outbox: Outbox, stored: IDataObject): void {
	const told = outbox.beginPoll(settings, steadyClock.now());
	if (told > 0) log('warn', `not retried, because retries are off: ${count(told, 'record')}`);
	if (!memory.isPublished) return;
	const where = isDurable(stored) ? 'of each poll' : 'together with executions only';
	log('debug', `n8n stores the state ${where}`);
	memory.isPublished = false;
	outbox.makeAllDue();
}

/** Compares the records with what the workflow was told, and sends what is due. */
export function compareAndSend(poll: Poll, listed: IDataObject[]): Items | null {
	const { context, settings, memory, isActivation } = poll;
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
	beginPoll(poll, outbox, stored);
	if (includeTold) outbox.makeAllDue();
	const today = Math.floor(Date.now() / DAY_MS);
	const comparison = compare(event, parameters, listed, today, {
		table: known?.table,
		includeTold,
		isOtherScope,
		triedOf: (row) => outbox.triedOf(row),
	});
	outbox.follow(comparison);
	Object.assign(memory, { state: last, outbox });
	logComparison(poll, comparison);
	store(memory, stored, origin);
	const { hasStarted, items } = send(poll, outbox, stored);
	// n8n stores the state of a poll without an execution at the activation only, or with durable cursors, only after it. A
	// first state that it does not store would be gone with a restart, and with it what comes until then.
	const storesIt = isDurable(stored) !== isActivation;
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
	if (!isForSettings(state, poll)) {
		// Nor does the end of an execution send anything by the earlier settings.
		delete memory.goOn;
		return null;
	}
	const stored = context.getWorkflowStaticData('node');
	// Another main process has polled since. What this one remembers is over, so it must neither be sent nor stored.
	if (newestState(state, stored, context.getNode().id) !== state) return null;
	beginPoll(poll, outbox, stored);
	return send(poll, outbox, stored).items;
}
