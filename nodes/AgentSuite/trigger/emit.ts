import type { IDataObject, INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';

import { hideSecrets } from '../output/secrets';
import type { TriggerSettings } from '../parameters/readParameters';
import { steadyClock } from '../transport/pacing/clock';
import type { Deliveries, Delivery, Outcome } from './deliver';
import { rememberDeliveries, type Poll } from './state';

/** How long an execution without a timeout can take, as in n8n's Kafka trigger, and how late its end is reported, s. */
const [DEFAULT_TIMEOUT_S, MARGIN_S] = [3600, 60];
/** Number of executions in progress from which new records wait. n8n warns from eleven on. */
const MAX_IN_FLIGHT = 8;

type DonePromise = NonNullable<Parameters<IPollFunctions['__emit']>[2]>;

/** Turns items into what the trigger returns. */
export function outputOf(
	{ event, parameters: { options } }: TriggerSettings,
	items: IDataObject[],
): INodeExecutionData[][] {
	const shown = options.includeSecrets ? items : hideSecrets(event.list.operation, items);
	return [shown.map((json) => ({ json }))];
}

function outcomeOf(run: IRun | undefined): Outcome {
	if (run === undefined) return 'notStarted';
	return ['success', 'waiting'].includes(run.status) ? 'delivered' : 'failed';
}

function outcomeOfRejection(error: { reason?: unknown; message?: string }): Outcome {
	const { reason, message = '' } = error;
	// n8n 2.0 and earlier only give the message.
	if (reason === 'manual' || message === 'The execution was cancelled manually') return 'stopped';
	// It was stopped for another reason, or had failed before n8n could follow it.
	const isFailed = /^(The execution was cancelled|No active execution found)/.test(message);
	return reason !== undefined || isFailed ? 'failed' : 'notStarted';
}

/**
 * Starts executions: one with the fresh records, and one after another with what is due, also after the poll has ended.
 * @returns false if n8n does not report the end of executions
 */
export function startExecutions(
	{ context, settings, kept, durable }: Poll & { kept: { deliveries: Deliveries } },
	fresh: Delivery[],
): boolean {
	const { executionTimeout = 0, engineType } = (context.getWorkflowSettings?.() ?? {}) as {
		executionTimeout?: number;
		engineType?: string;
	};
	if (typeof context.__emit !== 'function' || engineType === 'v2') return false;
	// In queue mode, n8n never reports the end of an execution that timed out.
	const timeout = executionTimeout > 0 ? executionTimeout : DEFAULT_TIMEOUT_S;
	const start = (records: Delivery[], isProbe: boolean): boolean => {
		// This stores what the piece before it has delivered. With durable cursors, the next poll does.
		if (!durable) rememberDeliveries(kept, context.getWorkflowStaticData('node'));
		const { deliveries } = kept;
		const leaseMs = (timeout + MARGIN_S) * 1000;
		const flight = deliveries.launch(records, steadyClock.now(), leaseMs, isProbe);
		const done = {} as DonePromise;
		done.promise = new Promise((resolve, reject) => Object.assign(done, { resolve, reject }));
		void done.promise.then(outcomeOf, outcomeOfRejection).then((outcome) => {
			deliveries.end(flight, outcome);
			kept.startNext?.();
		});
		try {
			const items = records.map(({ item }) => item as IDataObject);
			context.__emit(outputOf(settings, items), undefined, done);
			return true;
		} catch {
			deliveries.end(flight, 'notStarted');
			return false;
		}
	};
	kept.startNext = () => {
		const piece = kept.deliveries.next();
		return !piece || start(piece, true);
	};
	const waits = fresh.length === 0 || kept.deliveries.inFlight >= MAX_IN_FLIGHT;
	return (waits || start(fresh, false)) && kept.startNext();
}
