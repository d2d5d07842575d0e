import { sleep } from 'n8n-workflow';

import { Problem } from '../../model/problem';

/** How often a wait checks the signal, ms. `sleep` ignores it in n8n 1. */
const ABORT_CHECK_MS = 500;

/** The Problem of a stopped run. n8n reads "canceled" in an error as a stop, not a failure. */
export function stopped(): Problem {
	return new Problem({
		kind: 'connection',
		message: 'The execution was canceled',
		description: 'Requests that were still waiting were not sent.',
	});
}

/** Why a wait ended early: the Problem that ended it, or n8n's Stop. */
export function haltReason(signal: AbortSignal): Problem {
	return signal.reason instanceof Problem ? signal.reason : stopped();
}

/**
 * Waits until the time is over or the signal fires.
 * @param ms how long, in milliseconds
 * @throws {Problem} when the signal has fired
 */
export async function sleepUnlessStopped(
	ms: number,
	signal: AbortSignal | undefined,
): Promise<void> {
	let left = ms;
	while (left > 0 && signal?.aborted !== true) {
		const slice = Math.min(left, ABORT_CHECK_MS);
		// It rejects when the signal fires. The check below then throws our own Problem.
		await sleep(slice, signal).catch(() => undefined);
		left -= slice;
	}
	if (signal?.aborted) throw haltReason(signal);
}
