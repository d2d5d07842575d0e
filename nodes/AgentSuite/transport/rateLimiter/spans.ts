import type { LimitName } from './types';

/**
 * How long a request, or the 429 to it, travels at most, ms. So requests at the two ends of a limit's time can arrive closer together
 * by as much, and one without a response for longer has been let through.
 */
export const TRAVEL_MS = 1000;

/** How long a request counts for each limit, ms. */
export const SPANS: Readonly<Record<LimitName, number>> = {
	minute: 60_000 + TRAVEL_MS,
	hour: 3_600_000 + TRAVEL_MS,
	day: 86_400_000 + TRAVEL_MS,
};
