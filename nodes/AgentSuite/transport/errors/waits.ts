/** Every text about waiting, apart from the names of the limits. */

import { Problem } from '../../model/problem';
import { lastOutcome, type Attempt } from '../attempt';
import { inWords } from '../inWords';
import { pollRemedy } from '../pacing/deadline';
import type { LimitName } from '../rateLimiter/windows';
import { limitTexts } from './limitTexts';

/** Before the time at which a limit no longer holds up a request. */
const untilTexts: Record<LimitName, string> = {
	pause: 'the service asked to pause until',
	backoff: 'the service sent 429 without a time, so the node backs off until',
	minute: `${limitTexts.minute} resets at`,
	hour: `${limitTexts.hour} resets at`,
	day: `${limitTexts.day} resets at`,
};

const MINUTE_MS = 60_000;
/** A time that is further away is told with its date, ms. */
const NEAR_MS = 12 * 3_600_000;

/** "20:31", or "24 Nov, 20:31", rounded up. An error is read later, so it says when, not how long. @param now ms since 1970 */
export function timeOfDay(inMs: number, timeZone: string, now = Date.now()): string {
	const date = Math.ceil((now + inMs) / MINUTE_MS) * MINUTE_MS;
	const day = { day: 'numeric', month: 'short' } as const;
	const style = {
		timeZone,
		hour: '2-digit',
		minute: '2-digit',
		...(inMs > NEAR_MS && day),
	} as const;
	try {
		return new Intl.DateTimeFormat('en-GB', style).format(date);
	} catch {
		// An imported workflow can name a time zone that there is not.
		return timeOfDay(inMs, 'UTC', now);
	}
}

/** What to do about a wait that is too long. */
export function waitRemedy(ms: number, { run, request: { deadline, maxWaitMs } }: Attempt): string {
	if (deadline !== undefined) return `This poll would time out before then. ${pollRemedy(run)}`;
	const now = `(now ${maxWaitMs / 1000} s)`;
	const remedy = `Try again in ${inWords(ms)}, or raise 'Max Wait (Seconds)' ${now}.`;
	return `${remedy} ${run.usage.reached()}`.trim();
}

/** The Problem of a request that would wait too long for a limit. @param ms how long it would still have to wait */
export function waitTooLong(limit: LimitName, ms: number, attempt: Attempt): Problem {
	const at = timeOfDay(ms, attempt.run.context.getTimezone());
	const last = lastOutcome(attempt);
	const notSent = last ? '' : 'The request was not sent. ';
	const problem = new Problem({
		kind: 'status',
		status: 429,
		message: `Rate limit: ${untilTexts[limit]} ${at}`,
		description: notSent + waitRemedy(ms, attempt),
		forModel: `Call the tool again in ${inWords(ms)}.`,
		failure: { cause: 'rate-limited', retryAfterMs: ms },
	});
	problem.facts = last?.problem?.facts;
	return problem;
}
