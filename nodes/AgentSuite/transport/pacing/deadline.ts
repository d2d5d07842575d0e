/** How long a request can still take, by the deadline of a poll. */

import { steadyClock } from '../clock';
import type { Request } from '../request';
import { LONGEST_TRAVEL_MS } from '../tuning';

/** Until the deadline, ms. */
export const timeLeft = ({ deadline }: Pick<Request, 'deadline'>): number =>
	deadline === undefined ? Infinity : Math.max(0, deadline - steadyClock.now());

/**
 * How long a request can still wait and be sent in time, ms. Less than 0 if it cannot be sent any more: with less time than it
 * travels, it might be charged without a response.
 */
export const timeToWait = (request: Pick<Request, 'deadline'>): number =>
	timeLeft(request) - LONGEST_TRAVEL_MS;
