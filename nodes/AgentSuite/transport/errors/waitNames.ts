import type { Wait } from '../rateLimiter/rateLimiter';

const backoff = 'the backoff after a 429 response';

/** What a request waits for, in words. A user cannot tell the two of a 429 apart. */
export const waitNames: Record<Wait['reason'], string> = {
	tooManyRequests: 'the pause the service asked for',
	outage: 'the service to be available again',
	backoff,
	place: backoff,
	minute: 'the per-minute limit',
	hour: 'the hourly limit',
	day: 'the daily limit',
};
