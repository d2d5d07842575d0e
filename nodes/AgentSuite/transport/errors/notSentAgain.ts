/** What is told of a request that was sent, and is not sent again. */

import { Problem } from '../../model/problem';
import { doubtAbout } from '../../texts/doubt';
import { sentences } from '../../texts/words';
import type { Outcome } from '../outcomes/outcome';
import type { Request } from '../request';
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
 * @param outcomes what the attempts before came to. Empty if nothing was sent
 */
export function failureToTell(
	notSent: unknown,
	outcomes: readonly Outcome[],
	request: Request,
): unknown {
	const last = outcomes.at(-1);
	if (notSent instanceof Problem && notSent.kind === 'stopped') return notSent;
	const includesLast = notSent instanceof WaitTooLong && notSent.includesLast;
	const tellsLast = last?.problem && last.retry !== 'throttled' && !includesLast;
	return tellsLast ? last.problem : withDoubt(notSent, outcomes, request);
}

/** An attempt before can have been processed, also if the last one was not. */
function withDoubt(notSent: unknown, outcomes: readonly Outcome[], request: Request): unknown {
	const isUnclear = outcomes.some(({ fate }) => fate === 'unclear');
	if (!(notSent instanceof Problem) || !isUnclear) return notSent;
	const { effect, advice } = request.operation;
	const description = sentences(notSent.description, doubtAbout(effect, advice.inDoubt));
	return notSent.with({ description });
}

/** No retry of the account is left. @param problem of the last attempt */
export const withoutRetries = (problem: Problem): Problem =>
	problem.with({
		description: `${problem.description} The node stopped retrying, because many other requests failed as well.`,
	});
