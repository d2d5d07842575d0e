/** What is told of a request that was sent, and is not sent again. */

import { Problem } from '../../model/problem';
import type { Outcome } from '../outcomes/outcome';
import { WaitTooLong } from './waitTooLong';

/**
 * An attempt is not sent: what is told of the request. Mostly, that is why the attempt before failed. But it is why this one is not
 * sent, if
 *
 * - nothing was sent before
 * - the one before got a 429, which only made it wait
 * - somebody stopped the run
 * - it would wait too long, for what the one before was refused for
 *
 * @param notSent why it is not sent
 * @param last what the attempt before came to. Undefined if nothing was sent
 */
export function failureToTell(notSent: unknown, last: Outcome | undefined): unknown {
	if (!last?.problem || last.retry === 'throttled') return notSent;
	const isStop = notSent instanceof Problem && notSent.kind === 'stopped';
	const includesLast = notSent instanceof WaitTooLong && notSent.includesLast;
	return isStop || includesLast ? notSent : last.problem;
}

/** No retry of the account is left. @param problem of the last attempt */
export const withoutRetries = (problem: Problem): Problem =>
	problem.with({
		description: `${problem.description} The node stopped retrying, because many other requests failed as well.`,
	});
