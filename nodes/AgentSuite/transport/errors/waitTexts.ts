import type { WaitReason } from '../rateLimiter/rateLimiter';

/** What a request waits for, in words. */
export const waitTexts: Record<WaitReason, string> = {
	pause: 'the pause the service asked for',
	backoff: 'the backoff after a 429 response',
	minute: 'the per-minute limit',
	hour: 'the hourly limit',
	day: 'the daily limit',
};
