import type { Call } from '../call';
import { queueOf } from '../run';
import { RECHECK_MS, steadyClock } from './clock';

/**
 * Whether Max Wait allows a request to wait for so much longer. In whole seconds, as users and Retry-After name them: several 429s
 * of a burst come at slightly different times, and each asks for the same wait.
 */
export function canWait({ run, account, request }: Call, ms: number): boolean {
	const { waitedMs } = queueOf(run, account.key);
	return Math.floor((waitedMs + ms) / 1000) * 1000 <= request.maxWaitMs;
}

/**
 * Sleeps until it is time to look again whether a wait is over.
 * @param counts whether it counts toward Max Wait
 * @returns how long it took, ms
 * @throws {Problem} as soon as nothing more can be sent for the account
 */
export async function sleepAMoment(
	{ run, account }: Call,
	leftMs: number,
	counts = true,
): Promise<number> {
	const began = steadyClock.now();
	await run.halt.sleep(Math.min(leftMs, RECHECK_MS), account.key);
	const sleptMs = steadyClock.now() - began;
	if (counts) queueOf(run, account.key).waitedMs += sleptMs;
	return sleptMs;
}
