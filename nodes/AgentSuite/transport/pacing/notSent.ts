/** What is said if a request, or another attempt of it, is not sent. What ends a run says so itself (run/halt.ts). */

import { Problem } from '../../model/problem';
import { durationInWords, timeOfDay } from '../../texts/times';
import { inDigits, sentences } from '../../texts/words';
import { untilMidnight } from '../account/dayBudget';
import { isThrottled } from '../outcomes/outcome';
import type { Wait } from '../rateLimiter/types';
import { reached, type Run } from '../run/run';
import type { Call } from './call';
import { waits } from './waits';

/** No retry of the account is left. */
export const noRetryLeft = (): Problem =>
	new Problem({
		kind: 'notSent',
		message: 'Request not sent, because many other requests failed as well',
		description: 'Retry when the service is available again.',
		failure: { cause: 'temporarily-unavailable' },
	});

/**
 * A request would wait longer for the rate limiter than Max Wait or the time of a poll allows.
 * @param untilOver how long it would still have to wait, ms, as far as that is known
 */
export function waitTooLong(call: Call, reason: Wait['reason'], untilOver: number): Problem {
	const { status, tooLong, wayOut, unknownEndMs } = waits[reason];
	const leftMs = unknownEndMs ?? untilOver;
	const last = call.outcomes.at(-1);
	// Both follow from a 429, so what the service says in that is why.
	const isFromThrottling = reason === 'tooManyRequests' || reason === 'backoff';
	const saysWhy = isFromThrottling && last && isThrottled(last);
	return new Problem({
		kind: 'status',
		status,
		message: tooLong(timeOfDay(leftMs, call.run.context.getTimezone())),
		...(saysWhy && { detail: last.problem?.detail }),
		description: sentences(!last && 'The request was not sent.', remedyOf(call, leftMs), wayOut),
		forModel: `Call the tool again in ${durationInWords(leftMs)}.`,
		failure: { cause: status === 503 ? 'temporarily-unavailable' : 'rate-limited' },
		retryAfterMs: leftMs,
	});
}

/** The deadline of a poll is too near for a request. */
export const pollTimeOver = ({ run }: Call): Problem =>
	new Problem({
		kind: 'notSent',
		message: 'Request not sent: the time of this poll is over',
		description: pollRemedy(run),
		failure: { cause: 'temporarily-unavailable' },
	});

/** What to do about a wait that is too long. */
function remedyOf(call: Call, leftMs: number): string {
	const { run, request, maxWait } = call;
	const { hasOptions, maxWaitMs, deadline } = request;
	if (deadline !== undefined) return `This poll would time out first. ${pollRemedy(run)}`;
	const [seconds, maxSeconds] = [Math.floor(maxWait.usedMs / 1000), maxWaitMs / 1000];
	const used = seconds > 0 ? `, of which ${Math.min(seconds, maxSeconds)} s are used` : '';
	// An editor's list has no such option.
	const orRaise = hasOptions
		? `, or raise the option 'Max Wait (Seconds)' (now ${maxSeconds} s${used})`
		: '';
	return sentences(`Try again in ${durationInWords(leftMs)}${orRaise}.`, reached(run));
}

/** What to do if a poll has too little time. Nothing polls again after a manual run. */
const pollRemedy = ({ context }: Run): string =>
	context.getMode?.() === 'manual'
		? 'Try again later.'
		: 'A later poll tries again. If this happens often, run large jobs at other times, or divide the rate limits.';

/** The tokens of a budget. */
interface Tally {
	used: number;
	reserved: number;
}

/** The execution has too few tokens left. */
export function maxTokensExceeded({ run, request }: Call): Problem {
	const { maxTokens, operation } = request;
	return new Problem({
		kind: 'input',
		message: `Request not sent: 'Max Tokens' would be exceeded ${shortage(run.budget, maxTokens, operation.tokens)}`,
		description: sentences(`Raise the option 'Max Tokens' (now ${maxTokens}).`, reached(run)),
		forModel:
			'The token limit of this tool is reached. Do not call this tool again. Tell the user.',
	});
}

/** The day has too few tokens left. */
export function tokensPerDayExceeded({ run, request, account }: Call): Problem {
	const { connection, operation } = request;
	return new Problem({
		kind: 'status',
		status: 429,
		message: `Request not sent: 'Daily Token Limit' would be exceeded ${shortage(account.day.today(Date.now()), connection.tokensPerDay, operation.tokens)}`,
		description: sentences(
			"Wait until midnight UTC, or raise 'Daily Token Limit' in the credential.",
			reached(run),
		),
		failure: { cause: 'rate-limited' },
		retryAfterMs: untilMidnight(Date.now()),
	});
}

/** "10 of 12 tokens used, 5 more needed", or "5 of 12 tokens used, 5 in progress, 5 more needed" */
function shortage({ used, reserved }: Tally, limit: number, tokens: number): string {
	const ofOthers = reserved > 0 ? ` ${inDigits(reserved)} in progress,` : '';
	return `(${inDigits(used)} of ${inDigits(limit)} tokens used,${ofOthers} ${tokens} more needed)`;
}
