import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { Problem } from '../model/problem';
import { nodeError } from '../output/nodeErrors';
import { readTrigger, type TriggerSettings } from '../parameters/readParameters';
import { connectionOf } from '../transport/connection';
import { readList, usageOfOne } from '../transport/readRecords';
import type { SendSettings } from '../transport/send';
import { check, outputOf, type Items } from './check';
import type { Deliveries } from './deliver';
import { difference, select } from './difference/selectChanges';
import { steadyClock } from './emit';
import { failed } from './outage';
import { processOf, rememberDeliveries, type TriggerProcess } from './state';

/** Maximum time of a poll, after which n8n gives up at 45 s, and after which another one can begin anyway, ms. */
const [MAX_POLL_MS, STUCK_MS] = [30_000, 120_000];
/** How much earlier than the minimum interval the list can be read, ms. Timers are not exact. */
const JITTER_MS = 15_000;

async function readRecords(
	context: IPollFunctions,
	{ event }: TriggerSettings,
	settings?: SendSettings,
	usage = usageOfOne(),
): Promise<IDataObject[]> {
	const budget = Math.min(context.getPollBudgetMs?.() ?? MAX_POLL_MS, MAX_POLL_MS);
	const times = { timeoutMs: budget, maxWaitMs: budget, budgetMs: budget };
	const connection = connectionOf(await context.getCredentials('agentSuiteApi'));
	return await readList(context, event.list.operation, connection, times, settings, usage);
}

/** The newest three records. They leave the state unchanged. */
function show(settings: TriggerSettings, records: IDataObject[]): Items {
	const { list, preview, emptyMessage, emit: existing } = settings.event;
	const { changes } = difference(list, records, undefined, 0, true);
	const emit: TriggerEvent['emit'] = (record, _before, parameters) =>
		preview ? preview(record, parameters) : existing(record, undefined, parameters);
	const shown = select({ list, emit }, changes, settings.parameters).slice(-3);
	if (shown.length > 0) return outputOf(settings)(shown.map(({ item }) => item));
	throw new Problem({
		kind: 'input',
		message: emptyMessage,
		description: 'The credential works. This test did not affect the published workflow.',
	});
}

/** What changes with a publication: all begins anew, except what has not been delivered. */
const atPublication: TriggerProcess = {
	isPublished: true,
	outage: undefined,
	nextRead: undefined,
	isRefused: undefined,
};

/** Contexts that have polled. n8n makes a new one each time it activates a workflow. */
const polled = new WeakSet<IPollFunctions>();

/** Polls once. It starts executions itself where n8n reports their end, otherwise it returns the items. */
export async function poll(
	context: IPollFunctions,
	events: TriggerEvent[],
	sendSettings?: SendSettings,
): Promise<Items | null> {
	const node = context.getNode();
	const workflowId = context.getWorkflow().id ?? '';
	if (context.getMode() === 'manual') {
		try {
			const settings = readTrigger(context, events);
			return show(settings, await readRecords(context, settings, sendSettings));
		} catch (error) {
			throw nodeError(node, error);
		}
	}

	const log: Deliveries['log'] = (level, text) =>
		context.logger[level](`Agent Suite Trigger: ${text}`, { workflowId, nodeName: node.name });
	const began = steadyClock.now();
	const kept = processOf(`${workflowId}:${node.id}`);
	// Activation must report that it cannot work, even if a poll before it did.
	if (!polled.has(context) && context.getActivationMode() !== 'update')
		Object.assign(kept, atPublication);
	polled.add(context);
	if (kept.busySince !== undefined && began - kept.busySince < STUCK_MS) {
		log('warn', 'the previous poll is still running, so this one was skipped');
		return null;
	}
	kept.busySince = began;
	try {
		const settings = readTrigger(context, events);
		const parameters = JSON.stringify(node.parameters);
		const { nextRead } = kept;
		if (nextRead?.parameters === parameters && began < nextRead.at - JITTER_MS) {
			log('debug', 'the minimum interval is not over, so the list is not read');
			rememberDeliveries(kept, context.getWorkflowStaticData('node'));
			return null;
		}
		const usage = usageOfOne();
		let records: IDataObject[];
		try {
			records = await readRecords(context, settings, sendSettings, usage);
		} finally {
			// The first interval is counted in full, so that a day has no more reads than it has intervals.
			const from = nextRead ? Math.max(nextRead.at, began) : began + JITTER_MS;
			// A read that failed can have cost tokens too.
			if (usage.isCharged) kept.nextRead = { at: from + settings.minIntervalMs, parameters };
		}
		if (kept.busySince !== began) return null;
		const items = check({ context, settings, kept, log }, records);
		delete kept.outage;
		return items;
	} catch (error) {
		if (!(error instanceof Problem)) throw nodeError(node, error);
		const report = failed(kept, error, Date.now());
		if (report) throw nodeError(node, report);
		log('warn', `could not poll. ${error.message}. ${error.description}`);
		return null;
	} finally {
		if (kept.busySince === began) delete kept.busySince;
	}
}
