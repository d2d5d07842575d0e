/**
 * The Problems of requests that are not sent. Of those that would wait too long: waitTooLong.ts. Which Problem is told if an earlier
 * attempt was sent: told.ts.
 */

import { Problem } from '../../model/problem';
import { inDigits, sentences } from '../../texts/words';
import type { Request } from '../request';

/** The service has rejected the account. @param problem of the earlier request */
export const accountRejected = (problem: Problem): Problem =>
	problem.with({
		headline: `Request not sent, because an earlier one was rejected: ${problem.headline}`,
	});

/** Another item has ended the run. */
export const runEnded = (): Problem =>
	new Problem({
		kind: 'stopped',
		headline: 'Request not sent, because another item stopped the node',
		description: 'Check the item named in the message of the node.',
	});

/** n8n reads "canceled" in an error as a stop, not a failure. */
export const executionCanceled = (): Problem =>
	new Problem({
		kind: 'stopped',
		headline: 'The execution was canceled',
		description: 'Requests that were still waiting were not sent.',
	});

/** No retry of the account is left. */
export const noRetryLeft = (): Problem =>
	new Problem({
		kind: 'status',
		headline: 'Request not sent, because many other requests failed as well',
		description: 'Retry when the service is available again.',
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

/**
 * The execution has too few tokens left.
 * @param reached how far the run got, in words
 */
export function maxTokensExceeded(budget: Tally, request: Request, reached: string): Problem {
	const { maxTokens, operation } = request;
	return new Problem({
		kind: 'input',
		headline: `Request not sent: 'Max Tokens' would be exceeded ${shortage(budget, maxTokens, operation.tokens)}`,
		description: sentences(`Raise the option 'Max Tokens' (now ${maxTokens}).`, reached),
		forModel: 'Do not call this tool again. Tell the user that its token limit is reached.',
	});
}

/**
 * The day has too few tokens left.
 * @param reached how far the run got, in words
 * @param untilMidnightMs UTC
 */
export function tokensPerDayExceeded(
	budget: Tally,
	{ connection, operation }: Request,
	reached: string,
	untilMidnightMs: number,
): Problem {
	return new Problem({
		kind: 'status',
		status: 429,
		headline: `Request not sent: 'Daily Token Limit' would be exceeded ${shortage(budget, connection.tokensPerDay, operation.tokens)}`,
		description: sentences(
			"Wait until midnight UTC, or raise 'Daily Token Limit' in the credential.",
			reached,
		),
		failure: { cause: 'rate-limited', retryAfterMs: untilMidnightMs },
	});
}

/** What to do if a poll has too little time. Nothing polls again after a manual run. */
export const pollRemedy = (isManual: boolean): string =>
	isManual
		? 'Try again later.'
		: 'A later poll tries again. If this happens often, run large jobs at other times, or divide the rate limits.';

/** The deadline of a poll is too near. */
export const pollTimeOver = (isManual: boolean): Problem =>
	new Problem({
		kind: 'status',
		headline: 'Request not sent: the time of this poll is over',
		description: pollRemedy(isManual),
		failure: { cause: 'temporarily-unavailable' },
	});
