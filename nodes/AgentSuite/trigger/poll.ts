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
import { murmur3 } from './difference/hash';
import { failed } from './outage';
import { processOf, resume, type TriggerProcess } from './state';
import { difference, select, type Difference, type Selected } from './difference/selectChanges';
import { isSame, ownerOf, storeSnapshot, usableSnapshot } from './snapshot';

/** Maximum time of a poll, ms. n8n gives up after 45 s. */
const MAX_POLL_MS = 30_000;
/** Age at which a poll in flight is given up, so that the next one can begin, ms. */
const STUCK_MS = 120_000;
/** Number of records that a manual run shows. */
const SHOWN = 3;
const DAY_MS = 86_400_000;

interface Task {
	event: TriggerEvent;
	parameters: { options: { emitExisting?: boolean; includeSecrets?: boolean } };
	records: IDataObject[];
}

type Items = INodeExecutionData[][];

/** Writes to n8n's log, with the workflow and the node. */
function log(context: IPollFunctions, level: 'warn' | 'debug', text: string): void {
	const place = { workflowId: context.getWorkflow().id, nodeName: context.getNode().name };
	context.logger[level](`Agent Suite Trigger: ${text}`, place);
}

/** Reads the parameters, then the list from the service. */
async function readTask(
	context: IPollFunctions,
	events: TriggerEvent[],
	settings: SendSettings = {},
): Promise<Task> {
	const reader = pollReader(context);
	const chosen = readFields(reader, [eventField(events)], 0).event;
	const event = events.find((entry) => entry.event === chosen) as TriggerEvent;
	const fields = [...triggerFields, ...event.fields, optionsOf(event)];
	const parameters = readFields(reader, fields, 0);
	const budget = Math.min(context.getPollBudgetMs?.() ?? MAX_POLL_MS, MAX_POLL_MS);
	const times = { timeoutMs: budget, maxWaitMs: budget, budgetMs: budget };
	const connection = connectionOf(await context.getCredentials('agentSuiteApi'));
	const records = await readList(context, event.list.operation, connection, times, settings);
	return { event, parameters: parameters as unknown as Task['parameters'], records };
}

function output({ event, parameters: { options } }: Task, selected: Selected[]): Items {
	const records = selected.map(({ item }) => item);
	const shown = options.includeSecrets ? records : hideSecrets(event.list.operation, records);
	return [shown.map((json) => ({ json }))];
}

/** The newest records. They leave the state unchanged. */
function show(task: Task): Items {
	const { list, preview, emptyMessage, emit: existing } = task.event;
	const { changes } = difference(list, task.records, undefined, 0, true);
	const emit: TriggerEvent['emit'] = (record, _before, parameters) =>
		preview ? preview(record, parameters) : existing(record, undefined, parameters);
	const shown = select({ list, emit }, changes, task.parameters).slice(-SHOWN);
	if (shown.length > 0) return output(task, shown);
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

function logPoll(
	context: IPollFunctions,
	listed: number,
	{ changes, removed }: Difference,
	emitted: Selected[],
): void {
	const created = changes.filter(({ sign }) => sign === 'new').length;
	const changed = changes.filter(({ before }) => before).length;
	const counts = `${listed} listed, ${created} new, ${changed} changed, ${removed} removed`;
	log(context, 'debug', `${counts}, ${emitted.length} emitted`);
	for (const { place, sign, before } of emitted) {
		const how = `identified by: ${sign}${before ? `, changed: ${before.changed.join(', ')}` : ''}`;
		log(context, 'debug', `emitted the record at place ${place}, ${how}`);
	}
}

/** Compares the records with the state. Synchronous, so that the state and the returned items change together. */
function check(context: IPollFunctions, task: Task, kept: TriggerProcess): Items | null {
	const { event, parameters, records } = task;
	const { list, emitExisting } = event;
	const node = context.getNode();
	const credential = node.credentials?.agentSuiteApi?.id ?? '';
	const stored = context.getWorkflowStaticData('node');
	const now = Date.now();
	const state = resume(kept, stored, node, now);
	if (state === 'pending') return null;
	const named = ownerOf(records);
	const { known: last, reason } = usableSnapshot(list, state, credential, named);
	const startsOver = 'so it starts over. Existing records are treated as already processed.';
	if (reason) log(context, 'warn', `${reason}, ${startsOver}`);
	const settings = murmur3(JSON.stringify([event.event, parameters]));
	// A level reached with other settings does not show whether it was reported.
	const known = emitExisting === 'always' && state?.settings !== settings ? undefined : last;
	// Alert again if it might have ended and returned while n8n was down.
	const all = known
		? list.alerts && !kept.latest && !isDurable(stored)
		: emitExisting === 'always' ||
			(emitExisting === 'option' && parameters.options.emitExisting === true && !reason);
	const result = difference(list, records, known, Math.floor(now / DAY_MS), all);
	const selected = select(event, result.changes, parameters, all);
	logPoll(context, records.length, result, selected);

	const isBatch = selected.length > 0;
	const revision = state?.revision ?? 0;
	const owner = named || (known && state?.owner) || '';
	const origin = { revision, list: list.name, node: node.id, credential, owner, settings };
	const next = storeSnapshot(result.snapshot, origin);
	// A batch always gets a new revision, which shows whether n8n has stored it.
	if (isBatch || !isSame(next, state)) next.revision = Math.max(now, revision + 1);
	if (isBatch) kept.pendingCommit = { at: now, name: node.name, from: state };
	kept.latest = next;
	if (stored.revision !== next.revision) {
		for (const name of Object.keys(stored)) if (!(name in next)) delete stored[name];
		Object.assign(stored, next);
	}
	return isBatch ? output(task, selected) : null;
}

/** Contexts that have polled. n8n makes a new one each time it activates a workflow. */
const polled = new WeakSet<IPollFunctions>();

/** Polls once and returns the new items, or null. The state changes only if the poll succeeds. */
export async function poll(
	context: IPollFunctions,
	events: TriggerEvent[],
	settings: SendSettings = {},
): Promise<Items | null> {
	const node = context.getNode();
	if (context.getMode() === 'manual') {
		try {
			return show(await readTask(context, events, settings));
		} catch (error) {
			throw nodeError(node, error);
		}
	}

	const began = Date.now();
	const kept = processOf(`${context.getWorkflow().id ?? ''}:${node.id}`, began);
	// Activation must report that it cannot work, even if a poll before it did.
	if (!polled.has(context) && context.getActivationMode() !== 'update') delete kept.outage;
	polled.add(context);
	if (began < (kept.busyUntil ?? 0)) {
		log(context, 'warn', 'the previous poll is still running, so this one was skipped');
		return null;
	}
	if (resume(kept, context.getWorkflowStaticData('node'), node, began) === 'pending') {
		log(context, 'debug', 'n8n is still storing the last batch, so the list is not read yet');
		return null;
	}
	kept.busyUntil = began + STUCK_MS;
	try {
		const items = check(context, await readTask(context, events, settings), kept);
		delete kept.outage;
		return items;
	} catch (error) {
		if (!(error instanceof Problem)) throw nodeError(node, error);
		const report = failed(kept, error, Date.now());
		if (report) throw nodeError(node, report);
		log(context, 'warn', `could not poll. ${error.message}`);
		return null;
	} finally {
		if (kept.busyUntil === began + STUCK_MS) delete kept.busyUntil;
	}
}
