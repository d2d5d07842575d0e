import type { LimitName } from '../rateLimiter/windows';

/** The limits in words, for messages and hints. */
export const limitTexts: Record<LimitName, string> = {
	pause: 'the pause the service asked for',
	backoff: 'the backoff after a 429 response',
	minute: 'the per-minute limit',
	hour: 'the hourly limit',
	day: 'the daily limit',
};
