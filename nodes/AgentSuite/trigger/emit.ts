import type { IDataObject, INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';

import type { Deliveries, Delivery, Outcome } from './deliver';

/** How long an execution without a timeout can take, s. n8n's Kafka trigger uses the same. */
const DEFAULT_TIMEOUT_S = 3600;
/** How much later than its timeout the end of an execution is reported at most, ms. */
const MARGIN_MS = 60_000;

/** What n8n's Engine 2.0 says if it cannot report the end of an execution. */
const REFUSAL = /Engine 2\.0/;

type DonePromise = NonNullable<Parameters<IPollFunctions['__emit']>[2]>;

/** Time that does not jump when the clock is set, ms. */
export const steadyClock = { now: (): number => performance.now() };

/** Starts an execution with these records. False if n8n refuses to report its end. */
export type Send = (deliveries: Deliveries, records: Delivery[], isProbe: boolean) => boolean;

/** Whether n8n reports the end of executions. Its Engine 2.0 does not. */
export function canReport(context: IPollFunctions): boolean {
	const { engineType } = settingsOf(context) as { engineType?: string };
	return typeof context.__emit === 'function' && engineType !== 'v2';
}

const settingsOf = (context: IPollFunctions) => context.getWorkflowSettings?.() ?? {};

/** How long to wait for the end of an execution. In queue mode, n8n never reports one that timed out. */
function leaseOf(context: IPollFunctions): number {
	const { executionTimeout = -1 } = settingsOf(context);
	return (executionTimeout > 0 ? executionTimeout : DEFAULT_TIMEOUT_S) * 1000 + MARGIN_MS;
}

function outcomeOf(run: IRun | undefined): Outcome {
	if (run === undefined) return 'notStarted';
	return ['success', 'waiting'].includes(run.status) ? 'delivered' : 'failed';
}

function outcomeOfRejection(error: unknown): Outcome {
	const { reason, message } = error as { reason?: string; message?: string };
	if (reason === 'manual') return 'stopped';
	// It was stopped for another reason, or had failed before n8n could follow it.
	return reason !== undefined || message === 'No active execution found' ? 'failed' : 'notStarted';
}

export const itemsOf = (records: IDataObject[]): INodeExecutionData[][] => [
	records.map((json) => ({ json })),
];

/**
 * Emits through this context, which also works after its poll has ended.
 * @param output turns records into what is returned, without secrets
 * @param onEnd called after each execution, and when n8n has refused to report its end
 */
export function senderOf(
	context: IPollFunctions,
	output: (records: IDataObject[]) => INodeExecutionData[][],
	onEnd: (isRefused: boolean) => void,
): Send {
	return (deliveries, records, isProbe) => {
		const items = output(records.map(({ item }) => item as IDataObject));
		const flight = deliveries.launch(records, steadyClock.now(), leaseOf(context), isProbe);
		const done = {} as DonePromise;
		done.promise = new Promise((resolve, reject) => Object.assign(done, { resolve, reject }));
		const end = (outcome: Outcome, isRefused = false) => {
			deliveries.end(flight, outcome);
			onEnd(isRefused);
		};
		done.promise.then(
			(run) => end(outcomeOf(run)),
			(error: unknown) => end(outcomeOfRejection(error), REFUSAL.test(String(error))),
		);
		try {
			context.__emit(items, undefined, done);
			return true;
		} catch {
			deliveries.end(flight, 'notStarted');
			return false;
		}
	};
}
