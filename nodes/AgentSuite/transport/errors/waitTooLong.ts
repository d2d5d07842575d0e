import { Problem } from '../../model/problem';
import { inWords, timeOfDay } from '../../texts/times';
import { sentences } from '../../texts/words';
import { isThrottled, type Outcome } from '../outcomes/outcome';
import type { TimedReason } from '../rateLimiter/types';
import type { Request } from '../request';
import { waits } from '../outcomes/waits';
import { pollRemedy } from './notSent';
import { problemOf } from './problemOf';

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
	/** Of the workflow. */
	timezone: string;
	isManual: boolean;
	/** How far the run got, in words. Empty if there is nothing to say. */
	reached: string;
}

/** A request would wait too long for the rate limiter. */
export function waitTooLong(wait: LongWait): Problem {
	const { reason, leftMs, last, timezone } = wait;
	const { status, isAfter429, ...text } = waits[reason].text(timeOfDay(leftMs, timezone));
	const saysWhy = isAfter429 && last && isThrottled(last);
	const advice = sentences(!last && 'The request was not sent.', remedy(wait));
	const forModel = `Call the tool again in ${inWords(leftMs)}.`;
	return problemOf(
		{ ...text, advice, forModel },
		{
			kind: 'status',
			status,
			detail: saysWhy ? last.problem?.detail : undefined,
			retryAfterMs: leftMs,
		},
	);
}

/** What to do about a wait. */
function remedy({ leftMs, waitedMs, request, isManual, reached }: LongWait): string {
	const { hasOptions, maxWaitMs, deadline } = request;
	if (deadline !== undefined) return `This poll would time out first. ${pollRemedy(isManual)}`;
	// An editor's list has no such option.
	const [seconds, maxSeconds] = [Math.floor(waitedMs / 1000), maxWaitMs / 1000];
	const used = seconds > 0 ? `, of which ${Math.min(seconds, maxSeconds)} s are used` : '';
	const orRaise = hasOptions
		? `, or raise the option 'Max Wait (Seconds)' (now ${maxSeconds} s${used})`
		: '';
	return sentences(`Try again in ${inWords(leftMs)}${orRaise}.`, reached);
}
