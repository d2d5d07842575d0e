import type { Call } from '../call';
import { steadyClock } from '../clock';
import { RECHECK_MS } from '../tuning';
import type { Announcer } from './announcer';
import { timeToWait } from '../deadline';
import { waitTooLong } from './tooLong';
import { wordsOf, type Obstacle } from './waits';

/**
 * Waits a moment. The caller then looks again, because what holds up a request can end early, or become something else.
 * @throws {Problem} when Max Wait or the deadline does not allow to wait until the end of the obstacle, or nothing more can be sent
 * for the account
 */
export async function waitAMoment(
	call: Call,
	obstacle: Obstacle,
	announcer: Announcer,
): Promise<void> {
	const { run, account, request, maxWait } = call;
	const now = steadyClock.now();
	// So that it is not forgotten meanwhile.
	account.usedAt = now;
	const leftMs = 'until' in obstacle ? obstacle.until - now : Infinity;
	const isTooLong = leftMs > timeToWait(request) || !maxWait.allows(leftMs);
	if ('until' in obstacle && isTooLong) throw waitTooLong(call, obstacle.reason, leftMs);
	announcer.announce(wordsOf(obstacle), leftMs);
	await run.halt.sleep(Math.min(leftMs, RECHECK_MS), account.key);
	const sleptMs = steadyClock.now() - now;
	if ('until' in obstacle) maxWait.add(obstacle.reason, sleptMs);
	run.usage.waited(sleptMs, wordsOf(obstacle));
}
