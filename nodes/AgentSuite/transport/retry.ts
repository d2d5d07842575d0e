/** Decides whether to retry a failed request. Time and randomness are arguments. */
import type { Failure } from './errors/failure';

/** The pause between attempts, ms. It doubles from the first to the longest. */
export interface Backoff {
	firstMs: number;
	maxMs: number;
}

export const BACKOFF: Readonly<Backoff> = { firstMs: 500, maxMs: 8000 };

/** How often one request can be sent in total. */
export const ATTEMPTS = {
	/** Not counting 429 responses. */
	failed: 4,
	/** How many of these can be timeouts. Each takes long and might have been charged. */
	timedOut: 2,
	/** 429 responses. The number is generous because Max Wait limits the wait. */
	throttled: 20,
};

/** A longer Retry-After is treated as invalid, ms. */
const MAX_RETRY_AFTER_MS = 366 * 86_400_000;
/** Maximum time a request waits for a service that is down, ms. */
const MAX_DOWN_MS = 300_000;

const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d/i;

/**
 * The wait that a Retry-After header asks for, in ms (RFC 9110, 10.2.3: seconds or an HTTP date).
 * 0 for a date in the past, undefined for an invalid value.
 * @param now ms since the epoch, preferably from the Date header of the response
 */
export function parseRetryAfter(header: unknown, now: number): number | undefined {
	if (Array.isArray(header)) return parseRetryAfter(header[0], now);
	if (typeof header !== 'string' && typeof header !== 'number') return undefined;
	const text = String(header).trim();
	const wait = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : untilDate(text, now);
	if (wait === undefined || !(wait <= MAX_RETRY_AFTER_MS)) return undefined;
	return Math.ceil(wait);
}

function untilDate(text: string, now: number): number | undefined {
	if (!HTTP_DATE.test(text)) return undefined;
	// The asctime form has no time zone and also means GMT.
	const time = Date.parse(/(?:GMT|UTC|[+-]\d{4})$/i.test(text) ? text : `${text} GMT`);
	return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

/** The attempts of one request so far, including the one that has just failed. */
export interface History {
	/** How often it has been sent. */
	attempts: number;
	/** How many of these got a 429. */
	throttled: number;
	idempotent: boolean;
	/** How long it can still wait because the service asks for it, ms. */
	waitMs: number;
	backoff?: Backoff;
}

/**
 * How long to wait before the next attempt, in ms, in addition to the rate limiter. Undefined if there is none.
 * @param random a number in [0, 1)
 */
export function retryDelay(
	{ retry, processed, retryAfterMs = 0 }: Pick<Failure, 'retry' | 'processed' | 'retryAfterMs'>,
	{ attempts, throttled, idempotent, waitMs, backoff = BACKOFF }: History,
	random: number,
): number | undefined {
	if (retry === undefined) return undefined;
	// The rate limiter waits as long as the service asks.
	if (retry === 'throttled') return throttled < ATTEMPTS.throttled ? 0 : undefined;
	if (!idempotent && processed === 'perhaps') return undefined;
	const failed = attempts - throttled;
	if (failed >= (retry === 'timeout' ? ATTEMPTS.timedOut : ATTEMPTS.failed)) return undefined;
	if (retryAfterMs > Math.min(MAX_DOWN_MS, waitMs)) return undefined;
	const pause = random * Math.min(backoff.maxMs, backoff.firstMs * 2 ** (failed - 1));
	return Math.max(pause, retryAfterMs);
}
