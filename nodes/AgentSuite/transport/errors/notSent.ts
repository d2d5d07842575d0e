/** The Problems of requests that were not sent: what held them up, and what to do about it. */

import { Problem } from '../../model/problem';
import { lastOutcome, type Attempt } from '../attempt';
import type { Budget } from '../pacing/budget';
import type { WaitReason } from '../rateLimiter/rateLimiter';
import { inWords, timeOfDay } from './times';
import { waitTexts } from './waitTexts';

/** What a request waits for, before the time at which it is over. */
const untilTexts: Record<WaitReason, string> = {
	pause: 'the service asked to pause until',
	backoff: 'the service sent 429, so the node backs off until',
	minute: `${waitTexts.minute} resets at`,
	hour: `${waitTexts.hour} resets at`,
	day: `${waitTexts.day} resets at`,
};

/** What to do if a poll has too little time. Nothing polls again after a manual run. */
const pollRemedy = ({ run }: Attempt): string =>
	run.context.getMode?.() === 'manual'
		? 'Try again later.'
		: 'A later poll tries again. If this happens often, poll less often.';

/** What to do about a wait that is too long. */
export function waitRemedy(ms: number, attempt: Attempt): string {
	const { run, request } = attempt;
	if (request.deadline !== undefined) {
		return `This poll would time out before then. ${pollRemedy(attempt)}`;
	}
	const now = `(now ${request.maxWaitMs / 1000} s)`;
	const remedy = `Try again in ${inWords(ms)}, or raise 'Max Wait (Seconds)' ${now}.`;
	return `${remedy} ${run.usage.reached()}`.trim();
}

/** A request would wait too long for the rate limiter. @param ms how long it would still have to wait */
export function waitTooLong(reason: WaitReason, ms: number, attempt: Attempt): Problem {
	const at = timeOfDay(ms, attempt.run.context.getTimezone());
	const last = lastOutcome(attempt);
	const notSent = last ? '' : 'The request was not sent. ';
	const problem = new Problem({
		kind: 'status',
		status: 429,
		message: `Rate limit: ${untilTexts[reason]} ${at}`,
		description: notSent + waitRemedy(ms, attempt),
		forModel: `Call the tool again in ${inWords(ms)}.`,
		failure: { cause: 'rate-limited', retryAfterMs: ms },
	});
	problem.facts = last?.problem?.facts;
	return problem;
}

/** The deadline of a poll is too near. */
export const pollTimeOver = (attempt: Attempt): Problem =>
	new Problem({
		kind: 'status',
		message: 'Request not sent: the time of this poll is over',
		description: pollRemedy(attempt),
		failure: { cause: 'temporarily-unavailable' },
	});

export const inDigits = (value: number): string => value.toLocaleString('en-US');

/** "10 of 12 tokens used, 5 more needed", or "5 of 12 tokens used, 5 in progress, 5 more needed" */
function shortage({ used, inProgress }: Budget, limit: number, tokens: number): string {
	const ofOthers = inProgress > 0 ? ` ${inDigits(inProgress)} in progress,` : '';
	return `(${inDigits(used)} of ${inDigits(limit)} tokens used,${ofOthers} ${tokens} more needed)`;
}

/**
 * By what was used, or by that and what requests in progress might use. Those are the node's own, so a wait that is too long for
 * them ends here as well.
 */
export function maxTokensExceeded({ run: { usage, budget }, request }: Attempt): Problem {
	const { maxTokens, operation } = request;
	return new Problem({
		kind: 'input',
		message: `Request not sent: 'Max Tokens' would be exceeded ${shortage(budget, maxTokens, operation.tokens)}`,
		description: `Raise the option 'Max Tokens' (now ${maxTokens}). ${usage.reached()}`.trim(),
		forModel: 'Do not call this tool again. Tell the user that its token limit is reached.',
	});
}

/** @param untilMidnightMs UTC */
export function tokensPerDayExceeded(
	{ run: { usage }, request }: Attempt,
	day: Budget,
	untilMidnightMs: number,
): Problem {
	const { connection, operation } = request;
	return new Problem({
		kind: 'status',
		status: 429,
		message: `Request not sent: 'Daily Token Limit' would be exceeded ${shortage(day, connection.tokensPerDay, operation.tokens)}`,
		description:
			`Wait until midnight UTC, or raise 'Daily Token Limit' in the credential. This request cost no tokens. ${usage.reached()}`.trim(),
		failure: { cause: 'rate-limited', retryAfterMs: untilMidnightMs },
	});
}

export function tokensPerDayReserved(attempt: Attempt): Problem {
	const { run, request } = attempt;
	const remedy =
		request.deadline === undefined
			? `Try again later, or raise 'Max Wait (Seconds)' (now ${request.maxWaitMs / 1000} s). ${run.usage.reached()}`
			: `This poll would time out before they end. ${pollRemedy(attempt)}`;
	return new Problem({
		kind: 'status',
		status: 429,
		message: `Request not sent: requests in progress might use the rest of 'Daily Token Limit'`,
		description: `${remedy.trim()} This request cost no tokens.`,
		forModel: 'Call the tool again later.',
		failure: { cause: 'rate-limited' },
	});
}
