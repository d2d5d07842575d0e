/** Each wait of a request: whose Max Wait it counts in, and what we say of it, while it lasts and if it is too long. */

import { inWords, timeOfDay } from '../../texts/times';
import { sentences } from '../../texts/words';
import { isThrottled } from '../outcomes/outcome';
import type { TimedReason, Wait } from '../rateLimiter/types';
import { NotSent, reached, type ToldCall } from '../errors/notSent';

/** What holds up a request: the rate limiter, or tokens that requests in flight have reserved. */
export type Obstacle = Wait | { reason: 'tokens' };

export type WaitReason = Obstacle['reason'];

interface WaitMeaning {
	/** What the request waits for, in words. */
	words: string;
	/** Whose Max Wait it counts in: of this request, or of all requests of the account in the run. Absent if nobody knows its end. */
	countsFor?: 'request' | 'run';
}

interface TimedMeaning extends WaitMeaning {
	countsFor: 'request' | 'run';
	/** As which n8n and error workflows see it if it is too long. */
	status: 429 | 503;
	/** @param time at which it is over */
	tooLong(time: string): string;
	/** Whether it follows from a 429. What the service says in that is why it waits. */
	isAfter429?: true;
	/** What to do if it lasts far too long. */
	wayOut?: string;
}

/** A limit of the credential. */
const ownLimit = (words: string): TimedMeaning => ({
	words,
	countsFor: 'request',
	status: 429,
	tooLong: (time) => `Rate limit: ${words} resets at ${time}`,
});

/** If the service asked for a pause by mistake. A worker of queue mode does not notice the test. */
const endPause =
	'If the pause is far too long, enter a new token, restart n8n, or without queue mode, test the credential.';

const afterThrottling = 'the backoff after a 429 response';

export const waits: Record<TimedReason, TimedMeaning> & Record<WaitReason, WaitMeaning> = {
	minute: ownLimit('the per-minute limit'),
	hour: ownLimit('the hourly limit'),
	day: ownLimit('the daily limit'),
	tooManyRequests: {
		words: 'the pause the service asked for',
		countsFor: 'run',
		status: 429,
		tooLong: (time) => `Rate limit: the service asked to pause until ${time}`,
		isAfter429: true,
		wayOut: endPause,
	},
	outage: {
		words: 'the service to be available again',
		countsFor: 'run',
		status: 503,
		tooLong: (time) =>
			`The service is currently unavailable, and asked to pause until ${time} (HTTP 503)`,
		wayOut: endPause,
	},
	backoff: {
		words: afterThrottling,
		countsFor: 'run',
		status: 429,
		tooLong: (time) =>
			`Rate limit: the service received too many requests, so the node sends nothing until ${time}`,
		isAfter429: true,
	},
	// Responses and timeouts of requests in flight end these two. The first one also follows a 429, and is the same to a user.
	place: { words: afterThrottling },
	tokens: { words: 'tokens that requests in progress might use' },
};

/**
 * A request would wait longer for the rate limiter than Max Wait or the time of a poll allows.
 * @param leftMs how long it would still have to wait
 */
export function waitTooLong(call: ToldCall, reason: TimedReason, leftMs: number): NotSent {
	const { status, tooLong, isAfter429, wayOut } = waits[reason];
	const last = call.outcomes.at(-1);
	const saysWhy = isAfter429 && last && isThrottled(last);
	return new NotSent({
		kind: 'status',
		status,
		headline: tooLong(timeOfDay(leftMs, call.run.context.getTimezone())),
		...(saysWhy && { detail: last.problem?.detail }),
		description: sentences(!last && 'The request was not sent.', remedyOf(call, leftMs), wayOut),
		forModel: `Call the tool again in ${inWords(leftMs)}.`,
		failure: {
			cause: status === 503 ? 'temporarily-unavailable' : 'rate-limited',
			retryAfterMs: leftMs,
		},
	});
}

/** The deadline of a poll is too near for a request. */
export const pollTimeOver = ({ run }: ToldCall): NotSent =>
	new NotSent({
		kind: 'notSent',
		headline: 'Request not sent: the time of this poll is over',
		description: pollRemedy(run),
		failure: { cause: 'temporarily-unavailable' },
	});

/** What to do about a wait that is too long. */
function remedyOf({ run, request, maxWait }: ToldCall, leftMs: number): string {
	const { hasOptions, maxWaitMs, deadline } = request;
	if (deadline !== undefined) return `This poll would time out first. ${pollRemedy(run)}`;
	const [seconds, maxSeconds] = [Math.floor(maxWait.usedMs / 1000), maxWaitMs / 1000];
	const used = seconds > 0 ? `, of which ${Math.min(seconds, maxSeconds)} s are used` : '';
	// An editor's list has no such option.
	const orRaise = hasOptions
		? `, or raise the option 'Max Wait (Seconds)' (now ${maxSeconds} s${used})`
		: '';
	return sentences(`Try again in ${inWords(leftMs)}${orRaise}.`, reached(run));
}

/** What to do if a poll has too little time. Nothing polls again after a manual run. */
const pollRemedy = ({ context }: ToldCall['run']): string =>
	context.getMode?.() === 'manual'
		? 'Try again later.'
		: 'A later poll tries again. If this happens often, run large jobs at other times, or divide the rate limits.';
