import { steadyClock } from './clock';
import type { Request } from './request';

/** With less time left, a poll sends nothing, because that might be charged without a response, ms. */
const MIN_REQUEST_MS = 1000;

/** Until the deadline, ms. */
export const timeLeft = ({ deadline }: Pick<Request, 'deadline'>): number =>
	deadline === undefined ? Infinity : Math.max(0, deadline - steadyClock.now());

/** How long a request can still wait and be sent in time, ms. Less than 0 if it cannot be sent any more. */
export const timeToWait = (request: Pick<Request, 'deadline'>): number =>
	timeLeft(request) - MIN_REQUEST_MS;
