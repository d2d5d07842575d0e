/** The synchronous half of a poll, so that the state and what is sent change together. */
import type { IDataObject } from 'n8n-workflow';

import { steadyClock } from '../transport/clock';
import { baselineOf } from './state/baseline';
import type { Poll } from './currentPoll';
import { logBaseline, logComparison, logOverdue, logWaiting, warnOnce } from './reporting/logPoll';
import { reportsEnds } from './n8n/executionEnd';
import { refuseOtherOrganization, withOrganization } from './state/origin';
import { Outbox } from './outbox/outbox';
import { asOutput, takeAll, type Items } from './sender';
import { compare } from './table/compare';
import { Table } from './table/table';

const DAY_MS = 86_400_000;

interface Sent {
	/** For n8n to start an execution with, where it does not report the end of one. */
	items: Items | null;
	/** Whether the poll has started one itself. */
	hasStarted: boolean;
}

/** Starts executions with what can be sent, or returns it where n8n does not report their end. */
function send(poll: Poll, outbox: Outbox): Sent {
	const { context, memory, settings, store } = poll;
	logOverdue(poll, outbox.beginPoll(settings, steadyClock.now()));
	let items: Items | null = null;
	let hasStarted = false;
	try {
		if (reportsEnds(context)) {
			hasStarted = memory.sender.send({ ...poll, outbox });
		} else {
			if (settings.retries)
				warnOnce(poll, 'n8n reports no end of executions, so they are not retried');
			items = takeAll(outbox);
		}
	} finally {
		store.endPoll();
	}
	logWaiting(poll, outbox.waiting);
	return { items, hasStarted };
}

/** Compares the records with what the workflow was told, and sends what is due. */
export function compareAndSend(poll: Poll, listed: IDataObject[]): Items | null {
	const { settings, store } = poll;
	const { event, parameters } = settings;
	const current = withOrganization(poll.origin, listed);
	const baseline = baselineOf(store, settings, current);
	const { state } = store.last;
	if (state && !baseline.startsOver) refuseOtherOrganization(state, current);
	const { outbox: earlier, returnAll, isOtherScope, origin } = baseline;
	const outbox = earlier ?? new Outbox(Table.empty(event.list));
	const today = Math.floor(Date.now() / DAY_MS);
	const comparison = compare(event, parameters, listed, today, {
		table: earlier?.table,
		returnAll,
		isOtherScope,
	});
	if (returnAll) outbox.beginAnew();
	outbox.follow(comparison);
	store.replace(outbox, origin);
	logBaseline(poll, baseline);
	logComparison(poll, comparison);
	const { items, hasStarted } = send(poll, outbox);
	if (items || hasStarted) return items;
	// An execution without items, if only that makes n8n store the first state. Otherwise, a restart would begin with another first
	// list. Alerts need no state: a restart returns what is low or invalid.
	return store.needsExecution(!earlier) && !event.list.alerts ? asOutput([]) : null;
}

/** For a poll without a list: sends what is due, as it was when the list was read last. */
export function sendWithoutList(poll: Poll): Items | null {
	const { beforeList, store } = poll;
	if (beforeList.withoutList) return send(poll, beforeList.withoutList).items;
	// What waits for the list is not silent.
	if (store.last.outbox) logWaiting(poll, store.last.outbox.waiting);
	return null;
}
