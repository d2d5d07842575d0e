import type { IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { nodeError } from '../output/errors/nodeErrors';
import { problemOf } from '../output/errors/problemOf';
import { readTrigger } from '../parameters/readTrigger';
import { steadyClock } from '../transport/clock';
import { RunUsage } from '../transport/run/runUsage';
import { activationOf } from './n8n/activation';
import { compareAndSend, sendWithoutList } from './compareAndSend';
import { pollOf, type BegunPoll, type Poll } from './currentPoll';
import { reportsEnds } from './n8n/executionEnd';
import { logOf } from './reporting/log';
import { logFailure, logStorage } from './reporting/logPoll';
import { memoryOf } from './memory';
import { isTemporary } from './reporting/outage';
import { preview } from './preview';
import { readForPreview, readShared } from './reading/read';
import type { Items } from './sender';

/** A manual run in the editor. */
async function pollManually(context: IPollFunctions, events: TriggerEvent[]): Promise<Items> {
	const settings = readTrigger(context, events);
	return preview(settings, await readForPreview(context, settings));
}

/**
 * When a list is read again at the latest if nothing goes without one, ms. What is due waits for it then, and of a first list, what comes
 * until then counts as existing.
 */
const AWAITED_LIST_MS = 15 * 60_000;

/** Reads the list if it is due, or uses what another trigger has just read, and sends what is due. */
async function readAndSend(poll: Poll): Promise<Items | null> {
	const { context, settings, origin, beforeList, memory, log, activation } = poll;
	const { interval, trigger } = memory;
	const began = steadyClock.now();
	const readFor = JSON.stringify([origin, settings.minIntervalMs]);
	// A publication with the same settings does not read earlier, unless it is a first list. Otherwise a restless n8n would spend tokens.
	const isFirst = activation !== undefined && beforeList.isFirst;
	const longestMs = beforeList.withoutList ? Infinity : AWAITED_LIST_MS;
	const isOver = interval.isOver(began, readFor, Math.min(settings.minIntervalMs, longestMs));
	const isDue = isFirst || isOver;
	const usage = new RunUsage();
	try {
		const records = await readShared(context, settings, { trigger, isDue, usage });
		if (!records) {
			log('debug', 'the minimum interval is not over, so the list is not read');
			return sendWithoutList(poll);
		}
		const items = compareAndSend(poll, records);
		interval.noteRead(began, readFor);
		memory.outage.end();
		return items;
	} catch (error) {
		// It can have cost tokens too. Then it counts as a read: what is new arrives later, but an outage costs little more than ordinary
		// reads. Not when n8n starts, so that the next poll reads and reports.
		if (usage.isCharged && activation !== 'start') interval.noteRead(began, readFor);
		return afterFailure(error, poll, poll);
	}
}

interface FollowUp {
	/** Whether what is due goes by the last list. */
	goesOn: boolean;
	/** The failure, or the report of it. */
	thrown?: unknown;
}

/**
 * What follows a failure, beside its line in the log:
 *
 *     n8n starts                           nothing: n8n would give up for good now, so the next poll that reads reports it
 *     a person publishes, and has to act   it throws, so that person sees it. If n8n publishes all the same, the next poll that reads does
 *     a publication cannot go on           it throws
 *     it is time for a report              it goes on, and throws, so that n8n reports it
 *     otherwise                            it goes on
 */
function followUpOf(error: unknown, begun: BegunPoll, poll: Poll | undefined): FollowUp {
	const { context, memory, activation } = begun;
	if (activation === 'start') return { goesOn: false };
	if (activation === 'publication') {
		const mustThrow = !isTemporary(error) || !poll || poll.beforeList.isFirst;
		return mustThrow ? { goesOn: false, thrown: error } : { goesOn: true };
	}
	const thrown = memory.outage.fail(error, Date.now());
	// A poll that throws returns nothing, so where n8n reports no ends, what waits goes with the next poll.
	return { goesOn: thrown === undefined || reportsEnds(context), thrown };
}

/**
 * After a failure, goes on by the last list, or not, and throws, or not.
 * @param poll undefined if the settings cannot be read, so there is nothing to go on by
 * @throws the failure, or the report of it
 */
function afterFailure(error: unknown, begun: BegunPoll, poll: Poll | undefined): Items | null {
	const { log } = begun;
	logFailure(log, error);
	const { goesOn, thrown } = followUpOf(error, begun, poll);
	const goOn = () => (goesOn && poll ? sendWithoutList(poll) : null);
	if (thrown === undefined) return goOn();
	try {
		goOn();
	} catch (sendError) {
		logFailure(log, sendError);
	}
	throw thrown;
}

/** A poll of a published workflow. */
async function pollPublished(
	context: IPollFunctions,
	events: TriggerEvent[],
): Promise<Items | null> {
	const log = logOf(context);
	const memory = memoryOf(`${context.getWorkflow().id ?? ''}:${context.getNode().id}`);
	const activation = activationOf(context);
	if (activation) {
		// A publication reports a failure that needs a user, even if a poll before it did.
		memory.outage.end();
		memory.kept?.outbox.beginAnew();
	}

	if (memory.isPolling) {
		log('warn', 'the previous poll is still running, so this one was skipped');
		return null;
	}
	memory.isPolling = true;
	memory.sender.suspend();
	try {
		return await pollOnce({ context, memory, log, activation }, events);
	} finally {
		memory.isPolling = false;
	}
}

async function pollOnce(begun: BegunPoll, events: TriggerEvent[]): Promise<Items | null> {
	let ready: Poll;
	try {
		ready = pollOf(begun, readTrigger(begun.context, events));
		logStorage(ready);
	} catch (error) {
		return afterFailure(error, begun, undefined);
	}
	return await readAndSend(ready);
}

/**
 * Polls once. It starts executions itself where n8n reports their end, otherwise it returns the items.
 * @throws n8n's error
 */
export async function poll(context: IPollFunctions, events: TriggerEvent[]): Promise<Items | null> {
	const pollAs = context.getMode() === 'manual' ? pollManually : pollPublished;
	try {
		return await pollAs(context, events);
	} catch (error) {
		throw nodeError(context.getNode(), problemOf(error), { audience: 'person' });
	}
}
