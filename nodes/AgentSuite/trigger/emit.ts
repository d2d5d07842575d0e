import type { IDataObject, INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';

import type { Deliveries } from './deliver';
import type { Delivery, Outcome } from './delivery';

/** How long an execution without a timeout can take, as in n8n's Kafka trigger, and how late its end is reported, s. */
const [DEFAULT_TIMEOUT_S, MARGIN_S] = [3600, 60];

type DonePromise = NonNullable<Parameters<IPollFunctions['__emit']>[2]>;

/** A clock that is never set back, ms. */
export const steadyClock = { now: (): number => performance.now() };

/** Starts an execution with these records. False if n8n cannot report its end. */
export type Send = (deliveries: Deliveries, records: Delivery[], isProbe: boolean) => boolean;

const settingsOf = (context: IPollFunctions) => context.getWorkflowSettings?.() ?? {};

/** Whether n8n reports the end of executions. Its Engine 2.0 does not. */
export function canReport(context: IPollFunctions): boolean {
	const { engineType } = settingsOf(context) as { engineType?: string };
	return typeof context.__emit === 'function' && engineType !== 'v2';
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
 * Emits through this context, which also works after its poll has ended.
 * @param output turns items into what the trigger returns
 * @param beforeStart called before each execution
 * @param onEnd called after each execution
 */
export function senderOf(
	context: IPollFunctions,
	output: (items: IDataObject[]) => INodeExecutionData[][],
	beforeStart: () => void,
	onEnd: () => void,
): Send {
	// In queue mode, n8n never reports the end of an execution that timed out.
	const { executionTimeout = 0 } = settingsOf(context);
	const timeout = executionTimeout > 0 ? executionTimeout : DEFAULT_TIMEOUT_S;
	return (deliveries, records, isProbe) => {
		beforeStart();
		const leaseMs = (timeout + MARGIN_S) * 1000;
		const flight = deliveries.launch(records, steadyClock.now(), leaseMs, isProbe);
		const done = {} as DonePromise;
		done.promise = new Promise((resolve, reject) => Object.assign(done, { resolve, reject }));
		void done.promise.then(outcomeOf, outcomeOfRejection).then((outcome) => {
			deliveries.end(flight, outcome);
			onEnd();
		});
		try {
			context.__emit(output(records.map(({ item }) => item as IDataObject)), undefined, done);
			return true;
		} catch {
			deliveries.end(flight, 'notStarted');
			return false;
		}
	};
}
