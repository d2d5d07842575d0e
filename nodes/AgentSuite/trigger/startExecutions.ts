import type { IPollFunctions, IRun } from 'n8n-workflow';

import { steadyClock } from '../transport/pacing/clock';
import { readyAsOutput } from './asOutput';
import type { Delivery } from './outbox/delivery';
import type { Ending, Outbox } from './outbox/outbox';
import type { Poll } from './kept';

/** How long an execution without a timeout can take, as in n8n's Kafka trigger, s. */
const DEFAULT_TIMEOUT_S = 3600;
/** How late the end of an execution is reported, s. */
const MARGIN_S = 60;

/** What the end of an execution means. n8n has not started the one that it does not report at all. */
function endingOf(run: IRun | undefined): Ending {
	if (run === undefined) return 'notStarted';
	const { status, finished, waitTill } = run;
	// n8n 1.123.0 and 2.0 to 2.4 call every execution that has ended running.
	if (status === 'running') return finished || waitTill ? 'delivered' : 'failed';
	return ['success', 'waiting'].includes(status) ? 'delivered' : 'failed';
}

/** What a rejection means. One that is not known is a failed execution, because that can have begun. */
function endingOfRejection(error: { reason?: unknown; message?: unknown } | undefined): Ending {
	const { reason, message } = error ?? {};
	// n8n 2.0 and earlier only give the message.
	if (reason === 'manual' || message === 'The execution was cancelled manually') return 'stopped';
	// The workflow was unpublished meanwhile.
	if (message === 'Published version not found for workflow') return 'notStarted';
	return 'failed';
}

/** The settings of the workflow. Older n8n does not have the method. */
function settingsOf(context: IPollFunctions): { executionTimeout?: number; engineType?: string } {
	return context.getWorkflowSettings?.() ?? {};
}

/** Whether n8n reports the end of an execution that a poll starts. */
function reportsEnds(context: IPollFunctions): boolean {
	const hasPromises = typeof context.helpers.createDeferredPromise === 'function';
	const hasEmit = typeof context.__emit === 'function';
	return hasPromises && hasEmit && settingsOf(context).engineType !== 'v2';
}

/** How long to wait for the end of an execution, ms. In queue mode, n8n never reports that of one that timed out. */
function leaseOf(context: IPollFunctions): number {
	const { executionTimeout = 0 } = settingsOf(context);
	return ((executionTimeout > 0 ? executionTimeout : DEFAULT_TIMEOUT_S) + MARGIN_S) * 1000;
}

/**
 * Starts executions: one with the fresh records, and one after another with what is due, also after the poll has ended.
 * @param store writes the state to n8n's object. n8n stores it together with the execution that starts next.
 * @returns whether n8n reports the end of executions. If not, what it has not taken is still due.
 */
export function startExecutions(
	{ context, settings, kept, log }: Poll,
	outbox: Outbox,
	fresh: Delivery[],
	store: () => void,
): boolean {
	if (!reportsEnds(context)) return false;
	const leaseMs = leaseOf(context);

	/** @returns whether n8n has taken it. Where nothing replaces n8n's default of `__emit`, that throws. */
	const start = (records: Delivery[], isOfRound: boolean): boolean => {
		// Before the launch, so that what cannot be made stays due, and the error is reported.
		const output = readyAsOutput(settings, records);
		const execution = outbox.launch(records, steadyClock.now(), leaseMs, isOfRound);
		store();
		const done = context.helpers.createDeferredPromise<IRun | undefined>();
		done.promise
			.then(endingOf, endingOfRejection)
			.then((ending) => {
				outbox.end(execution, ending, steadyClock.now());
				// That of the last poll. If n8n can't start it, it is due at the next one, which also finds out whether n8n still
				// reports ends.
				kept.startNext?.();
			})
			// Nothing is thrown into n8n. The next poll goes on.
			.catch((error: Error) => log('error', `could not go on. ${error.message}`));
		try {
			context.__emit(output, undefined, done);
			return true;
		} catch {
			outbox.end(execution, 'notStarted', steadyClock.now());
			return false;
		}
	};
	/** @returns whether n8n has taken it, or there was nothing to start */
	const startNext = () => {
		const piece = outbox.pickNextPiece(steadyClock.now());
		return !piece || start(piece, true);
	};
	// Before the first start, because its end can come at once.
	kept.startNext = startNext;
	const areFreshTaken = fresh.length === 0 || start(fresh, false);
	return areFreshTaken && startNext();
}
