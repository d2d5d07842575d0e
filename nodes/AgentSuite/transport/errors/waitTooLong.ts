/** The Problems of requests that are not sent, because they would wait too long for the rate limiter, or a poll has no time left. */

import type { IAllExecuteFunctions } from 'n8n-workflow';

import { Problem, type FailureCause } from '../../model/problem';
import { inWords, timeOfDay } from '../../texts/times';
import { sentences } from '../../texts/words';
import type { Outcome } from '../outcomes/outcome';
import type { TimedReason } from '../rateLimiter/rateLimiter';
import { waitNames } from '../rateLimiter/waitNames';
import type { Request } from '../request';

/** A wait that is too long. */
interface LongWait {
	reason: TimedReason;
	/** How long the request would still have to wait. */
	leftMs: number;
	/** How long it has waited, as Max Wait counts that. */
	waitedMs: number;
	request: Request;
	/** What its last attempt came to. Undefined if nothing was sent. */
	last: Outcome | undefined;
	context: IAllExecuteFunctions;
	/** How far the run got, in words. Empty if there is nothing to say. */
	reached: string;
}

/** A request would wait too long for the rate limiter. */
export class WaitTooLong extends Problem {
	/** Whether the last attempt is why the request has to wait, so that this tells of both. */
	readonly isAskedByLast: boolean;

	constructor(wait: LongWait) {
		const { reason, leftMs, last, context } = wait;
		const time = timeOfDay(leftMs, context.getTimezone());
		const { headline, status, cause } = waitTexts[reason](time);
		const isAskedByLast = last !== undefined && asksFor(last, reason);
		const isPause = reason === 'tooManyRequests' || reason === 'outage';
		super({
			kind: 'status',
			status,
			headline,
			detail: isAskedByLast ? last.problem?.detail : undefined,
			description: sentences(
				!last && 'The request was not sent.',
				remedy(wait),
				isPause && pauseRemedy,
			),
			forModel: `Call the tool again in ${inWords(leftMs)}.`,
			failure: { cause, retryAfterMs: leftMs },
		});
		this.isAskedByLast = isAskedByLast;
	}
}

/** Whether an attempt makes requests wait for this: a 429 for any rate limit, a 503 for the pause that it asked for. */
const asksFor = ({ retry, pause }: Outcome, reason: TimedReason): boolean =>
	reason === 'outage' ? pause?.reason === 'outage' : retry === 'throttled';

interface WaitText {
	headline: string;
	/** As which n8n and error workflows see it. */
	status: number;
	cause: FailureCause;
}

const rateLimit = (what: string): WaitText => ({
	headline: `Rate limit: ${what}`,
	status: 429,
	cause: 'rate-limited',
});

/** What is said of each wait. @param time at which it is over */
const waitTexts: Record<TimedReason, (time: string) => WaitText> = {
	tooManyRequests: (time) => rateLimit(`the service asked to pause until ${time}`),
	outage: (time) => ({
		headline: `The service is currently unavailable, and asked to pause until ${time} (HTTP 503)`,
		status: 503,
		cause: 'temporarily-unavailable',
	}),
	backoff: (time) =>
		rateLimit(`the service received too many requests, so the node sends nothing until ${time}`),
	minute: (time) => rateLimit(`${waitNames.minute} resets at ${time}`),
	hour: (time) => rateLimit(`${waitNames.hour} resets at ${time}`),
	day: (time) => rateLimit(`${waitNames.day} resets at ${time}`),
};

/** What to do about a wait. */
function remedy({ leftMs, waitedMs, request, context, reached }: LongWait): string {
	const { hasOptions, maxWaitMs, deadline } = request;
	if (deadline !== undefined) return `This poll would time out first. ${pollRemedy(context)}`;
	// An editor's list has no such option.
	const [seconds, maxSeconds] = [Math.floor(waitedMs / 1000), maxWaitMs / 1000];
	const used = seconds > 0 ? `, of which ${Math.min(seconds, maxSeconds)} s are used` : '';
	const orRaise = hasOptions
		? `, or raise the option 'Max Wait (Seconds)' (now ${maxSeconds} s${used})`
		: '';
	return sentences(`Try again in ${inWords(leftMs)}${orRaise}.`, reached);
}

/** What to do if the service asked for a pause by mistake. A worker of queue mode does not notice the test. */
const pauseRemedy =
	'If the pause is far too long, enter a new token, restart n8n, or without queue mode, test the credential.';

/** What to do if a poll has too little time. Nothing polls again after a manual run. */
const pollRemedy = (context: IAllExecuteFunctions): string =>
	context.getMode?.() === 'manual'
		? 'Try again later.'
		: 'A later poll tries again. If this happens often, poll less often.';

/** The deadline of a poll is too near. */
export const pollTimeOver = (context: IAllExecuteFunctions): Problem =>
	new Problem({
		kind: 'status',
		headline: 'Request not sent: the time of this poll is over',
		description: pollRemedy(context),
		failure: { cause: 'temporarily-unavailable' },
	});
