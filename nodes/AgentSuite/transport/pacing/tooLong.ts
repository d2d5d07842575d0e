/** What is said of a request, or another attempt of it, that is not sent because it would wait for too long. */

import { Problem } from '../../model/problem';
import { durationInWords, timeOfDay } from '../../texts/times';
import { sentences } from '../../texts/words';
import { MINUTE_MS } from '../rateLimiter/sentLog';
import type { Wait } from '../rateLimiter/types';
import { reached, type Run } from '../run/run';
import type { Call } from './call';
import { reasons } from './reasons';

/** A request would wait longer for the rate limiter than Max Wait or the time of a poll allows. */
export function waitTooLong(call: Call, { reason, ms }: Wait): Problem {
	const { status, tooLong, wayOut, isFromThrottling, isOpenEnded } = reasons[reason];
	// In a minute, the others have got what fits into one.
	const leftMs = isOpenEnded ? MINUTE_MS : ms;
	const last = call.outcomes.at(-1);
	const saysWhy = isFromThrottling && last?.fate === 'throttled';
	return new Problem({
		kind: 'status',
		status,
		message: tooLong(timeOfDay(leftMs, call.run.context.getTimezone())),
		...(saysWhy && { detail: last.problem.detail }),
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
	const used =
		seconds > 0 && maxSeconds > 0 ? `, of which ${Math.min(seconds, maxSeconds)} s are used` : '';
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
