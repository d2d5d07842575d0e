import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { Problem } from '../model/problem';
import { nodeError } from '../output/nodeErrors';
import { hideSecrets } from '../output/secrets';
import { eventField, optionsOf, triggerFields } from '../parameters/describeTrigger';
import { pollReader, readFields } from '../parameters/readParameters';
import { connectionOf } from '../transport/connection';
import { readList } from '../transport/readRecords';
import type { SendSettings } from '../transport/send';
import { Deliveries, type Delivery } from './deliver';
import { beforeOf } from './difference/encode';
import { murmur3 } from './difference/hash';
import { NUMBER } from './difference/rows';
import { difference, select, type Difference, type Selected } from './difference/selectChanges';
import { canReport, itemsOf, steadyClock, senderOf } from './emit';
import { failed } from './outage';
import { isSame, ownerOf, storeSnapshot, usableSnapshot, type StoredSnapshot } from './snapshot';
import { newestSnapshot, processOf, write, type TriggerProcess } from './state';

/** Maximum time of a poll, ms. n8n gives up after 45 s. */
const MAX_POLL_MS = 30_000;
/** Age at which a poll in flight is given up, so that the next one can begin, ms. */
const STUCK_MS = 120_000;
/** How much earlier than the minimum interval a poll can read the list, ms. Timers are not exact. */
const JITTER_MS = 15_000;
/** Number of records that a manual run shows. */
const SHOWN = 3;
/** Number of executions in progress from which new records wait. n8n warns from eleven on. */
const MAX_IN_FLIGHT = 8;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface Settings {
	event: TriggerEvent;
	parameters: {
		filters?: IDataObject;
		options: { emitExisting?: boolean; includeSecrets?: boolean };
	};
	retries: boolean;
	minIntervalMs: number;
}

type Items = INodeExecutionData[][];
type Log = (level: 'warn' | 'info' | 'debug', text: string) => void;

/** Writes to n8n's log, with the workflow and the node. */
function logOf(context: IPollFunctions): Log {
	const place = { workflowId: context.getWorkflow().id, nodeName: context.getNode().name };
	return (level, text) => context.logger[level](`Agent Suite Trigger: ${text}`, place);
}

function readSettings(context: IPollFunctions, events: TriggerEvent[]): Settings {
	const reader = pollReader(context);
	const chosen = readFields(reader, [eventField(events)], 0).event;
	const event = events.find((entry) => entry.event === chosen) as TriggerEvent;
	const { retryFailedExecutions, minInterval } = readFields(reader, triggerFields, 0);
	const parameters = readFields(reader, [...event.fields, optionsOf(event)], 0);
	return {
		event,
		parameters: parameters as unknown as Settings['parameters'],
		retries: retryFailedExecutions === true,
		minIntervalMs: Number(minInterval) * MINUTE_MS,
	};
}

/** Reads the list from the service. */
async function readRecords(
	context: IPollFunctions,
	{ event }: Settings,
	sendSettings?: SendSettings,
): Promise<IDataObject[]> {
	const budget = Math.min(context.getPollBudgetMs?.() ?? MAX_POLL_MS, MAX_POLL_MS);
	const times = { timeoutMs: budget, maxWaitMs: budget, budgetMs: budget };
	const connection = connectionOf(await context.getCredentials('agentSuiteApi'));
	return await readList(context, event.list.operation, connection, times, sendSettings);
}

/** Turns records into what the trigger returns. */
const outputOf =
	({ event, parameters: { options } }: Settings) =>
	(records: IDataObject[]): Items =>
		itemsOf(options.includeSecrets ? records : hideSecrets(event.list.operation, records));

/** The newest records. They leave the state unchanged. */
function show(settings: Settings, records: IDataObject[]): Items {
	const { list, preview, emptyMessage, emit: existing } = settings.event;
	const { changes } = difference(list, records, undefined, 0, true);
	const emit: TriggerEvent['emit'] = (record, _before, parameters) =>
		preview ? preview(record, parameters) : existing(record, undefined, parameters);
	const shown = select({ list, emit }, changes, settings.parameters).slice(-SHOWN);
	if (shown.length > 0) return outputOf(settings)(shown.map(({ item }) => item));
	throw new Problem({
		kind: 'input',
		message: emptyMessage,
		description: 'The credential works. This test did not affect the published workflow.',
	});
}

/**
 * Whether n8n also stores the state of polls without an execution (durable cursors). The state is a plain copy then.
 * Otherwise it is n8n's own object, which watches for changes and cannot be cloned.
 */
function isDurable(stored: IDataObject): boolean {
	try {
		structuredClone(stored);
		return true;
	} catch {
		return false;
	}
}

function logPoll(log: Log, { changes, removed, records }: Difference, fresh: Selected[]): void {
	const created = changes.filter(({ kind }) => kind === 'new').length;
	const changed = changes.filter(({ before }) => before).length;
	const counts = `${records.length} listed, ${created} new, ${changed} changed, ${removed} removed`;
	log('debug', `${counts}, ${fresh.length} emitted`);
	for (const { row, kind, before } of fresh) {
		const how = `identified by: ${kind}${before ? `, changed: ${before.changed.join(', ')}` : ''}`;
		log('debug', `emitted the record at place ${row}, ${how}`);
	}
}

/** What is not delivered under these settings: the one in the process, or what n8n has stored. */
function deliveriesOf(
	kept: TriggerProcess,
	{ event: { list } }: Settings,
	state: StoredSnapshot | undefined,
	isContinued: boolean,
	log: Log,
): Deliveries {
	let { deliveries } = kept;
	if (!deliveries || state !== kept.latest) {
		deliveries = new Deliveries(list.parts.length);
		if (state?.undelivered && state.list === list.name) deliveries.load(state.undelivered);
	}
	if (isContinued) return deliveries;
	if (deliveries.open === 0) return new Deliveries(list.parts.length);
	log(
		'warn',
		`the event or its filter was changed, so ${deliveries.open} undelivered records are dropped`,
	);
	return new Deliveries(list.parts.length);
}

/** What to return for a record that has not been delivered. Null if nothing has changed since the delivery. */
function undeliveredItem(
	{ event, parameters }: Settings,
	{ records, snapshot }: Difference,
	{ row, now, delivered, tried }: Delivery,
): IDataObject | null | undefined {
	const record = records[row];
	const output = event.list.output?.(record, snapshot.rows[NUMBER][row]) ?? record;
	if (!delivered) return event.emit(output, undefined, parameters);
	const since = (was = now) => beforeOf(event.list, record, was, now, snapshot);
	// A failed execution can have passed on a state that is over.
	const before = since(delivered) ?? since(tried);
	return before ? event.emit(output, before, parameters) : null;
}

/** Compares the records with the state. Synchronous, so that the state and what is returned change together. */
function check(
	context: IPollFunctions,
	settings: Settings,
	listed: IDataObject[],
	kept: TriggerProcess,
): Items | null {
	const { event, parameters, retries } = settings;
	const { list, emitExisting } = event;
	const log = logOf(context);
	const node = context.getNode();
	const credential = node.credentials?.agentSuiteApi?.id ?? '';
	const stored = context.getWorkflowStaticData('node');
	const state = newestSnapshot(kept.latest, stored, node);
	const named = ownerOf(listed);
	const { known: last, reason } = usableSnapshot(list, state, credential, named);
	const startsOver = 'so it starts over. Existing records are treated as already processed.';
	if (reason) log('warn', `${reason}, ${startsOver}`);
	const hash = murmur3(JSON.stringify([event.event, parameters]));
	const scope = murmur3(JSON.stringify([event.event, parameters.filters]));
	// A level reached with other settings does not show whether it was reported.
	const known = emitExisting === 'always' && state?.settings !== hash ? undefined : last;
	// Alert again if it might have ended and returned while n8n was down.
	const includeUnchanged = known
		? list.alerts && !kept.latest && !isDurable(stored)
		: emitExisting === 'always' ||
			(emitExisting === 'option' && parameters.options.emitExisting === true && !reason);

	const now = steadyClock.now();
	const isContinued = known !== undefined && state?.scope === scope;
	const deliveries = deliveriesOf(kept, settings, state, isContinued, log);
	deliveries.log = log;
	deliveries.begin(now, retries, kept.isPublished === true);
	const forgotten = known ? deliveries.dropGone(known.rows) : [];
	const today = Math.floor(Date.now() / DAY_MS);
	const result = difference(list, listed, known, today, includeUnchanged, forgotten);
	const { changes, snapshot, records, movedTo } = result;
	deliveries.follow(movedTo, snapshot.rows, records.length, (delivery) =>
		undeliveredItem(settings, result, delivery),
	);
	const open = changes.filter(({ row }) => !deliveries.isWaiting(row));
	const fresh = select(event, open, parameters, includeUnchanged);
	logPoll(log, result, fresh);
	deliveries.queueDue(now);
	const added = deliveries.add(fresh, snapshot.rows);
	const plain = canReport(context) && !kept.isRefused ? undefined : deliveries.takeAll();

	const revision = state?.revision ?? 0;
	const owner = named || (known && state?.owner) || '';
	const origin = { revision, list: list.name, node: node.id, credential, owner };
	const next = storeSnapshot(list, snapshot, { ...origin, settings: hash, scope }, deliveries);
	if (!isSame(next, state)) next.revision = Math.max(Date.now(), revision + 1);
	Object.assign(kept, { latest: next, deliveries, isPublished: false });
	write(stored, next);
	if (!plain) return start(context, settings, kept, added);
	if (retries && !kept.hasWarned) {
		log('warn', 'n8n does not report how executions end, so they are not retried');
		kept.hasWarned = true;
	}
	return plain.length > 0 ? outputOf(settings)(plain) : null;
}

/** Starts an execution with the fresh records, and one with the first piece of what is due. The others follow. */
function start(
	context: IPollFunctions,
	settings: Settings,
	kept: TriggerProcess,
	fresh: Delivery[],
): Items | null {
	const deliveries = kept.deliveries as Deliveries;
	const advance = () => {
		const piece = kept.isRefused ? undefined : kept.deliveries?.next();
		return !piece || (kept.send?.(deliveries, piece, true) ?? true);
	};
	kept.send = senderOf(context, outputOf(settings), (isRefused) => {
		kept.isRefused ||= isRefused;
		advance();
	});
	const isFree = deliveries.inFlight < MAX_IN_FLIGHT;
	const isSent = fresh.length === 0 || !isFree || kept.send(deliveries, fresh, false);
	if (isSent && advance()) return null;
	kept.isRefused = true;
	return outputOf(settings)(deliveries.takeAll());
}

/** What has been delivered since the last read. Only durable cursors store it without an execution. */
function storeDeliveries(
	context: IPollFunctions,
	{ latest, deliveries }: TriggerProcess,
): StoredSnapshot | undefined {
	if (!latest || !deliveries) return latest;
	const undelivered = deliveries.store();
	if (JSON.stringify(undelivered) === JSON.stringify(latest.undelivered)) return latest;
	const next = { ...latest, undelivered, revision: Math.max(Date.now(), latest.revision + 1) };
	if (!undelivered) delete next.undelivered;
	write(context.getWorkflowStaticData('node'), next);
	return next;
}

/** Contexts that have polled. n8n makes a new one each time it activates a workflow. */
const polled = new WeakSet<IPollFunctions>();

/** Polls once. It starts executions itself where n8n reports their end, otherwise it returns the items. */
export async function poll(
	context: IPollFunctions,
	events: TriggerEvent[],
	sendSettings?: SendSettings,
): Promise<Items | null> {
	const node = context.getNode();
	if (context.getMode() === 'manual') {
		try {
			const settings = readSettings(context, events);
			return show(settings, await readRecords(context, settings, sendSettings));
		} catch (error) {
			throw nodeError(node, error);
		}
	}

	const log = logOf(context);
	const began = steadyClock.now();
	const kept = processOf(`${context.getWorkflow().id ?? ''}:${node.id}`, Date.now());
	// Activation must report that it cannot work, even if a poll before it did.
	if (!polled.has(context) && context.getActivationMode() !== 'update')
		Object.assign(kept, { outage: undefined, nextRead: undefined, isPublished: true });
	polled.add(context);
	if (kept.busySince !== undefined && began - kept.busySince < STUCK_MS) {
		log('warn', 'the previous poll is still running, so this one was skipped');
		return null;
	}
	kept.busySince = began;
	try {
		const settings = readSettings(context, events);
		const parameters = JSON.stringify(node.parameters);
		const { nextRead } = kept;
		if (nextRead?.parameters === parameters && began < nextRead.at - JITTER_MS) {
			log('debug', 'the minimum interval is not over, so the list is not read');
			kept.latest = storeDeliveries(context, kept);
			return null;
		}
		const records = await readRecords(context, settings, sendSettings);
		if (kept.busySince !== began) return null;
		// The first interval is counted in full, so that a day has no more reads than it has intervals.
		const from = nextRead ? Math.max(nextRead.at, began) : began + JITTER_MS;
		kept.nextRead = { at: from + settings.minIntervalMs, parameters };
		const items = check(context, settings, records, kept);
		delete kept.outage;
		return items;
	} catch (error) {
		if (!(error instanceof Problem)) throw nodeError(node, error);
		const report = failed(kept, error, Date.now());
		if (report) throw nodeError(node, report);
		log('warn', `could not poll. ${error.message}`);
		return null;
	} finally {
		if (kept.busySince === began) delete kept.busySince;
	}
}
