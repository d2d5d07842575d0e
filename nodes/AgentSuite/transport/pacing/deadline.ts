import { Problem } from '../../model/problem';
import type { Attempt } from '../attempt';
import type { Request } from '../request';
import type { Run } from '../run';
import { steadyClock } from './clock';

/** With less time left, a poll sends nothing, because that might be charged without a response, ms. */
const MIN_REQUEST_MS = 1000;

/** Until the deadline, ms. */
export const timeLeft = ({ deadline }: Pick<Request, 'deadline'>): number =>
	deadline === undefined ? Infinity : Math.max(0, deadline - steadyClock.now());

/** How long a request can still wait and be sent in time, ms. Less than 0 if it cannot be sent any more. */
export const timeToWait = (request: Pick<Request, 'deadline'>): number =>
	timeLeft(request) - MIN_REQUEST_MS;

/** What to do if a poll has too little time. Nothing polls again after a manual run. */
export const pollRemedy = ({ context }: Run): string =>
	context.getMode?.() === 'manual'
		? 'Try again later.'
		: 'A later poll tries again. If this happens often, poll less often.';

/** @throws {Problem} when the deadline is too near */
export function checkTime({ run, request }: Attempt): void {
	if (timeToWait(request) >= 0) return;
	throw new Problem({
		kind: 'status',
		message: 'Request not sent: the time of this poll is over',
		description: pollRemedy(run),
		failure: { cause: 'temporarily-unavailable' },
	});
}
