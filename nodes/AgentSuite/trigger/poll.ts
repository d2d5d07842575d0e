import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { inOrder, isOthers, select } from './selectChanges';
import { connectionOf } from '../transport/connection';
import { eventField, optionsOf } from '../parameters/describeTrigger';
import { nodeError } from '../output/nodeErrors';
import { RunUsage } from '../transport/runUsage';
import { memoryOf, sameState, stateOf, type Memory, type State } from './snapshot';
import { failed, isTransient, recovered } from './outage';
import { pollReader, readFields } from '../parameters/readParameters';
import { Mutex } from '../transport/mutex';
import { Problem } from '../model/problem';
import { prepare } from '../transport/request';
import { hideSecrets } from '../output/secrets';
import type { Backoff } from '../transport/retry';
import { send } from '../transport/send';

/** The longest a poll may take, ms: n8n gives up one that takes longer than 45 s. */
const LONGEST_MS = 30_000;
/** A poll that has not ended by then never will: its place is free again, ms. */
const STUCK_MS = 120_000;
/** Records that a manual run shows. */
const SHOWN = 3;
/** Beginnings kept at most. */
const MOST_BEGINNINGS = 200;
const DAY_MS = 86_400_000;

/** Polls under way, by workflow and node, with their start: n8n does not keep two from overlapping. */
const underWay = new Map<string, number>();

/**
 * The state at the start, until n8n has stored it: with durable cursors n8n drops what the poll of the
 * activation stores, and what arrived before the next poll would be taken for old.
 */
const beginnings = new Map<string, State>();

/**
 * Where the last batch of a node began. n8n does not wait until it has stored batch and state, so a poll
 * that follows at once (overdue ones after a start, say) may be given the state from before.
 */
const handedOver = new Map<string, { from: IDataObject; at: number }>();
/** How long n8n may take to store a batch, ms. A state that is still the old one then was not stored. */
const HANDOVER_MS = 10_000;

/** What one poll has to do. */
interface Task {
	event: TriggerEvent;
	parameters: Record<string, unknown>;
	options: { emitExisting?: boolean; includeSecrets?: boolean };
	backoff?: Backoff;
}

function readTask(context: IPollFunctions, events: TriggerEvent[]): Task {
	const reader = pollReader(context);
	const chosen = readFields(reader, [eventField(events)], 0).event;
	const event = events.find((entry) => entry.event === chosen) as TriggerEvent;
	const parameters = readFields(reader, [...event.fields, optionsOf(event)], 0);
	return { event, parameters, options: parameters.options as Task['options'] };
}

/** The records as the service lists them. Nothing is sent before everything is checked. */
async function fetchRecords(
	context: IPollFunctions,
	{ event, backoff }: Task,
): Promise<IDataObject[]> {
	const { operation } = event;
	const budget = Math.min(context.getPollBudgetMs?.() ?? LONGEST_MS, LONGEST_MS);
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
	return operation.records(answer);
}

function output({ event, options }: Task, records: IDataObject[]): INodeExecutionData[][] {
	const shown = options.includeSecrets ? records : hideSecrets(event.operation, records);
	return [shown.map((json) => ({ json }))];
}

/** The newest records, and nothing moves. */
async function show(context: IPollFunctions, task: Task): Promise<INodeExecutionData[][]> {
	const { event, parameters } = task;
	const records = inOrder(event, await fetchRecords(context, task));
	const items: IDataObject[] = [];
	for (let index = records.length - 1; index >= 0 && items.length < SHOWN; index--) {
		const item = event.preview(records[index], parameters);
		if (item) items.unshift(item);
	}
	if (items.length > 0) return output(task, items);
	throw new Problem({
		kind: 'input',
		message: event.nothing,
		description: 'The credential works, and nothing that the trigger remembers has changed.',
	});
}

/** What can be gone on from: the memory of this event and this organization, or else why not. */
function usable({ event }: Task, stored: unknown, records: IDataObject[]): Memory | string {
	const memory = memoryOf(event, stored);
	if (memory === 'absent') return '';
	if (memory === 'unreadable') return 'what it remembers cannot be read';
	if (memory === 'other event') return 'it waits for another event now';
	return isOthers(memory, records) ? 'the credential is of another organization now' : memory;
}

async function check(
	context: IPollFunctions,
	task: Task,
	key: string,
): Promise<INodeExecutionData[][] | null> {
	const stored = context.getWorkflowStaticData('node');
	const last = handedOver.get(key);
	if (last && Date.now() - last.at < HANDOVER_MS && sameState(stored, last.from)) {
		context.logger.debug('Agent Suite Trigger: the last batch is still being stored');
		return null;
	}
	handedOver.delete(key);
	const records = await fetchRecords(context, task);

	// From here on nothing waits, so the state moves together with what is returned.
	const { event, parameters, options } = task;
	const fromStored = usable(task, stored, records);
	const begun = usable(task, beginnings.get(key) ?? {}, records);
	const known = typeof fromStored === 'string' ? begun : fromStored;
	const memory = typeof known === 'string' ? undefined : known;
	if (memory === undefined && fromStored !== '') {
		context.logger.warn(
			`Agent Suite Trigger: ${String(fromStored)}, so it begins anew. What is there now counts as seen.`,
			{ workflowId: context.getWorkflow().id, nodeName: context.getNode().name },
		);
	}
	const today = Math.floor(Date.now() / DAY_MS);
	const emitExisting = fromStored === '' && options.emitExisting === true;
	const selection = select(event, records, memory, parameters, today, emitExisting);
	const items = output(task, selection.items);
	const state = stateOf(event, selection.memory);

	if (typeof fromStored !== 'string') beginnings.delete(key);
	else if (memory === undefined && selection.items.length === 0) begin(key, state);
	if (selection.items.length > 0 && typeof fromStored !== 'string') {
		handedOver.set(key, { from: { ...stored }, at: Date.now() });
	}
	if (!sameState(stored, state)) Object.assign(stored, state);
	return selection.items.length > 0 ? items : null;
}

function begin(key: string, state: State): void {
	beginnings.delete(key);
	beginnings.set(key, structuredClone(state));
	const [oldest] = beginnings.keys();
	if (beginnings.size > MOST_BEGINNINGS) beginnings.delete(oldest);
}

/** One poll: what is new since the last one, or null. The state moves only when it succeeds. */
export async function poll(
	context: IPollFunctions,
	events: TriggerEvent[],
	backoff?: Backoff,
): Promise<INodeExecutionData[][] | null> {
	const node = context.getNode();
	const task = (): Task => ({ ...readTask(context, events), backoff });
	if (context.getMode() === 'manual') {
		try {
			return await show(context, task());
		} catch (error) {
			throw nodeError(node, error);
		}
	}

	const key = `${context.getWorkflow().id ?? ''}:${node.id}`;
	const began = Date.now();
	if (began - (underWay.get(key) ?? -Infinity) < STUCK_MS) {
		context.logger.warn(
			'Agent Suite Trigger: the last poll is still under way; this one is left out',
		);
		return null;
	}
	underWay.set(key, began);
	try {
		const result = await check(context, task(), key);
		recovered(key);
		return result;
	} catch (error) {
		if (!(error instanceof Problem) || !isTransient(error)) throw nodeError(node, error);
		const report = failed(key, error, Date.now());
		if (report) throw nodeError(node, report);
		context.logger.warn(`Agent Suite Trigger: a poll has failed. ${error.message}`);
		return null;
	} finally {
		if (underWay.get(key) === began) underWay.delete(key);
	}
}
