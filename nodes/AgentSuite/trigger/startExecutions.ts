import type { IPollFunctions, IRun } from 'n8n-workflow';

import { steadyClock } from '../transport/pacing/clock';
import type { Poll } from './memory';
import type { Ending } from './outbox/outbox';
import type { Piece } from './outbox/waiting';
import { asOutput } from './output';

/** How long an execution without a timeout can take, as in n8n's Kafka trigger, s. */
const DEFAULT_TIMEOUT_S = 3600;
/** How late the end of an execution is reported, s. */
const MARGIN_S = 60;

/** What the end of an execution means. n8n has not started the one that it does not report at all. */
function endingOf(run: IRun | undefined): Ending {
	if (run === undefined) return 'notStarted';
	const { status, finished, waitTill } = run;
	// n8n 1.123.0 and 2.0 to 2.4 call every execution that has ended running.
	if (status === 'running') return finished || waitTill ? 'succeeded' : 'failed';
	return ['success', 'waiting'].includes(status) ? 'succeeded' : 'failed';
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
 * Starts executions with what can be sent: what is fresh at once, then one piece after another, also after the poll has ended.
 * @param store writes the state to n8n's object. n8n stores it together with the execution that starts next.
 * @returns false if n8n does not report the end of executions, so that what it has not taken still waits
 */
export function startExecutions(
	{ context, settings, memory, log }: Poll,
	store: () => void,
): boolean {
	const { outbox } = memory;
	if (!outbox || !reportsEnds(context)) return false;
	const leaseMs = leaseOf(context);

	/** @returns whether n8n has taken it. Where nothing replaces n8n's default of `__emit`, that throws. */
	const start = (piece: Piece): boolean => {
		// First, so that what cannot be made still waits, and the error is reported.
		const output = asOutput(settings, piece.items.values());
		const execution = outbox.start(piece, steadyClock.now(), leaseMs);
		store();
		const done = context.helpers.createDeferredPromise<IRun | undefined>();
		done.promise
			.then(endingOf, endingOfRejection)
			.then((ending) => {
				log('debug', `an execution with ${piece.items.size} records has ended: ${ending}`);
				outbox.end(execution, ending);
				// As the last poll does. If n8n can't start it, the next poll goes on.
				memory.goOn?.();
			})
			// Nothing is thrown into n8n. The next poll goes on.
			.catch((error: Error) => log('error', `could not go on. ${error.message}`));
		try {
			context.__emit(output, undefined, done);
			return true;
		} catch {
			outbox.end(execution, 'notStarted');
			return false;
		}
	};
	/** @returns whether n8n has taken all that can be sent now */
	const startDue = (): boolean => {
		for (;;) {
			const piece = outbox.next();
			if (!piece) return true;
			if (!start(piece)) return false;
		}
	};
	// Before the first start, because its end can come at once.
	memory.goOn = startDue;
	return startDue();
}
