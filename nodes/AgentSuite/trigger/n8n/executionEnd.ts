/** What n8n reports of the end of an execution that a poll starts, and how long to wait for it. */
import type { IPollFunctions, IRun } from 'n8n-workflow';

import type { Ending } from '../outbox/verdict';

/**
 * How long the end of an execution without a timeout is waited for, s. Less than an hour, so that an hourly poll does not miss its end
 * by a moment.
 */
const WITHOUT_TIMEOUT_S = 3300;
/** How late the end of an execution is reported, s. */
const MARGIN_S = 60;

/** What the end of an execution means. Without a run, n8n could not start it. */
export function endingOf(run: IRun | undefined): Ending {
	if (run === undefined) return 'notStarted';
	const { status, finished, waitTill } = run;
	// n8n 1.123.0 and 2.0 to 2.4 call every execution that has ended running.
	if (status === 'running') return finished || waitTill ? 'succeeded' : 'failed';
	return ['success', 'waiting'].includes(status) ? 'succeeded' : 'failed';
}

/** What n8n says if it cancels an execution that has started. n8n 2.0 and earlier only give the message, which begins like this. */
const cancellations: Array<{ reason: string; message: string; ending: Ending }> = [
	{ reason: 'manual', message: 'The execution was cancelled manually', ending: 'stopped' },
	{
		reason: 'shutdown',
		message: 'The execution was cancelled because the system is shutting down',
		ending: 'interrupted',
	},
	{ reason: 'timeout', message: 'The execution was cancelled', ending: 'failed' },
];

/**
 * What a rejection means. n8n rejects an execution that has started only when it cancels it. Any other rejection comes before the
 * start: the workflow was unpublished, n8n's database fails, or a node has a credential that cannot be used, for example.
 */
export function endingOfRejection(
	error: { reason?: unknown; message?: unknown } | undefined,
): Ending {
	const { reason, message } = error ?? {};
	const cancellation = cancellations.find(
		(one) => reason === one.reason || String(message).startsWith(one.message),
	);
	return cancellation?.ending ?? 'notStarted';
}

/** The settings of the workflow. Older n8n does not have the method. */
function settingsOf(context: IPollFunctions): { executionTimeout?: number; engineType?: string } {
	return context.getWorkflowSettings?.() ?? {};
}

/** Whether n8n reports the end of an execution that a poll starts. */
export function reportsEnds(context: IPollFunctions): boolean {
	const hasPromises = typeof context.helpers.createDeferredPromise === 'function';
	const hasEmit = typeof context.__emit === 'function';
	return hasPromises && hasEmit && settingsOf(context).engineType !== 'v2';
}

/** How long to wait for the end of an execution, ms. In queue mode, n8n never reports that of one that timed out. */
export function leaseOf(context: IPollFunctions): number {
	const { executionTimeout = 0 } = settingsOf(context);
	return ((executionTimeout > 0 ? executionTimeout : WITHOUT_TIMEOUT_S) + MARGIN_S) * 1000;
}
