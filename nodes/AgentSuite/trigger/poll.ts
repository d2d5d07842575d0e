import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { Problem } from '../model/problem';
import { nodeError } from '../output/nodeErrors';
import { hideSecrets } from '../output/secrets';
import { eventField, optionsOf } from '../parameters/describeTrigger';
import { pollReader, readFields } from '../parameters/readParameters';
import { connectionOf } from '../transport/connection';
import { Mutex } from '../transport/mutex';
import { prepare } from '../transport/request';
import type { Backoff } from '../transport/retry';
import { RunUsage } from '../transport/runUsage';
import { send } from '../transport/send';
import { murmur3 } from './hash';
import { countOf } from './rows';
import { failed, isTransient } from './outage';
import { beginPoll, endPoll, processOf, resume, type TriggerProcess } from './processState';
import { difference, ownerOf, select, type Difference } from './selectChanges';
import {
	emptySnapshot,
	readSnapshot,
	storeSnapshot,
	type Snapshot,
	type StoredSnapshot,
} from './snapshot';

/** Maximum time of a poll, ms. n8n gives up after 45 s. */
const MAX_POLL_MS = 30_000;
/** Number of records that a manual run shows. */
const SHOWN = 3;
const DAY_MS = 86_400_000;

interface Task {
	event: TriggerEvent;
	parameters: Record<string, unknown>;
	options: { emitExisting?: boolean; includeSecrets?: boolean };
	backoff?: Backoff;
}

type Items = INodeExecutionData[][];

function readTask(context: IPollFunctions, events: TriggerEvent[]): Task {
	const reader = pollReader(context);
	const chosen = readFields(reader, [eventField(events)], 0).event;
	const event = events.find((entry) => entry.event === chosen) as TriggerEvent;
	const parameters = readFields(reader, [...event.fields, optionsOf(event)], 0);
	return { event, parameters, options: parameters.options as Task['options'] };
}

/** Reads the list from the service. Everything is checked before the request is sent. */
async function fetchRecords(
	context: IPollFunctions,
	{ event, backoff }: Task,
): Promise<IDataObject[]> {
	const { operation } = event.list;
	const budget = Math.min(context.getPollBudgetMs?.() ?? MAX_POLL_MS, MAX_POLL_MS);
	const deadline = Date.now() + budget;
	const connection = connectionOf(await context.getCredentials('agentSuiteApi'));
	const request = prepare(operation, connection.baseUrl, operation.request({}));
	const answer = await send(
		{ context, usage: new RunUsage(1), signal: undefined, sendSlot: new Mutex(), backoff },
		{
			operation,
			connection,
			request,
			timeoutMs: budget,
			maxWaitMs: budget,
			maxTokens: 0,
			secrets: [connection.accessToken],
			deadline,
		},
	);
	return operation.records(answer, (skipped) =>
		context.logger.warn(`Agent Suite Trigger: ${skipped} empty records of a list were skipped`),
	);
}

function output({ event, options }: Task, records: IDataObject[]): Items {
	const shown = options.includeSecrets ? records : hideSecrets(event.list.operation, records);
	return [shown.map((json) => ({ json }))];
}

/** Returns the newest records and leaves the state unchanged. */
async function show(context: IPollFunctions, task: Task): Promise<Items> {
	const { event, parameters } = task;
	const { list } = event;
	const { changes } = difference(list, await fetchRecords(context, task), undefined, 0, true);
	const items: IDataObject[] = [];
	for (let index = changes.length - 1; index >= 0 && items.length < SHOWN; index--) {
		const { record, number } = changes[index];
		const item = event.preview(list.output?.(record, number) ?? record, parameters);
		if (item) items.unshift(item);
	}
	if (items.length > 0) return output(task, items);
	throw new Problem({
		kind: 'input',
		message: event.emptyMessage,
		description: 'The credential works. This test did not affect the published workflow.',
	});
}

/** A copy of the state that n8n stored for this node. Undefined if there is none. */
function ownState(context: IPollFunctions, stored: IDataObject): StoredSnapshot | undefined {
	if (Object.keys(stored).length === 0) return undefined;
	// A copy, because the poll changes n8n's own object, and the earlier state is still needed.
	const state = { ...stored } as unknown as StoredSnapshot;
	// n8n stores by node name, so the state can belong to an earlier node of the same name.
	const foreign = state.version === 1 && state.node !== context.getNode().id;
	return foreign ? undefined : state;
}

/** The snapshot to compare with, or the reason why there is none. '' if there never was one. */
function usable(
	{ event: { list } }: Task,
	state: StoredSnapshot | undefined,
	credential: string,
	records: IDataObject[],
): Snapshot | string {
	if (state === undefined) return '';
	if (typeof state.list === 'string' && state.list !== list.name)
		return 'the selected event reads another list';
	const snapshot = readSnapshot(state, list);
	if (!snapshot) return 'its stored data cannot be read';
	const owner = ownerOf(records);
	if (owner !== '' && snapshot.owner !== '' && owner !== snapshot.owner) {
		// The list was empty so far, so all records are new.
		if (countOf(snapshot.listed) === 0) return { ...emptySnapshot(list), owner };
		return 'the credential belongs to another organization';
	}
	const named = owner !== '' && snapshot.owner !== '';
	return named || state.credential === credential ? snapshot : 'the credential was changed';
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
	emitted: ReturnType<typeof select>,
): void {
	const created = changes.filter(({ before }) => before === undefined).length;
	const say = (text: string) => context.logger.debug(`Agent Suite Trigger: ${text}`);
	say(
		`${listed} listed, ${created} new, ${changes.length - created} changed, ${removed} removed, ${emitted.length} emitted`,
	);
	for (const { change } of emitted) {
		const { place, sign, before } = change;
		const fields = before ? `, changed: ${before.changed.join(', ')}` : '';
		say(`emitted the record at place ${place}, identified by: ${sign}${fields}`);
	}
}

async function check(
	context: IPollFunctions,
	task: Task,
	kept: TriggerProcess,
): Promise<Items | null> {
	const stored = context.getWorkflowStaticData('node');
	const own = ownState(context, stored);
	const state = resume(kept, own, context.getNode().name, Date.now());
	if (state === 'pending') {
		context.logger.debug('Agent Suite Trigger: n8n is still storing the last batch');
		return null;
	}
	const records = await fetchRecords(context, task);

	// No `await` from here on, so that the state and the returned items change together.
	const { event, parameters, options } = task;
	const { list } = event;
	const { id: node, name: nodeName, credentials } = context.getNode();
	const credential = credentials?.agentSuiteApi?.id ?? '';
	const now = Date.now();
	const today = Math.floor(now / DAY_MS);
	const found = usable(task, state, credential, records);
	const known = typeof found === 'string' ? undefined : found;
	if (typeof found === 'string' && found !== '') {
		context.logger.warn(
			`Agent Suite Trigger: ${found}, so it starts over. Existing records are treated as already processed.`,
			{ workflowId: context.getWorkflow().id, nodeName },
		);
	}
	const emitExisting =
		event.emitExisting === 'always' ||
		(event.emitExisting === 'option' && options.emitExisting === true && found === '');
	const result = difference(list, records, known, today, emitExisting);
	const settings = murmur3(JSON.stringify([event.event, parameters]));
	// Alert again if its settings changed, or if it might have ended and returned while n8n was down.
	const changed = event.emitExisting === 'always' && state?.settings !== settings;
	const restarted = list.alerts && !kept.latest && !isDurable(stored);
	const selected = select(event, result.changes, parameters);
	if (known && (changed || restarted)) {
		const told = new Set(selected.map(({ change }) => change.place));
		const { changes } = difference(list, records, undefined, today, true);
		const untold = changes.filter(({ place }) => !told.has(place));
		selected.push(...select(event, untold, parameters));
	}
	logPoll(context, records.length, result, selected);

	const revision = Math.max(now, (state?.revision ?? 0) + 1);
	const origin = { list: list.name, node, credential, settings };
	// A batch always gets a new revision, which shows whether n8n has stored it.
	const same = result.unchanged && !changed && selected.length === 0;
	const next =
		state && same && state.credential === credential
			? state
			: storeSnapshot(result.snapshot, origin, revision);
	if (selected.length > 0) {
		const storedRevision = own?.revision ?? 0;
		kept.pendingCommit = { at: now, name: nodeName, storedRevision, from: state };
	}
	kept.latest = next;
	if (own?.revision !== next.revision) {
		for (const name of Object.keys(stored)) if (!(name in next)) delete stored[name];
		Object.assign(stored, next);
	}
	const items = selected.map(({ item }) => item);
	return items.length > 0 ? output(task, items) : null;
}

/** Contexts that have polled. n8n makes a new one each time it activates a workflow. */
const polled = new WeakSet<IPollFunctions>();

/** Whether n8n polls to activate the workflow. Such a poll must report that it cannot work. */
function isActivation(context: IPollFunctions): boolean {
	const first = !polled.has(context);
	polled.add(context);
	return first && context.getActivationMode() !== 'update';
}

/** Polls once and returns the new items, or null. The state changes only if the poll succeeds. */
export async function poll(
	context: IPollFunctions,
	events: TriggerEvent[],
	backoff?: Backoff,
): Promise<Items | null> {
	const node = context.getNode();
	const task = (): Task => ({ ...readTask(context, events), backoff });
	if (context.getMode() === 'manual') {
		try {
			return await show(context, task());
		} catch (error) {
			throw nodeError(node, error);
		}
	}

	const began = Date.now();
	const kept = processOf(`${context.getWorkflow().id ?? ''}:${node.id}`, began);
	const activation = isActivation(context);
	if (!beginPoll(kept, began)) {
		context.logger.warn(
			'Agent Suite Trigger: the previous poll is still running, so this one was skipped',
		);
		return null;
	}
	try {
		const result = await check(context, task(), kept);
		delete kept.outage;
		return result;
	} catch (error) {
		if (!(error instanceof Problem)) throw nodeError(node, error);
		const { outage, report } = failed(kept.outage, error, Date.now());
		kept.outage = outage;
		const shown = report ?? (activation && !isTransient(error) ? error : undefined);
		if (shown) throw nodeError(node, shown);
		context.logger.warn(`Agent Suite Trigger: could not poll. ${error.message}`);
		return null;
	} finally {
		endPoll(kept, began);
	}
}
