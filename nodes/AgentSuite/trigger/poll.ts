import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { nodeError } from '../output/nodeErrors';
import { readTrigger } from '../parameters/readParameters';
import type { SendSettings } from '../transport/call';
import { steadyClock } from '../transport/pacing/clock';
import { RunUsage } from '../transport/pacing/runUsage';
import { check, checkUnread } from './check';
import { afterFailure } from './outage';
import type { Log } from './outbox/outbox';
import { preview } from './preview';
import { processOf, type TriggerProcess } from './process';
import { readRecords, readShared } from './read';

/** After this time, another poll can begin although one has not ended, ms. */
const STUCK_MS = 120_000;
/** How much earlier than the minimum interval the list can be read, ms. Timers are not exact. */
const JITTER_MS = 15_000;

type Items = INodeExecutionData[][];

/**
 * Contexts that have polled. n8n makes a new one each time it activates a workflow, and its scheduler one for each poll,
 * which looks like an update of an active workflow.
 */
const polled = new WeakSet<IPollFunctions>();

/** A manual run in the editor. */
async function pollManually(
	context: IPollFunctions,
	events: TriggerEvent[],
	sendSettings?: SendSettings,
): Promise<Items> {
	try {
		const settings = readTrigger(context, events);
		return preview(settings, await readRecords(context, settings, sendSettings));
	} catch (error) {
		throw nodeError(context.getNode(), error);
	}
}

/** One poll of a published workflow, without another one beside it. */
async function pollOnce(
	context: IPollFunctions,
	events: TriggerEvent[],
	trigger: string,
	kept: TriggerProcess,
	log: Log,
	sendSettings?: SendSettings,
): Promise<Items | null> {
	const began = steadyClock.now();
	const { parameters, credentials } = context.getNode();
	const settings = readTrigger(context, events);
	const of = JSON.stringify([parameters, credentials]);
	// A publication of the same parameters does not read earlier. Otherwise a restless n8n would spend tokens.
	const nextRead = kept.nextRead?.of === of ? kept.nextRead : undefined;
	const isDue = nextRead === undefined || began >= nextRead.at - JITTER_MS;
	const usage = new RunUsage();
	const { busySince } = kept;
	let records: IDataObject[] | undefined;
	try {
		records = await readShared(context, settings, { trigger, isDue, sendSettings, usage });
	} finally {
		// The first interval is counted in full, so that a day has no more reads than it has intervals.
		const from = nextRead && isDue ? Math.max(nextRead.at, began) : began + JITTER_MS;
		// A read that failed can have cost tokens too. A poll that has begun since counts its own.
		if ((records || usage.isCharged) && kept.busySince === busySince)
			kept.nextRead = { at: from + settings.minIntervalMs, of };
	}
	// It was stuck for so long that another poll has begun.
	if (kept.busySince !== busySince) return null;
	if (!records) {
		log('debug', 'the minimum interval is not over, so the list is not read');
		return checkUnread({ context, settings, kept, log });
	}
	const items = check({ context, settings, kept, log }, records);
	delete kept.outage;
	return items;
}

/** Polls once. It starts executions itself where n8n reports their end, otherwise it returns the items. */
export async function poll(
	context: IPollFunctions,
	events: TriggerEvent[],
	sendSettings?: SendSettings,
): Promise<Items | null> {
	if (context.getMode() === 'manual') return await pollManually(context, events, sendSettings);

	const node = context.getNode();
	const workflowId = context.getWorkflow().id ?? '';
	const log: Log = (level, text) =>
		context.logger[level](`Agent Suite Trigger: ${text}`, { workflowId, nodeName: node.name });
	const trigger = `${workflowId}:${node.id}`;
	const kept = processOf(trigger);
	const isFirst = !polled.has(context) && context.getActivationMode() !== 'update';
	polled.add(context);
	// Activation must report a failure that needs a user, even if a poll before it did.
	if (isFirst)
		Object.assign(kept, { outage: undefined, reportsNoEnds: undefined, isPublished: true });

	const began = steadyClock.now();
	if (kept.busySince !== undefined && began - kept.busySince < STUCK_MS) {
		log('warn', 'the previous poll is still running, so this one was skipped');
		return null;
	}
	kept.busySince = began;
	try {
		return await pollOnce(context, events, trigger, kept, log, sendSettings);
	} catch (error) {
		// It was stuck for so long that another poll has begun, which reports its own failures.
		const isCurrent = kept.busySince === began;
		if (isCurrent) {
			const { outage, report } = afterFailure(kept.outage, error, Date.now());
			kept.outage = outage;
			if (report !== undefined) throw nodeError(node, report);
		}
		const { message, description } = error as Error & { description?: string };
		log('warn', `could not poll. ${[message, description].filter(Boolean).join('. ')}`);
		return null;
	} finally {
		if (kept.busySince === began) delete kept.busySince;
	}
}
