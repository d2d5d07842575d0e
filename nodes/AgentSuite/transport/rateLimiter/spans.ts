import type { LimitName } from './types';

/** Requests travel at different speeds, so those at the two ends of a limit's time can arrive closer together, ms. */
const TRAVEL_MS = 1000;

/** How long a request counts for each limit, ms. */
export const SPANS: Readonly<Record<LimitName, number>> = {
	minute: 60_000 + TRAVEL_MS,
	hour: 3_600_000 + TRAVEL_MS,
	day: 86_400_000 + TRAVEL_MS,
};
