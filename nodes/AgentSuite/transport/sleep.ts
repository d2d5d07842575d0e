import { sleep } from 'n8n-workflow';

import { Problem } from '../model/problem';

/** Older n8n ignores the signal of `sleep`, so a wait looks at it at least this often (ms). */
const LOOK_EVERY = 500;

/** What a stopped run ends with. n8n takes an error that says "canceled" for a stop, not a failure. */
export function stopped(): Problem {
	return new Problem({
		kind: 'connection',
		message: 'The execution was canceled',
		description: 'Requests that were still waiting were not sent.',
	});
}

/** Why a wait has ended early: in our own words where we ended it, else n8n's Stop. */
export function haltReason(signal: AbortSignal): Problem {
	return signal.reason instanceof Problem ? signal.reason : stopped();
}

/**
 * Waits, and ends immediately when n8n's Stop is pressed.
 * @param ms how long, in milliseconds
 * @throws {Problem} when the signal has ended it, by n8n's Stop or in our own words
 */
export async function sleepUnlessStopped(
	ms: number,
	signal: AbortSignal | undefined,
): Promise<void> {
	let left = ms;
	while (left > 0 && signal?.aborted !== true) {
		const slice = Math.min(left, LOOK_EVERY);
		// Rejects when the signal fires: the look at the signal below says so in our own words.
		await sleep(slice, signal).catch(() => undefined);
		left -= slice;
	}
	if (signal?.aborted) throw haltReason(signal);
}
