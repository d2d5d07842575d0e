import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { Problem } from '../model/problem';
import { nodeError } from '../output/nodeErrors';
import { hideSecrets } from '../output/secrets';
import { readTrigger, type TriggerSettings } from '../parameters/readTrigger';
import { connectionOf } from '../transport/connection';
import { readList, usageOfOne } from '../transport/readRecords';
import type { SendSettings } from '../transport/send';
import { Deliveries } from './deliver';
import { murmur3 } from './difference/hash';
import { difference, itemSince, select, type Selected } from './difference/selectChanges';
import { canReport, senderOf, steadyClock } from './emit';
import { failed } from './outage';
import { isSame, ownerOf, storeSnapshot, usableSnapshot } from './snapshot';
import { newestSnapshot, processOf, write, type TriggerProcess } from './state';

/** Maximum time of a poll, after which n8n gives up at 45 s, and after which another one can begin anyway, ms. */
const [MAX_POLL_MS, STUCK_MS] = [30_000, 120_000];
/** How much earlier than the minimum interval the list can be read, ms. Timers are not exact. */
const JITTER_MS = 15_000;
/** Number of executions in progress from which new records wait. n8n warns from eleven on. */
const MAX_IN_FLIGHT = 8;
const DAY_MS = 86_400_000;

type Items = INodeExecutionData[][];

/** Reads the list from the service. */
async function readRecords(
	context: IPollFunctions,
	{ event }: TriggerSettings,
	settings?: SendSettings,
	usage = usageOfOne(),
): Promise<IDataObject[]> {
	const budget = Math.min(context.getPollBudgetMs?.() ?? MAX_POLL_MS, MAX_POLL_MS);
	const times = { timeoutMs: budget, maxWaitMs: budget, budgetMs: budget };
	const connection = connectionOf(await context.getCredentials('agentSuiteApi'));
	return await readList(context, event.list.operation, connection, times, settings, usage);
}

/** Turns items into what the trigger returns. */
const outputOf =
	({ event, parameters: { options } }: TriggerSettings) =>
	(items: IDataObject[]): Items => {
		const shown = options.includeSecrets ? items : hideSecrets(event.list.operation, items);
		return [shown.map((json) => ({ json }))];
	};

/** The newest three records. They leave the state unchanged. */
function show(settings: TriggerSettings, records: IDataObject[]): Items {
	const { list, preview, emptyMessage, emit: existing } = settings.event;
	const { changes } = difference(list, records, undefined, 0, true);
	const emit: TriggerEvent['emit'] = (record, _before, parameters) =>
		preview ? preview(record, parameters) : existing(record, undefined, parameters);
	const shown = select({ list, emit }, changes, settings.parameters).slice(-3);
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
		return structuredClone(stored) !== undefined;
	} catch {
		return false;
	}
}

const textOf = ({ row, kind, before }: Selected) =>
	`emitted the record at place ${row}, identified by: ${kind}${before ? `, changed: ${before.changed.join(', ')}` : ''}`;

/** Compares the records with the state. Synchronous, so that the state and what is returned change together. */
function check(
	context: IPollFunctions,
	settings: TriggerSettings,
	listed: IDataObject[],
	kept: TriggerProcess,
	log: Deliveries['log'],
): Items | null {
	const { event, parameters, retries } = settings;
	const { list, emitExisting } = event;
	const node = context.getNode();
	const credential = node.credentials?.agentSuiteApi?.id ?? '';
	const stored = context.getWorkflowStaticData('node');
	const state = newestSnapshot(kept.latest, stored, node.id);
	const named = ownerOf(listed);
	const { known: last, reason } = usableSnapshot(list, state, credential, named);
	const startsOver = 'so it starts over. Existing records are treated as already processed.';
	if (reason) log('warn', `${reason}, ${startsOver}`);
	const isLevel = emitExisting === 'always';
	const filters = isLevel ? parameters : parameters.filters;
	const scope = murmur3(JSON.stringify([event.event, filters]));
	// A level reached with other settings does not show whether it was reported.
	const known = isLevel && state?.scope !== scope ? undefined : last;
	// Alert again if it might have ended and returned while n8n was down.
	const includeUnchanged = known
		? list.alerts && !kept.latest && !isDurable(stored)
		: isLevel || (emitExisting === 'option' && parameters.options.emitExisting === true && !reason);

	const [now, parts] = [steadyClock.now(), list.parts.length];
	const live = state === kept.latest ? kept.deliveries : undefined;
	const earlier = live ?? new Deliveries(parts, known && state?.undelivered);
	const isContinued = known !== undefined && state?.scope === scope;
	const deliveries = isContinued ? earlier : new Deliveries(parts);
	const dropped = isContinued ? 0 : earlier.open.length;
	if (dropped > 0)
		log('warn', `another event or filter: ${dropped} undelivered records are dropped`);
	deliveries.log = log;
	deliveries.begin(now, retries, kept.isPublished === true);
	const forgotten = known ? deliveries.dropGone(known.rows) : [];
	const today = Math.floor(Date.now() / DAY_MS);
	const result = difference(list, listed, known, today, includeUnchanged, forgotten);
	const { changes, snapshot, records, movedTo, removed } = result;
	deliveries.follow(movedTo, snapshot.rows, records.length, (earlier) =>
		itemSince(event, result, parameters, earlier),
	);
	const open = changes.filter(({ row }) => !deliveries.isWaiting(row));
	const fresh = select(event, open, parameters, includeUnchanged);
	const created = changes.filter(({ kind }) => kind === 'new').length;
	const changed = changes.filter(({ before }) => before).length;
	const counts = `${records.length} listed, ${created} new, ${changed} changed, ${removed} removed`;
	log('debug', `${counts}, ${fresh.length} emitted`);
	for (const change of fresh) log('debug', textOf(change));
	deliveries.queueDue(now);
	const added = deliveries.add(fresh, snapshot.rows);
	const isReported = canReport(context) && !kept.isRefused;
	let plain = isReported ? [] : deliveries.takeAll();

	const revision = state?.revision ?? 0;
	const owner = named || (known && state?.owner) || '';
	const origin = { revision, list: list.name, node: node.id, credential, owner, scope };
	const next = storeSnapshot(list, snapshot, origin, deliveries);
	if (!isSame(next, state)) next.revision = Math.max(Date.now(), revision + 1);
	Object.assign(kept, { latest: next, deliveries, isPublished: false });
	write(stored, next);

	const output = outputOf(settings);
	if (isReported) {
		const advance = () => {
			const piece = kept.deliveries?.next();
			// The emission stores what the piece before it has delivered. With durable cursors, the next poll does.
			if (piece && !isDurable(stored)) storeDeliveries(context, kept);
			return !piece || kept.send?.(kept.deliveries as Deliveries, piece, true) !== false;
		};
		kept.send = senderOf(context, output, advance);
		const waits = added.length === 0 || deliveries.inFlight >= MAX_IN_FLIGHT;
		if ((waits || kept.send(deliveries, added, false)) && advance()) return null;
		kept.isRefused = true;
		plain = deliveries.takeAll();
	}
	if (retries && !kept.hasWarned)
		log('warn', 'n8n reports no end of executions, so they are not retried');
	kept.hasWarned = true;
	return plain.length > 0 ? output(plain) : null;
}

/** Stores what was delivered since the last read. Without durable cursors, n8n does so with the next execution. */
function storeDeliveries(context: IPollFunctions, kept: TriggerProcess): void {
	const { latest, deliveries } = kept;
	const undelivered = deliveries?.store();
	if (!latest || JSON.stringify(undelivered) === JSON.stringify(latest.undelivered)) return;
	kept.latest = { ...latest, undelivered, revision: Math.max(Date.now(), latest.revision + 1) };
	if (!undelivered) delete kept.latest.undelivered;
	write(context.getWorkflowStaticData('node'), kept.latest);
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
	const workflowId = context.getWorkflow().id ?? '';
	if (context.getMode() === 'manual') {
		try {
			const settings = readTrigger(context, events);
			return show(settings, await readRecords(context, settings, sendSettings));
		} catch (error) {
			throw nodeError(node, error);
		}
	}

	const log: Deliveries['log'] = (level, text) =>
		context.logger[level](`Agent Suite Trigger: ${text}`, { workflowId, nodeName: node.name });
	const began = steadyClock.now();
	const kept = processOf(`${workflowId}:${node.id}`, Date.now());
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
		const settings = readTrigger(context, events);
		const parameters = JSON.stringify(node.parameters);
		const { nextRead } = kept;
		if (nextRead?.parameters === parameters && began < nextRead.at - JITTER_MS) {
			log('debug', 'the minimum interval is not over, so the list is not read');
			storeDeliveries(context, kept);
			return null;
		}
		const usage = usageOfOne();
		let records: IDataObject[];
		try {
			records = await readRecords(context, settings, sendSettings, usage);
		} finally {
			// The first interval is counted in full, so that a day has no more reads than it has intervals.
			const from = nextRead ? Math.max(nextRead.at, began) : began + JITTER_MS;
			// A read that failed can have cost tokens too.
			if (usage.isCharged) kept.nextRead = { at: from + settings.minIntervalMs, parameters };
		}
		if (kept.busySince !== began) return null;
		const items = check(context, settings, records, kept, log);
		delete kept.outage;
		return items;
	} catch (error) {
		if (!(error instanceof Problem)) throw nodeError(node, error);
		const report = failed(kept, error, Date.now());
		if (report) throw nodeError(node, report);
		log('warn', `could not poll. ${error.message}. ${error.description}`);
		return null;
	} finally {
		if (kept.busySince === began) delete kept.busySince;
	}
}
