import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { nodeError } from '../output/nodeErrors';
import { readTrigger } from '../parameters/readTrigger';
import { steadyClock } from '../transport/pacing/clock';
import { RunUsage } from '../transport/pacing/runUsage';
import { compareAndSend, sendOnly } from './compareAndSend';
import { isReadDue, nextReadAfter } from './interval';
import { afterFailure } from './outage';
import type { Log } from './outbox/outbox';
import { preview } from './preview';
import { keptFor, type Poll, type Kept } from './kept';
import { readForPreview, readShared } from './read';
import { takeTurn, type Turn } from './turn';

type Items = INodeExecutionData[][];

/**
 * Contexts that have polled. n8n makes a new one each time it activates a workflow. Its scheduler makes a new one for each
 * poll, with the activation mode `update`, as if an active workflow were updated.
 */
const polled = new WeakSet<IPollFunctions>();

/** What a poll of a published workflow has before it reads its parameters. */
interface PollStart {
	/** By workflow and node. */
	trigger: string;
	kept: Kept;
	turn: Turn;
	log: Log;
}

/** What a poll has done. */
type PollResult =
	/** What n8n starts an execution with. Null if nothing, or if the trigger has started it. */
	| { did: 'poll'; items: Items | null }
	/** Only the list could not be read, so what waits is still sent. */
	| { did: 'failRead'; error: unknown; poll: Poll }
	| { did: 'fail'; error: unknown };

/** A manual run in the editor. */
async function pollManually(context: IPollFunctions, events: TriggerEvent[]): Promise<Items> {
	try {
		const settings = readTrigger(context, events);
		return preview(settings, await readForPreview(context, settings));
	} catch (error) {
		throw nodeError(context.getNode(), error);
	}
}

/** One poll of a published workflow, in its turn. */
async function pollOnce(
	context: IPollFunctions,
	events: TriggerEvent[],
	{ trigger, kept, turn, log }: PollStart,
): Promise<PollResult> {
	const { began } = turn;
	const { parameters, credentials } = context.getNode();
	const settings = readTrigger(context, events);
	const current: Poll = { context, settings, kept, log };
	const readFor = JSON.stringify([parameters, credentials]);
	// A publication of the same parameters does not read earlier. Otherwise a restless n8n would spend tokens.
	const nextRead = kept.nextRead?.settings === readFor ? kept.nextRead : undefined;
	const isDue = isReadDue(nextRead, began);
	const usage = new RunUsage();
	let records: IDataObject[] | undefined;
	try {
		const ownRevision = kept.remembered?.revision;
		const options = { trigger, ownRevision, isDue, usage };
		records = await readShared(context, settings, options);
	} catch (error) {
		return { did: 'failRead', error, poll: current };
	} finally {
		// A read that failed can have cost tokens too. Then the next one is only after the minimum interval, even if the service
		// is back before: what is new arrives later, but an outage costs no more than ordinary reads.
		const hasRead = records !== undefined || usage.isCharged;
		if (hasRead && !turn.isTakenOver())
			kept.nextRead = nextReadAfter(nextRead, began, settings.minIntervalMs, readFor);
	}
	if (turn.isTakenOver()) return { did: 'poll', items: null };
	if (!records) {
		log('debug', 'the minimum interval is not over, so the list is not read');
		return { did: 'poll', items: sendOnly(current) };
	}
	const items = compareAndSend(current, records);
	delete kept.outage;
	return { did: 'poll', items };
}

/**
 * Notes that it has polled. To publish over a published version is `update` for n8n too, and cannot be told apart, so only
 * unpublishing first counts.
 * @returns whether this is the first poll since the workflow was published, or n8n restarted
 */
function noteFirstPoll(context: IPollFunctions): boolean {
	const isFirst = !polled.has(context) && context.getActivationMode() !== 'update';
	polled.add(context);
	return isFirst;
}

/** Notes a failed poll. @throws the report that it is time for, if any */
function noteFailure(context: IPollFunctions, kept: Kept, error: unknown): void {
	const { outage, report } = afterFailure(kept.outage, error, Date.now());
	kept.outage = outage;
	if (report !== undefined) throw nodeError(context.getNode(), report);
}

function logFailure(log: Log, error: unknown): void {
	const { message, description } = error as Error & { description?: string };
	log('warn', `could not poll. ${[message, description].filter(Boolean).join('. ')}`);
}

/** After a read that failed: sends what is due, which needs no list. If nothing waits, the state stays as it is. */
function sendWaiting(poll: Poll): Items | null {
	const waiting = poll.kept.outbox?.deliveries.undelivered ?? [];
	return waiting.length > 0 ? sendOnly(poll) : null;
}

/** Polls once. It starts executions itself where n8n reports their end, otherwise it returns the items. */
export async function poll(context: IPollFunctions, events: TriggerEvent[]): Promise<Items | null> {
	if (context.getMode() === 'manual') return await pollManually(context, events);

	const node = context.getNode();
	const workflowId = context.getWorkflow().id ?? '';
	const log: Log = (level, text) =>
		context.logger[level](`Agent Suite Trigger: ${text}`, { workflowId, nodeName: node.name });
	const trigger = `${workflowId}:${node.id}`;
	const kept = keptFor(trigger);
	// A publication reports a failure that needs a user, even if a poll before it did. If its first poll does not read the list,
	// because the minimum interval is not over, a later one does.
	if (noteFirstPoll(context))
		Object.assign(kept, { outage: undefined, reportsEnds: undefined, isPublished: true });

	const turn = takeTurn(kept, steadyClock.now());
	if (!turn) {
		log('warn', 'the previous poll is still running, so this one was skipped');
		return null;
	}
	try {
		const start: PollStart = { trigger, kept, turn, log };
		const result = await pollOnce(context, events, start).catch((error: unknown): PollResult => ({
			did: 'fail',
			error,
		}));
		if (result.did === 'poll') return result.items;
		const { error } = result;
		// A report ends the poll for n8n, so what waits goes at the next one.
		if (!turn.isTakenOver()) noteFailure(context, kept, error);
		logFailure(log, error);
		return result.did === 'failRead' && !turn.isTakenOver() ? sendWaiting(result.poll) : null;
	} finally {
		turn.end();
	}
}
