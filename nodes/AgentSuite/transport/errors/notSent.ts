/** Why a request, or another attempt of it, is not sent. The reasons that are about time: `pacing/waits.ts`. */

import { Problem, type ProblemParts } from '../../model/problem';
import { inDigits, sentences } from '../../texts/words';
import type { Outcome } from '../outcomes/outcome';
import type { Request } from '../request';
import { asProblem } from './unexpected';

/** Why a request is not sent. What waits throws it, and `send.ts` returns it. */
export class NotSent extends Problem {
	/** Whether it is told without what an earlier attempt came to: the run has ended, or nobody foresaw it. */
	readonly hidesEarlier: boolean;

	constructor({ hidesEarlier = false, ...parts }: ProblemParts & { hidesEarlier?: boolean }) {
		super(parts);
		this.hidesEarlier = hidesEarlier;
	}
}

/** The tokens of a budget. */
interface Tally {
	used: number;
	reserved: number;
}

/** What the reasons tell of a `Call`. That itself cannot be imported, because its run throws some of them. */
export interface ToldCall {
	request: Request;
	outcomes: readonly Outcome[];
	maxWait: { usedMs: number };
	run: {
		context: { getMode?(): string; getTimezone(): string };
		budget: Tally;
		usage: { requests: number };
		progress?: { inWords(requests: number): string };
	};
}

/** n8n's Stop. n8n reads "canceled" in an error as a stop, not a failure. */
export const executionCanceled = (): NotSent =>
	new NotSent({
		kind: 'notSent',
		headline: 'The execution was canceled',
		description: 'Requests that were still waiting were not sent.',
		hidesEarlier: true,
	});

/** Another item has ended the run. */
export const runEnded = (): NotSent =>
	new NotSent({
		kind: 'notSent',
		headline: 'Request not sent, because another item stopped the node',
		description: 'Check the item named in the message of the node.',
		hidesEarlier: true,
	});

/** The service has rejected the account. @param problem of the earlier request */
export const accountRejected = (problem: Problem): NotSent =>
	new NotSent({
		...problem,
		headline: `Request not sent, because an earlier one was rejected: ${problem.headline}`,
	});

/** What was thrown before it was sent: one of the other reasons, or what nobody foresaw. */
export const asNotSent = (error: unknown, request: Request): NotSent =>
	error instanceof NotSent
		? error
		: new NotSent({ ...asProblem(error, request), hidesEarlier: true });

/** No retry of the account is left. */
export const noRetryLeft = (): NotSent =>
	new NotSent({
		kind: 'notSent',
		headline: 'Request not sent, because many other requests failed as well',
		description: 'Retry when the service is available again.',
	});

/** The execution has too few tokens left. */
export function maxTokensExceeded({ run, request }: ToldCall): NotSent {
	const { maxTokens, operation } = request;
	return new NotSent({
		kind: 'input',
		headline: `Request not sent: 'Max Tokens' would be exceeded ${shortage(run.budget, maxTokens, operation.tokens)}`,
		description: sentences(`Raise the option 'Max Tokens' (now ${maxTokens}).`, reached(run)),
		forModel:
			'The token limit of this tool is reached. Do not call this tool again. Tell the user.',
	});
}

/** The day has too few tokens left. @param untilMidnightMs UTC */
export function tokensPerDayExceeded(
	{ run, request }: ToldCall,
	today: Tally,
	untilMidnightMs: number,
): NotSent {
	const { connection, operation } = request;
	return new NotSent({
		kind: 'status',
		status: 429,
		headline: `Request not sent: 'Daily Token Limit' would be exceeded ${shortage(today, connection.tokensPerDay, operation.tokens)}`,
		description: sentences(
			"Wait until midnight UTC, or raise 'Daily Token Limit' in the credential.",
			reached(run),
		),
		failure: { cause: 'rate-limited', retryAfterMs: untilMidnightMs },
	});
}

/** "10 of 12 tokens used, 5 more needed", or "5 of 12 tokens used, 5 in progress, 5 more needed" */
function shortage({ used, reserved }: Tally, limit: number, tokens: number): string {
	const ofOthers = reserved > 0 ? ` ${inDigits(reserved)} in progress,` : '';
	return `(${inDigits(used)} of ${inDigits(limit)} tokens used,${ofOthers} ${tokens} more needed)`;
}

/** How far the run got. Empty if there is nothing to say. */
export const reached = ({ progress, usage }: ToldCall['run']): string =>
	progress?.inWords(usage.requests) ?? '';
