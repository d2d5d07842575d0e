import type { IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { nodeError } from '../output/errors/nodeErrors';
import { problemOf } from '../output/errors/problemOf';
import { readTrigger } from '../parameters/readTrigger';
import { beginPoll, pollOf, type Call, type Poll } from './currentPoll';
import { followUpOf, type Outcome } from './plan';
import { memoryOf } from './memory';
import { takeActivation } from './n8n/activation';
import { reportsEnds } from './n8n/executionEnd';
import { preview } from './preview';
import { readForPreview } from './reading/read';
import { logOf } from './reporting/log';
import { logFailure, logStorage } from './reporting/logPoll';
import { send } from './send';
import type { Items } from './sender';
import { update } from './update';

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
	const memory = memoryOf(context.getWorkflow().id ?? '', context.getNode().id);
	const activation = takeActivation(context);
	// Even if this poll is skipped, because no later one is that of the activation.
	if (activation) memory.beginAnew();
	if (memory.isPolling) {
		log('warn', 'the previous poll is still running, so this one was skipped');
		return null;
	}
	memory.isPolling = true;
	try {
		memory.sender.suspend();
		const call = { context, memory, log, activation, reportsEnds: reportsEnds(context) };
		return await pollOnce(call, events);
	} finally {
		memory.isPolling = false;
		memory.store.endPoll();
	}
}

/** The settings, the list, then what is due. */
async function pollOnce(call: Call, events: TriggerEvent[]): Promise<Items | null> {
	const { context, memory, log, activation, reportsEnds } = call;
	let poll: Poll | undefined;
	let outcome: Outcome;
	try {
		// First, so that what has ended is stored even if the settings cannot be read.
		const begun = beginPoll(call);
		poll = pollOf(begun, readTrigger(context, events));
		logStorage(poll);
		outcome = await update(poll);
	} catch (error) {
		logFailure(log, error);
		outcome = { failure: error };
	}
	const { expected } = poll ?? {};
	// Those of an activation are no part of an outage: it tells a person, or is the first of many tries.
	const report =
		typeof outcome === 'object' && !activation
			? memory.outage.fail(outcome.failure, Date.now(), expected?.mayBeFirst === true)
			: undefined;
	const { goes, thrown } = followUpOf(outcome, { activation, expected, reportsEnds, report });
	const items = poll ? send(poll, goes, outcome) : null;
	if (thrown !== undefined) throw thrown;
	return items;
}

/**
 * Polls once. It starts executions itself where n8n reports their end, otherwise it returns the items. To store a first state, it can return
 * an output without items.
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
