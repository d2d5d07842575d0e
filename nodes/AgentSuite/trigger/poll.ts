import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { nodeError } from '../output/nodeErrors';
import { readTrigger } from '../parameters/readTrigger';
import { steadyClock } from '../transport/pacing/clock';
import { RunUsage } from '../transport/pacing/runUsage';
import { compareAndSend, sendOnly } from './compareAndSend';
import { isReadDue, nextReadAfter } from './interval';
import { memoryOf, sharesState, warnOnce, type Log, type Memory, type Poll } from './memory';
import { afterFailure } from './outage';
import type { Items } from './output';
import { preview } from './preview';
import { readForPreview, readShared } from './read';
import { isDurable, newestState } from './state';
import { takeTurn, type Turn } from './turn';

/**
 * Contexts that have polled. n8n makes a new one each time it activates a workflow. Its scheduler makes a new one for each
 * poll, with the activation mode `update`, as if an active workflow were updated.
 */
const polled = new WeakSet<IPollFunctions>();

/**
 * How n8n has activated the workflow for this poll, if it has:
 *
 * - `publication`: by a person, who sees the reason if the poll throws
 * - `start`: n8n starts. If the poll throws, n8n tries it a few times, then gives up for good, and tells nobody.
 *
 * To publish over a published version is `update` for n8n too, and cannot be told apart, so only unpublishing first counts.
 */
function activationOf(context: IPollFunctions): 'publication' | 'start' | undefined {
	const mode = context.getActivationMode();
	const isFirst = !polled.has(context) && mode !== 'update';
	polled.add(context);
	if (!isFirst) return undefined;
	return mode === 'init' || mode === 'leadershipChange' ? 'start' : 'publication';
}

/** A manual run in the editor. */
async function pollManually(context: IPollFunctions, events: TriggerEvent[]): Promise<Items> {
	try {
		const settings = readTrigger(context, events);
		return preview(settings, await readForPreview(context, settings));
	} catch (error) {
		throw nodeError(context.getNode(), error);
	}
}

/** Whether the next poll can go on from a state. Without one, what comes until then would count as existing. */
function hasState({ context, settings, memory }: Poll): boolean {
	const { id, credentials } = context.getNode();
	const last = newestState(memory.state, context.getWorkflowStaticData('node'), id);
	const isThisList = last?.list === settings.event.list.name;
	return isThisList && last.credential === credentials?.agentSuiteApi?.id;
}

/**
 * Reads the list if it is due, or uses what another trigger has just read.
 * @returns undefined if there is none now
 */
async function readList(
	poll: Poll,
	trigger: string,
	turn: Turn,
): Promise<IDataObject[] | undefined> {
	const { context, settings, memory } = poll;
	const { parameters, credentials } = context.getNode();
	const readFor = JSON.stringify([parameters, credentials]);
	// A publication of the same parameters does not read earlier. Otherwise a restless n8n would spend tokens.
	const nextRead = memory.nextRead?.settings === readFor ? memory.nextRead : undefined;
	const isDue = isReadDue(nextRead, turn.began) || (poll.isActivation && !hasState(poll));
	const usage = new RunUsage();
	let records: IDataObject[] | undefined;
	try {
		const ownRevision = memory.state?.revision;
		const options = { trigger, ownRevision, isDue, usage };
		records = await readShared(context, settings, options);
		return records;
	} finally {
		// A read that failed can have cost tokens too. Then the next one is only after the minimum interval, even if the service
		// is back before: what is new arrives later, but an outage costs no more than ordinary reads.
		const hasRead = records !== undefined || usage.isCharged;
		if (hasRead && !turn.isTakenOver())
			memory.nextRead = nextReadAfter(nextRead, turn.began, settings.minIntervalMs, readFor);
	}
}

/** @throws the report of a failed poll that it is time for, if any */
function reportFailure(context: IPollFunctions, memory: Memory, error: unknown): void {
	const { outage, report } = afterFailure(memory.outage, error, Date.now());
	memory.outage = outage;
	if (report !== undefined) throw nodeError(context.getNode(), report);
}

function logFailure(log: Log, error: unknown): void {
	const { message, description } = error as Error & { description?: string };
	log('warn', `could not poll. ${[message, description].filter(Boolean).join('. ')}`);
}

/** n8n's scheduler stores the data of the whole workflow with each poll that starts an execution. */
function warnOfSharedState(poll: Poll, trigger: string): void {
	const { context } = poll;
	if (context.getActivationMode() !== 'update' || !sharesState(trigger)) return;
	if (isDurable(context.getWorkflowStaticData('node'))) return;
	warnOnce(
		poll,
		'with several triggers in one workflow, n8n can store an earlier state of one of them, so after a restart it returns records again. Use a workflow for each trigger, or durable cursors',
	);
}

/** Polls once. It starts executions itself where n8n reports their end, otherwise it returns the items. */
export async function poll(context: IPollFunctions, events: TriggerEvent[]): Promise<Items | null> {
	if (context.getMode() === 'manual') return await pollManually(context, events);

	const node = context.getNode();
	const workflowId = context.getWorkflow().id ?? '';
	const log: Log = (level, text) =>
		context.logger[level](`Agent Suite Trigger: ${text}`, { workflowId, nodeName: node.name });
	const trigger = `${workflowId}:${node.id}`;
	const memory = memoryOf(trigger);
	const activation = activationOf(context);
	if (activation) {
		// A publication reports a failure that needs a user, even if a poll before it did.
		delete memory.outage;
		memory.outbox?.retryAll();
	}

	const turn = takeTurn(memory, steadyClock.now());
	if (!turn) {
		log('warn', 'the previous poll is still running, so this one was skipped');
		return null;
	}
	// Until this poll sends, so that nothing goes by earlier settings.
	delete memory.goOn;
	let current: Poll | undefined;
	try {
		const settings = readTrigger(context, events);
		current = { context, settings, memory, log, isActivation: activation !== undefined };
		warnOfSharedState(current, trigger);
		const records = await readList(current, trigger, turn);
		if (turn.isTakenOver()) return null;
		if (!records) {
			log('debug', 'the minimum interval is not over, so the list is not read');
			return sendOnly(current);
		}
		const items = compareAndSend(current, records);
		delete memory.outage;
		return items;
	} catch (error) {
		logFailure(log, error);
		// The poll that took over reports its own.
		if (turn.isTakenOver()) return null;
		// A failure ends the trigger for good now, so the next poll reports it.
		if (activation === 'start') return null;
		// A report ends the poll for n8n, so what waits goes at the next one.
		reportFailure(context, memory, error);
		if (activation === 'publication' && !(current && hasState(current)))
			throw nodeError(node, error);
		return current ? sendOnly(current) : null;
	} finally {
		turn.end();
	}
}
