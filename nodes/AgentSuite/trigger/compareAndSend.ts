/** The synchronous half of a poll, so that the state and what is sent change together. */
import type { IDataObject } from 'n8n-workflow';

import { steadyClock } from '../transport/clock';
import { baselineOf } from './baseline';
import type { Poll } from './currentPoll';
import { logBaseline, logComparison, logWaiting, warnOnce } from './logPoll';
import { reportsEnds } from './n8n';
import { isOfSettings, originOf } from './origin';
import { Outbox } from './outbox/outbox';
import { asOutput, type Items } from './sender';
import { compare } from './table/compare';
import { Table } from './table/table';

const DAY_MS = 86_400_000;

/** All that can go, in one execution. It counts as a success at its start, because nothing reports whether it is one. */
function returnAll(outbox: Outbox): Items | null {
	const records = outbox.sendable;
	if (records.length === 0) return null;
	// First, so that what cannot be made still waits.
	const items = asOutput(records.map(({ item }) => item));
	const now = steadyClock.now();
	outbox.end(outbox.start({ records, kind: 'fresh' }, now, 0), 'succeeded', now);
	return items;
}

/** Starts executions with what can be sent, or returns it where n8n does not report their end. */
function send(poll: Poll, outbox: Outbox): Items | null {
	const { context, memory, settings, store } = poll;
	let items: Items | null = null;
	if (reportsEnds(context)) {
		memory.sender.send({ ...poll, outbox });
	} else {
		if (settings.retries)
			warnOnce(poll, 'n8n reports no end of executions, so they are not retried');
		items = returnAll(outbox);
	}
	logWaiting(poll, outbox);
	store.endPoll();
	return items;
}

/**
 * An execution without items, so that n8n stores the first state of a list. Otherwise a restart would begin with another first list,
 * and what comes until then would count as existing.
 */
function executionForFirstState({ store }: Poll): Items | null {
	return store.storesWithoutExecution ? null : asOutput([]);
}

/** Compares the records with what the workflow was told, and sends what is due. */
export function compareAndSend(poll: Poll, listed: IDataObject[]): Items | null {
	const { settings, store } = poll;
	const { event, parameters } = settings;
	const baseline = baselineOf(poll, originOf(poll, listed));
	logBaseline(poll, baseline);
	const { outbox: known, includeTold, isOtherScope, origin } = baseline;
	const outbox = known ?? new Outbox(Table.empty(event.list));
	if (includeTold) outbox.retrySoon();
	const today = Math.floor(Date.now() / DAY_MS);
	const comparison = compare(event, parameters, listed, today, {
		table: known?.table,
		includeTold,
		isOtherScope,
	});
	outbox.poll(settings, steadyClock.now(), comparison);
	store.replace(outbox, origin);
	logComparison(poll, comparison);
	const items = send(poll, outbox);
	const hasSent = comparison.due.length > 0;
	return items ?? (known || hasSent ? null : executionForFirstState(poll));
}

/** For a poll without a list: sends what is due, as it was when the list was read last. */
export function sendWithoutList(poll: Poll): Items | null {
	const { settings, store } = poll;
	// Without an outbox, another main process has polled since. What this one remembers must neither be sent nor stored.
	const { last, outbox } = store;
	if (!last || !outbox || !isOfSettings(last, poll)) return null;
	outbox.poll(settings, steadyClock.now());
	return send(poll, outbox);
}
