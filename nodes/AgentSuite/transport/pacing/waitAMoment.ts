import type { Call } from '../call';
import { RECHECK_MS, steadyClock } from '../clock';
import type { Announcer } from './announcer';
import { timeToWait } from '../deadline';
import { waitTooLong } from './tooLong';
import { waits, type BoundedReason, type Obstacle } from './waits';

/**
 * Waits a moment. The caller then looks again, because what holds up a request can end early, or become something else.
 * @param obstacle Max Wait only bounds the wait if its end is known. If not, responses and timeouts end it
 * @throws {Problem} when it takes longer than these allow, or nothing more can be sent for the account
 */
export async function waitAMoment(
	call: Call,
	obstacle: Obstacle,
	announcer: Announcer,
): Promise<void> {
	const { run, account, maxWait } = call;
	const { reason } = obstacle;
	const now = steadyClock.now();
	// So that it is not forgotten meanwhile.
	account.usedAt = now;
	let leftMs: number | undefined;
	if ('until' in obstacle) {
		leftMs = obstacle.until - now;
		if (obstacle.reason !== 'place') checkLength(call, obstacle.reason, leftMs);
	}
	announcer.announce(reason, leftMs);
	await run.halt.sleep(Math.min(leftMs ?? RECHECK_MS, RECHECK_MS), account.key);
	const sleptMs = steadyClock.now() - now;
	maxWait.add(reason, sleptMs);
	run.usage.waited(sleptMs, waits[reason].words);
}

/** @throws {Problem} when Max Wait or the deadline does not allow to wait so long */
function checkLength(call: Call, reason: BoundedReason, leftMs: number): void {
	if (leftMs > timeToWait(call.request) || !call.maxWait.allows(leftMs))
		throw waitTooLong(call, reason, leftMs);
}
