/** The Problems of requests that were not sent: what held them up, and what to do about it. */

import type { IAllExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../../model/problem';
import { inDigits, sentences } from '../../texts/words';
import type { WaitReason } from '../rateLimiter/rateLimiter';
import type { Request } from '../request';
import { descriptionOf } from './description';
import { inWords, timeOfDay } from './times';
import { tooLongTexts } from './waitTexts';

/** The tokens of a budget. */
interface Tally {
	used: number;
	reserved: number;
}

/** A request that is not sent, and its run: the part of `Call` on which the texts depend. */
interface UnsentCall {
	request: Request;
	/** Of its earlier attempts. */
	outcomes: readonly unknown[];
	run: {
		context: IAllExecuteFunctions;
		budget: Tally;
		usage: { requests: number };
		progress?: { inWords(requests: number): string };
	};
}

/** How far the run got. Empty if there is nothing to say. */
const reached = ({ progress, usage }: UnsentCall['run']): string =>
	progress?.inWords(usage.requests) ?? '';

/** What to do if a poll has too little time. Nothing polls again after a manual run. */
const pollRemedy = ({ run }: UnsentCall): string =>
	run.context.getMode?.() === 'manual'
		? 'Try again later.'
		: 'A later poll tries again. If this happens often, poll less often.';

/** When to try again, in words. @param ms undefined if nobody knows */
const when = (ms?: number): string => (ms === undefined ? 'later' : `in ${inWords(ms)}`);

/** What to do about a wait that is too long. @param ms how long it would still be, undefined if nobody knows */
function waitRemedy(call: UnsentCall, ms?: number): string {
	const { hasOptions, maxWaitMs, deadline } = call.request;
	if (deadline !== undefined) return `This poll would time out first. ${pollRemedy(call)}`;
	// An editor's list has no such option.
	const orRaise = hasOptions
		? `, or raise the option 'Max Wait (Seconds)' (now ${maxWaitMs / 1000} s)`
		: '';
	return sentences(`Try again ${when(ms)}${orRaise}.`, reached(call.run));
}

/** What to do if the service asked for a pause by mistake. A worker of queue mode does not notice the test. */
const pauseRemedy =
	'If the pause is far too long, test the credential, enter a new token, or restart n8n.';

/** A request would wait too long for the rate limiter. @param ms how long it would still have to wait */
export function waitTooLong(reason: WaitReason, ms: number, call: UnsentCall): Problem {
	const time = timeOfDay(ms, call.run.context.getTimezone());
	const { headline, status, cause } = tooLongTexts[reason](time);
	const isFirst = call.outcomes.length === 0;
	const isPause = reason === 'tooManyRequests' || reason === 'outage';
	return new Problem({
		kind: 'status',
		status,
		headline,
		description: descriptionOf({
			notSent: isFirst && 'The request was not sent.',
			advice: waitRemedy(call, ms),
			ifItLasts: isPause && pauseRemedy,
		}),
		forModel: `Call the tool again ${when(ms)}.`,
		failure: { cause, retryAfterMs: ms },
	});
}

/** The deadline of a poll is too near. */
export const pollTimeOver = (call: UnsentCall): Problem =>
	new Problem({
		kind: 'status',
		headline: 'Request not sent: the time of this poll is over',
		description: pollRemedy(call),
		failure: { cause: 'temporarily-unavailable' },
	});

/** "10 of 12 tokens used, 5 more needed", or "5 of 12 tokens used, 5 in progress, 5 more needed" */
function shortage({ used, reserved }: Tally, limit: number, tokens: number): string {
	const ofOthers = reserved > 0 ? ` ${inDigits(reserved)} in progress,` : '';
	return `(${inDigits(used)} of ${inDigits(limit)} tokens used,${ofOthers} ${tokens} more needed)`;
}

/**
 * By what was used, or by that and what requests in progress might use. Those are the node's own, so a wait that is too long for
 * them ends here as well.
 */
export function maxTokensExceeded({ run, request }: UnsentCall): Problem {
	const { maxTokens, operation } = request;
	return new Problem({
		kind: 'input',
		headline: `Request not sent: 'Max Tokens' would be exceeded ${shortage(run.budget, maxTokens, operation.tokens)}`,
		description: sentences(`Raise the option 'Max Tokens' (now ${maxTokens}).`, reached(run)),
		forModel: 'Do not call this tool again. Tell the user that its token limit is reached.',
	});
}

/** @param untilMidnightMs UTC */
export function tokensPerDayExceeded(
	{ run, request }: UnsentCall,
	day: Tally,
	untilMidnightMs: number,
): Problem {
	const { connection, operation } = request;
	return new Problem({
		kind: 'status',
		status: 429,
		headline: `Request not sent: 'Daily Token Limit' would be exceeded ${shortage(day, connection.tokensPerDay, operation.tokens)}`,
		description: sentences(
			"Wait until midnight UTC, or raise 'Daily Token Limit' in the credential. This request cost no tokens.",
			reached(run),
		),
		failure: { cause: 'rate-limited', retryAfterMs: untilMidnightMs },
	});
}

export const tokensPerDayReserved = (call: UnsentCall): Problem =>
	new Problem({
		kind: 'status',
		status: 429,
		headline: "Request not sent: requests in progress might use the rest of 'Daily Token Limit'",
		description: `${waitRemedy(call)} This request cost no tokens.`,
		forModel: `Call the tool again ${when()}.`,
		failure: { cause: 'rate-limited' },
	});

/** The service has rejected the account. @param problem of the earlier request */
export function accountRejected(problem: Problem): Problem {
	const headline = 'Request not sent, because an earlier one was rejected';
	return problem.with({ kind: 'status', headline, detail: problem.message });
}

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
