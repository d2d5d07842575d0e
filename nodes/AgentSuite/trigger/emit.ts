import type { IDataObject, INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';

import type { Deliveries, Delivery, Outcome } from './deliver';

/** How long an execution without a timeout can take, s. n8n's Kafka trigger uses the same. */
const DEFAULT_TIMEOUT_S = 3600;
/** How much later than its timeout the end of an execution is reported at most, ms. */
const MARGIN_MS = 60_000;
/** What n8n's Engine 2.0 says if it cannot report the end of an execution. */
const REFUSAL = /Engine 2\.0/;

type DonePromise = NonNullable<Parameters<IPollFunctions['__emit']>[2]>;

/** A clock that is never set back, ms. */
export const steadyClock = { now: (): number => performance.now() };

/** Starts an execution with these records. False if n8n refuses to report its end. */
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

function outcomeOfRejection({ reason, message }: { reason?: string; message?: string }): Outcome {
	if (reason === 'manual') return 'stopped';
	// It was stopped for another reason, or had failed before n8n could follow it.
	return reason !== undefined || message === 'No active execution found' ? 'failed' : 'notStarted';
}

/**
 * Emits through this context, which also works after its poll has ended.
 * @param output turns items into what the trigger returns
 * @param onEnd called after each execution, and when n8n has refused to report its end
 */
export function senderOf(
	context: IPollFunctions,
	output: (items: IDataObject[]) => INodeExecutionData[][],
	onEnd: (isRefused: boolean) => void,
): Send {
	// In queue mode, n8n never reports the end of an execution that timed out.
	const { executionTimeout = 0 } = settingsOf(context);
	const timeout = executionTimeout > 0 ? executionTimeout : DEFAULT_TIMEOUT_S;
	return (deliveries, records, isProbe) => {
		const lease = timeout * 1000 + MARGIN_MS;
		const flight = deliveries.launch(records, steadyClock.now(), lease, isProbe);
		const done = {} as DonePromise;
		done.promise = new Promise((resolve, reject) => Object.assign(done, { resolve, reject }));
		const end = (outcome: Outcome, isRefused = false) => {
			deliveries.end(flight, outcome);
			onEnd(isRefused);
		};
		done.promise.then(
			(run) => end(outcomeOf(run)),
			(error: Error) => end(outcomeOfRejection(error), REFUSAL.test(error.message)),
		);
		try {
			context.__emit(output(records.map(({ item }) => item as IDataObject)), undefined, done);
			return true;
		} catch {
			deliveries.end(flight, 'notStarted');
			return false;
		}
	};
}
