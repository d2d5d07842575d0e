import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { nodeError } from '../output/nodeErrors';
import { readTrigger } from '../parameters/readTrigger';
import { steadyClock } from '../transport/pacing/clock';
import { RunUsage } from '../transport/pacing/runUsage';
import { activationOf, type Activation } from './activation';
import { compareAndSend, sendOnly } from './compareAndSend';
import { logOf } from './log';
import { logFailure, logStorage } from './logPoll';
import { memoryOf, sharesWorkflow, type Poll } from './memory';
import { isOfList } from './origin';
import { Outage } from './outage';
import type { Items } from './output';
import { preview } from './preview';
import { readForPreview, readShared } from './read';
import { Store } from './store';
import type { Turn } from './turn';

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
function hasState(poll: Poll): boolean {
	const { last } = poll.store;
	return last !== undefined && isOfList(last, poll);
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
	const { context, settings, store } = poll;
	const { interval } = poll.memory;
	const { parameters, credentials } = context.getNode();
	const readFor = JSON.stringify([parameters, credentials]);
	// A publication of the same parameters does not read earlier. Otherwise a restless n8n would spend tokens.
	const isDue = interval.isOver(turn.began, readFor) || (poll.isActivation && !hasState(poll));
	const usage = new RunUsage();
	let records: IDataObject[] | undefined;
	try {
		const revision = store.othersRevision;
		records = await readShared(context, settings, { trigger, revision, isDue, usage });
		return records;
	} finally {
		// A read that failed can have cost tokens too. Then the next one is only after the minimum interval, even if the service
		// is back before: what is new arrives later, but an outage costs no more than ordinary reads.
		const hasRead = records !== undefined || usage.isCharged;
		if (hasRead && !turn.isTakenOver()) interval.begin(turn.began, settings.minIntervalMs, readFor);
	}
}

async function pollAsPublished(poll: Poll, trigger: string, turn: Turn): Promise<Items | null> {
	const { memory, log } = poll;
	logStorage(poll, sharesWorkflow(trigger));
	const records = await readList(poll, trigger, turn);
	if (turn.isTakenOver()) return null;
	if (!records) {
		log('debug', 'the minimum interval is not over, so the list is not read');
		return sendOnly(poll);
	}
	const items = compareAndSend(poll, records);
	memory.outage = new Outage();
	return items;
}

/**
 * What a failed poll does. The first case that applies:
 *
 * - A later poll has taken over, which reports its own failures: nothing.
 * - n8n starts, and a report would end the trigger for good: nothing. The next poll reports it.
 * - It is time for a report, which ends the poll for n8n. What waits is sent by the next one.
 * - A person publishes the trigger, and it has no state to go on from: the publication fails with the reason.
 * - Otherwise it sends what waits, if it could read its settings.
 */
function afterFailure(
	context: IPollFunctions,
	error: unknown,
	{
		poll,
		turn,
		activation,
		outage,
	}: {
		poll: Poll | undefined;
		turn: Turn;
		activation: Activation | undefined;
		outage: Outage;
	},
): Items | null {
	if (turn.isTakenOver() || activation === 'start') return null;
	const report = outage.fail(error, Date.now());
	if (report !== undefined) throw nodeError(context.getNode(), report);
	const canGoOn = poll !== undefined && hasState(poll);
	if (activation === 'publication' && !canGoOn) throw nodeError(context.getNode(), error);
	return poll ? sendOnly(poll) : null;
}

/** Polls once. It starts executions itself where n8n reports their end, otherwise it returns the items. */
export async function poll(context: IPollFunctions, events: TriggerEvent[]): Promise<Items | null> {
	if (context.getMode() === 'manual') return await pollManually(context, events);

	const log = logOf(context);
	const trigger = `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
	const memory = memoryOf(trigger);
	const activation = activationOf(context);
	if (activation) {
		// A publication reports a failure that needs a user, even if a poll before it did.
		memory.outage = new Outage();
		memory.kept.outbox?.publish();
	}

	const turn = memory.turns.take(steadyClock.now());
	if (!turn) {
		log('warn', 'the previous poll is still running, so this one was skipped');
		return null;
	}
	memory.sender.stop();
	let current: Poll | undefined;
	try {
		const settings = readTrigger(context, events);
		const isActivation = activation !== undefined;
		const store = new Store(context, memory.kept, isActivation);
		current = { context, settings, memory, store, log, isActivation };
		return await pollAsPublished(current, trigger, turn);
	} catch (error) {
		logFailure(log, error);
		const { outage } = memory;
		return afterFailure(context, error, { poll: current, turn, activation, outage });
	} finally {
		turn.end();
	}
}
