import { steadyClock } from '../../transport/clock';
import type { Problem } from '../../model/problem';

/**
 * Waits for something that nothing else bounds, because a poll that never ended would let no other one begin.
 * @param deadline by the steady clock, ms
 * @throws {Problem} when it does not come in time
 */
export async function inTime<Value>(
	value: Promise<Value>,
	deadline: number,
	tooLate: () => Problem,
): Promise<Value> {
	const expired = AbortSignal.timeout(Math.ceil(Math.max(0, deadline - steadyClock.now())));
	const expiry = new Promise<never>((_resolve, reject) => {
		expired.addEventListener('abort', () => reject(tooLate()), { once: true });
	});
	return await Promise.race([value, expiry]);
}
