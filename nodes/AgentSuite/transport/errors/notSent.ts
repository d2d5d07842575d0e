/** The Problems of requests that would wait too long, or exceed a budget, and so were not sent. */

import { Problem } from '../../model/problem';
import { inWords, timeOfDay } from '../../texts/times';
import { inDigits, sentences } from '../../texts/words';
import { lastOutcome, type Call } from '../call';
import type { TimedReason } from '../rateLimiter/rateLimiter';
import { pauseRemedy, tooLongTexts } from './waitTexts';

/** How far the run got. Empty if there is nothing to say. */
const reached = ({ run: { progress, usage } }: Call): string =>
	progress?.inWords(usage.requests) ?? '';

/** What to do if a poll has too little time. Nothing polls again after a manual run. */
const pollRemedy = ({ run }: Call): string =>
	run.context.getMode?.() === 'manual'
		? 'Try again later.'
		: 'A later poll tries again. If this happens often, poll less often.';

/** What to do about a wait that is too long. @param again "Try again in 40 s" @param waitedMs how long it has taken already */
function waitRemedy(call: Call, again: string, waitedMs: number): string {
	const { hasOptions, maxWaitMs, deadline } = call.request;
	if (deadline !== undefined) return `This poll would time out first. ${pollRemedy(call)}`;
	// An editor's list has no such option.
	const [seconds, maxSeconds] = [Math.floor(waitedMs / 1000), maxWaitMs / 1000];
	const used = seconds > 0 ? `, of which ${Math.min(seconds, maxSeconds)} s are used` : '';
	const orRaise = hasOptions
		? `, or raise the option 'Max Wait (Seconds)' (now ${maxSeconds} s${used})`
		: '';
	return sentences(`${again}${orRaise}.`, reached(call));
}

/**
 * A request would wait too long for the rate limiter.
 * @param ms how long it would still have to wait
 * @param waitedMs how long it has waited, as Max Wait counts that
 */
export function waitTooLong(
	reason: TimedReason,
	ms: number,
	waitedMs: number,
	call: Call,
): Problem {
	const time = timeOfDay(ms, call.run.context.getTimezone());
	const { headline, status, cause } = tooLongTexts[reason](time);
	const last = lastOutcome(call);
	const isPause = reason === 'tooManyRequests' || reason === 'outage';
	return new Problem({
		kind: 'status',
		status,
		headline,
		detail: last?.status === status ? last.problem?.detail : undefined,
		description: sentences(
			!last && 'The request was not sent.',
			waitRemedy(call, `Try again in ${inWords(ms)}`, waitedMs),
			isPause && pauseRemedy,
		),
		forModel: `Call the tool again in ${inWords(ms)}.`,
		failure: { cause, retryAfterMs: ms },
	});
}

/** The deadline of a poll is too near. */
export const pollTimeOver = (call: Call): Problem =>
	new Problem({
		kind: 'status',
		headline: 'Request not sent: the time of this poll is over',
		description: pollRemedy(call),
		failure: { cause: 'temporarily-unavailable' },
	});

/** The tokens of a budget. */
interface Tally {
	used: number;
	reserved: number;
}

/** "10 of 12 tokens used, 5 more needed", or "5 of 12 tokens used, 5 in progress, 5 more needed" */
function shortage({ used, reserved }: Tally, limit: number, tokens: number): string {
	const ofOthers = reserved > 0 ? ` ${inDigits(reserved)} in progress,` : '';
	return `(${inDigits(used)} of ${inDigits(limit)} tokens used,${ofOthers} ${tokens} more needed)`;
}

export function maxTokensExceeded(call: Call): Problem {
	const { run, request } = call;
	const { maxTokens, operation } = request;
	return new Problem({
		kind: 'input',
		headline: `Request not sent: 'Max Tokens' would be exceeded ${shortage(run.budget, maxTokens, operation.tokens)}`,
		description: sentences(`Raise the option 'Max Tokens' (now ${maxTokens}).`, reached(call)),
		forModel: 'Do not call this tool again. Tell the user that its token limit is reached.',
	});
}

/** @param untilMidnightMs UTC */
export function tokensPerDayExceeded(call: Call, day: Tally, untilMidnightMs: number): Problem {
	const { connection, operation } = call.request;
	return new Problem({
		kind: 'status',
		status: 429,
		headline: `Request not sent: 'Daily Token Limit' would be exceeded ${shortage(day, connection.tokensPerDay, operation.tokens)}`,
		description: sentences(
			"Wait until midnight UTC, or raise 'Daily Token Limit' in the credential. This request cost no tokens.",
			reached(call),
		),
		failure: { cause: 'rate-limited', retryAfterMs: untilMidnightMs },
	});
}
