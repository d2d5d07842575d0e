import type { LimitName } from '../rateLimiter/windows';

/** The limits in words, for messages and hints. */
export const limitTexts: Record<LimitName, string> = {
	pause: 'the pause the service asked for',
	minute: 'the per-minute limit',
	hour: 'the hourly limit',
	day: 'the daily limit',
};
