/** What is told of a request that has failed, and is not sent again. */

import { Problem } from '../model/problem';
import { lastOutcome, type Call } from './call';

/** No retry of the account was left. */
export const withoutRetries = (problem: Problem): Problem =>
	problem.with({
		description: `${problem.description} The node did not retry it, because many other requests failed as well.`,
	});

/**
 * What is told of a request of which another attempt was not sent: why the last one failed, unless that was a 429, which only made it
 * wait. A stop is always told.
 * @param notSent why it was not sent
 */
export function failureToTell(notSent: unknown, call: Call): unknown {
	const last = lastOutcome(call);
	const isStop = notSent instanceof Problem && notSent.kind === 'stopped';
	return isStop || last?.retry === 'throttled' ? notSent : (last?.problem ?? notSent);
}
