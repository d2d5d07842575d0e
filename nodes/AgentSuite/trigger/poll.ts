import type { IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { nodeError } from '../output/errors/nodeErrors';
import { problemOf } from '../output/errors/problemOf';
import { readTrigger } from '../parameters/readTrigger';
import { pollOf, type BegunPoll, type Poll } from './currentPoll';
import { followUpOf } from './followUp';
import { memoryOf } from './memory';
import { activationOf } from './n8n/activation';
import { preview } from './preview';
import { readForPreview } from './reading/read';
import { logOf } from './reporting/log';
import { logFailure, logStorage } from './reporting/logPoll';
import { send } from './send';
import type { Items } from './sender';
import { update, withoutList, type Updated } from './update';

/** A manual run in the editor. */
async function pollManually(context: IPollFunctions, events: TriggerEvent[]): Promise<Items> {
	const settings = readTrigger(context, events);
	return preview(settings, await readForPreview(context, settings));
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
		// What a poll before has reported is reported again.
		memory.outage.end();
		// Even if this poll is skipped, because no later one is that of the activation.
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

/** Reads the settings, and updates what is due by the list. Then it sends, if that has failed as `followUp.ts` says. */
async function pollOnce(begun: BegunPoll, events: TriggerEvent[]): Promise<Items | null> {
	const { context, log, activation } = begun;
	let poll: Poll | undefined;
	let updated: Updated | undefined;
	let thrown: unknown;
	try {
		poll = pollOf(begun, readTrigger(context, events));
		logStorage(poll);
		updated = await update(poll);
	} catch (error) {
		logFailure(log, error);
		const followUp = followUpOf(error, begun, poll);
		thrown = followUp.thrown;
		updated = followUp.goesOn && poll ? withoutList(poll) : undefined;
	}
	let items: Items | null = null;
	try {
		if (poll && updated) items = send(poll, updated);
	} catch (error) {
		logFailure(log, error);
		// When n8n starts, nothing is thrown.
		if (activation !== 'start') thrown ??= error;
	}
	if (thrown !== undefined) throw thrown;
	return items;
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
