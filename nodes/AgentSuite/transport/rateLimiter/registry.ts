import { type Limits, Pacer } from './rateLimiter';

/** Pacers kept; more than that only while more are busy. */
const MOST = 200;

/** One per token and base URL, the longest unused first. n8n loads this module once per process. */
const pacers = new Map<string, Pacer>();

/**
 * The pacer that everyone in this process shares who uses the same token and base URL.
 * @param key a digest of both: the token itself is not kept here
 * @param limits of the credential as it is now; they hold for all who share it
 * @param now ms since the epoch
 */
export function pacerFor(key: string, limits: Limits, now: number): Pacer {
	const pacer = pacers.get(key) ?? new Pacer(limits);
	pacer.setLimits(limits);
	pacers.delete(key);
	pacers.set(key, pacer);
	for (const [other, unused] of pacers) {
		if (pacers.size <= MOST) break;
		if (other !== key && unused.idle(now)) pacers.delete(other);
	}
	return pacer;
}

/** How many pacers are kept. */
export const pacerCount = (): number => pacers.size;
