/** What to do about a request that did not succeed: pure decisions, time and chance come in. */

/** The backoff between attempts: it doubles from the first to the longest, ms. */
export interface Backoff {
	firstMs: number;
	maxMs: number;
}

export const BACKOFF: Readonly<Backoff> = { firstMs: 500, maxMs: 8000 };

/** How often one request can be sent in all. */
export const ATTEMPTS = {
	/** Not counting those answered 429. */
	failed: 4,
	/** Of these, how many might have timed out: each takes long and might have been charged. */
	timedOut: 2,
	/** Answered 429: generous, since `maxWait` bounds the waiting. */
	throttled: 20,
};

/** A longer Retry-After is a mistake and not a wait, ms. */
const MAX_RETRY_AFTER_MS = 366 * 86_400_000;
/** The longest that a request waits for a service that is down, ms. */
const MAX_DOWN_MS = 300_000;

const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d/i;

/**
 * The wait a Retry-After header asks for, in ms (RFC 9110, 10.2.3: seconds or an HTTP date); 0 for a
 * date that has passed, undefined for what is neither.
 * @param now ms since the epoch. For a date better the time of the response's own Date header
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
	// The asctime form names no zone and means GMT, too.
	const time = Date.parse(/(?:GMT|UTC|[+-]\d{4})$/i.test(text) ? text : `${text} GMT`);
	return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

export type Outcome =
	| { kind: 'status'; status: number; retryAfterMs?: number }
	/** `sent: 'no'`: the connection was never made (ECONNREFUSED, ENOTFOUND, EAI_AGAIN). */
	| { kind: 'connection'; sent: 'no' | 'maybe' }
	| { kind: 'timeout' };

/**
 * `delayMs`: wait at least so long, then ask the rate limiter again. With `pause` the limiter's own
 * wait is the one that counts. `unsafe`: not repeated because it might have been processed.
 */
export type Decision =
	| { again: true; delayMs: number; pause: boolean }
	| { again: false; reason: 'final' | 'attempts' | 'unsafe' };

export interface Failure {
	outcome: Outcome;
	/** How often the request has been sent, this time included. */
	attempt: number;
	/** How many of these were answered 429, this time included. */
	throttled: number;
	idempotent: boolean;
	/** A number in [0, 1). */
	random: number;
	/** The longest wait that a 503 may ask for, ms; no limit of its own if left out. */
	maxWaitMs?: number;
	backoff?: Backoff;
}

/** Whether to send a failed request again. */
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
	// A 500 is the service's own error: the same request would most likely meet it again, and be charged.
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
