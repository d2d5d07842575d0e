/** Decides what to do about a failed request. Time and randomness are arguments. */

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
	/** 429 responses. The number is generous because `maxWait` limits the wait. */
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

export type Outcome =
	| { kind: 'status'; status: number; retryAfterMs?: number }
	/** `sent: 'no'`: the connection was never made (ECONNREFUSED, ENOTFOUND, EAI_AGAIN). */
	| { kind: 'connection'; sent: 'no' | 'maybe' }
	| { kind: 'timeout' };

/**
 * `delayMs`: minimum wait before asking the rate limiter again. With `pause`, the wait of the limiter applies.
 * `unsafe`: not repeated because it might have been processed.
 */
export type Decision =
	| { again: true; delayMs: number; pause: boolean }
	| { again: false; reason: 'final' | 'attempts' | 'unsafe' };

export interface Failure {
	outcome: Outcome;
	/** How often the request has been sent, including this time. */
	attempt: number;
	/** How many of these got a 429, including this time. */
	throttled: number;
	idempotent: boolean;
	/** A number in [0, 1). */
	random: number;
	/** Maximum wait that a 503 can ask for, ms. Default: no limit. */
	maxWaitMs?: number;
	backoff?: Backoff;
}

/** Whether to retry a failed request. */
export function decide({
	outcome,
	attempt,
	throttled,
	idempotent,
	random,
	maxWaitMs = MAX_DOWN_MS,
	backoff = BACKOFF,
}: Failure): Decision {
	if (outcome.kind === 'status' && outcome.status === 429) {
		if (throttled >= ATTEMPTS.throttled) return { again: false, reason: 'attempts' };
		return { again: true, delayMs: 0, pause: true };
	}
	// A 500 would most likely happen again for the same request, and be charged again.
	if (outcome.kind === 'status' && ![502, 503, 504].includes(outcome.status)) {
		return { again: false, reason: 'final' };
	}
	const neverSent = outcome.kind === 'connection' && outcome.sent === 'no';
	if (!idempotent && !neverSent) return { again: false, reason: 'unsafe' };
	const failed = attempt - throttled;
	const most = outcome.kind === 'timeout' ? ATTEMPTS.timedOut : ATTEMPTS.failed;
	if (failed >= most) return { again: false, reason: 'attempts' };
	const asked = outcome.kind === 'status' && outcome.status === 503 ? outcome.retryAfterMs : 0;
	if (asked && asked > Math.min(MAX_DOWN_MS, maxWaitMs))
		return { again: false, reason: 'attempts' };
	const delayMs = random * Math.min(backoff.maxMs, backoff.firstMs * 2 ** (failed - 1));
	return { again: true, delayMs: Math.max(delayMs, asked ?? 0), pause: false };
}
