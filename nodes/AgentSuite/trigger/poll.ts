import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { Problem } from '../model/problem';
import { nodeError } from '../output/nodeErrors';
import { readTrigger, type TriggerSettings } from '../parameters/readParameters';
import type { SendSettings } from '../transport/call';
import { connectionOf } from '../transport/connection';
import { steadyClock } from '../transport/pacing/clock';
import { RunUsage } from '../transport/pacing/runUsage';
import { readList } from '../transport/send';
import { Deliveries } from './deliver';
import { difference } from './difference/difference';
import { examples, itemSince, select } from './difference/selectChanges';
import { outputOf, startExecutions } from './emit';
import {
	problemToReport,
	newestSnapshot,
	ownerOf,
	processOf,
	remember,
	rememberDeliveries,
	storeSnapshot,
	usableSnapshot,
	type Poll,
} from './state';

/** Maximum time of a poll, after which n8n gives up at 45 s, and after which another one can begin anyway, ms. */
const [MAX_POLL_MS, STUCK_MS] = [30_000, 120_000];
/** How much earlier than the minimum interval the list can be read, ms. Timers are not exact. */
const JITTER_MS = 15_000;
const DAY_MS = 86_400_000;

type Items = INodeExecutionData[][];

async function readRecords(
	context: IPollFunctions,
	{ event }: TriggerSettings,
	settings?: SendSettings,
	usage = new RunUsage(),
): Promise<IDataObject[]> {
	const budget = Math.min(context.getPollBudgetMs?.() ?? MAX_POLL_MS, MAX_POLL_MS);
	const times = { timeoutMs: budget, maxWaitMs: budget, budgetMs: budget };
	const connection = connectionOf(await context.getCredentials('agentSuiteApi'));
	return await readList(context, event.list.operation, connection, times, settings, usage);
}

/** The newest three records. They leave the state unchanged. */
function show(settings: TriggerSettings, records: IDataObject[]): Items {
	const { event, parameters } = settings;
	const result = difference(event.list, records, { today: 0, includeUnchanged: true });
	const shown = examples(event, result, parameters);
	if (shown.length > 0) return outputOf(settings, shown.slice(-3));
	throw new Problem({
		kind: 'input',
		message: event.emptyMessage,
		description: 'The credential works. This test did not affect the published workflow.',
	});
}

/** What a list is compared with: the snapshot, if there is one, and what has not been delivered since. */
function startOf({ context, settings, kept, log, durable }: Poll, listed: IDataObject[]) {
	const { event, parameters, retries } = settings;
	const { list, emitExisting } = event;
	const { id: node, credentials } = context.getNode();
	const credential = credentials?.agentSuiteApi?.id ?? '';
	const state = newestSnapshot(kept.latest, context.getWorkflowStaticData('node'), node);
	const named = ownerOf(listed);
	const { known: last, reason } = usableSnapshot(list, state, credential, named);
	const startsOver = 'so it starts over. Existing records are treated as already processed.';
	if (reason) log('warn', `${reason}, ${startsOver}`);
	const isLevel = emitExisting === 'always';
	const scope = JSON.stringify([event.event, isLevel ? parameters : parameters.filters]);
	// A level reached with other settings does not show whether it was reported.
	const known = isLevel && state?.scope !== scope ? undefined : last;
	// Alert again if it might have ended and returned while n8n was down.
	const includeUnchanged = known
		? list.alerts && !kept.latest && !durable
		: isLevel || (emitExisting === 'option' && parameters.options.emitExisting === true && !reason);

	const live = state === kept.latest ? kept.deliveries : undefined;
	const earlier = live ?? new Deliveries(known && state?.undelivered);
	const isContinued = known !== undefined && state?.scope === scope;
	const dropped = isContinued ? 0 : earlier.open.length;
	if (dropped > 0)
		log('warn', `another event or filter: ${dropped} undelivered records are dropped`);
	const deliveries = isContinued ? earlier : new Deliveries();
	deliveries.log = log;
	deliveries.begin(steadyClock.now(), retries, kept.isPublished === true);
	const [revision, owner] = [state?.revision ?? 0, named || (known && state?.owner) || ''];
	const origin = { revision, list: list.name, node, credential, owner, scope };
	return { state, known, includeUnchanged, deliveries, origin };
}

/** Compares the list. Queues what is due again, and returns the fresh records, and the next snapshot. */
function compare(
	{ settings: { event, parameters }, log }: Poll,
	{ known, includeUnchanged, deliveries }: ReturnType<typeof startOf>,
	listed: IDataObject[],
) {
	const forgotten = known ? deliveries.dropGone(known.rows) : [];
	const today = Math.floor(Date.now() / DAY_MS);
	const result = difference(event.list, listed, {
		known,
		today,
		includeUnchanged,
		forgotten,
	});
	const { changes, snapshot, records } = result;
	deliveries.follow(result, (earlier) => itemSince(event, result, parameters, earlier));
	const selected = select(event, result, parameters, includeUnchanged);
	const fresh = selected.filter(({ row }) => !deliveries.isWaiting(row));
	const created = changes.filter(({ isNew }) => isNew).length;
	const changed = changes.filter(({ before }) => before).length;
	const counts = `${records.length} listed, ${created} new, ${changed} changed`;
	log('debug', `${counts}, ${fresh.length} emitted`);
	for (const { row, isNew, before } of fresh) {
		const change = before ? `changed: ${before.changed.join(', ')}` : isNew ? 'new' : 'unchanged';
		log('debug', `emitted the record at place ${row}, ${change}`);
	}
	deliveries.queueDue(steadyClock.now());
	return { snapshot, fresh: deliveries.add(fresh, snapshot.rows) };
}

/** Compares the records with the state. Synchronous, so that the state and what is returned change together. */
function check(given: Omit<Poll, 'durable'>, listed: IDataObject[]): Items | null {
	const { context, settings, log } = given;
	const stored = context.getWorkflowStaticData('node');
	// Otherwise it is n8n's own object, which notes whether it was changed.
	const poll = { ...given, durable: !('__dataChanged' in stored) };
	const start = startOf(poll, listed);
	const { deliveries, origin, state } = start;
	const { snapshot, fresh } = compare(poll, start, listed);
	const kept = Object.assign(given.kept, { deliveries, isPublished: false });
	remember(kept, stored, storeSnapshot(snapshot, origin, deliveries.store()), state);

	if (!kept.isRefused && startExecutions({ ...poll, kept }, fresh)) return null;
	const plain = deliveries.takeAll();
	rememberDeliveries(kept, stored);
	if (settings.retries && !kept.isRefused)
		log('warn', 'n8n reports no end of executions, so they are not retried');
	kept.isRefused = true;
	return plain.length > 0 ? outputOf(settings, plain) : null;
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
	const kept = processOf(`${workflowId}:${node.id}`);
	const isFirst = !polled.has(context) && context.getActivationMode() !== 'update';
	polled.add(context);
	// Activation must report that it cannot work, even if a poll before it did.
	const anew = { outage: undefined, nextRead: undefined, isRefused: undefined };
	if (isFirst) Object.assign(kept, { ...anew, isPublished: true });
	if (kept.busySince !== undefined && began - kept.busySince < STUCK_MS) {
		log('warn', 'the previous poll is still running, so this one was skipped');
		return null;
	}
	kept.busySince = began;
	try {
		const settings = readTrigger(context, events);
		const parameters = JSON.stringify(node.parameters);
		const nextRead = kept.nextRead?.parameters === parameters ? kept.nextRead : undefined;
		if (nextRead && began < nextRead.at - JITTER_MS) {
			log('debug', 'the minimum interval is not over, so the list is not read');
			rememberDeliveries(kept, context.getWorkflowStaticData('node'));
			return null;
		}
		const usage = new RunUsage();
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
		const items = check({ context, settings, kept, log }, records);
		delete kept.outage;
		return items;
	} catch (error) {
		if (!(error instanceof Problem)) throw nodeError(node, error);
		const report = problemToReport(kept, error, Date.now());
		if (report) throw nodeError(node, report);
		log('warn', `could not poll. ${error.message}. ${error.description}`);
		return null;
	} finally {
		if (kept.busySince === began) delete kept.busySince;
	}
}
