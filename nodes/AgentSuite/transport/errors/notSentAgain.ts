/** What is told of a request that was sent, and is not sent again. */

import { Problem } from '../../model/problem';
import type { Outcome } from '../outcomes/outcome';

/**
 * What is told of a request of which an attempt is not sent: why the one before failed, if there is one. But why it is not sent, if
 *
 * - it is a stop
 * - the one before got a 429, which only made it wait
 * - it is a wait that has the status of the one before: it is for what that response asked for, and says until when
 *
 * @param notSent why it is not sent
 * @param last what the attempt before came to. Undefined if nothing was sent
 */
export function failureToTell(notSent: unknown, last: Outcome | undefined): unknown {
	if (!last?.problem || last.retry === 'throttled') return notSent;
	if (!(notSent instanceof Problem)) return last.problem;
	const isItsWait = last.status !== undefined && notSent.status === last.status;
	return notSent.kind === 'stopped' || isItsWait ? notSent : last.problem;
}

/** No retry of the account is left. @param problem of the last attempt */
export const withoutRetries = (problem: Problem): Problem =>
	problem.with({
		description: `${problem.description} The node stopped retrying, because many other requests failed as well.`,
	});
