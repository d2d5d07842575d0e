/** Requests travel at different speeds, so those at the two ends of a limit's time can arrive closer together, ms. */
const TRAVEL_MS = 1000;

/** How long a request counts for each limit, ms. */
export const SPANS = {
	minute: 60_000 + TRAVEL_MS,
	hour: 3_600_000 + TRAVEL_MS,
	day: 86_400_000 + TRAVEL_MS,
};

export type Spans = Readonly<typeof SPANS>;
export type LimitName = keyof Spans;

/** The most requests in each time. 0 turns a limit off. */
export type Limits = Record<LimitName, number>;
