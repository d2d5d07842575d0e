import { TRAVEL_MS } from '../tuning';
import type { LimitName } from './types';

/** How long a request counts for each limit, ms. */
export const SPANS: Readonly<Record<LimitName, number>> = {
	minute: 60_000 + TRAVEL_MS,
	hour: 3_600_000 + TRAVEL_MS,
	day: 86_400_000 + TRAVEL_MS,
};
