/** What is told of a request that has failed, and is not sent again. */

import { Problem } from '../../model/problem';
import { sentence } from '../../texts/words';
import { lastOutcome, type Call } from '../call';

/** No retry of the account was left. */
export const withoutRetries = (problem: Problem): Problem =>
	problem.with({
		description: `${problem.description} The node did not retry it, because many other requests failed as well.`,
	});

/** A stop of n8n after a request that might have been processed. n8n has to see the stop, so the rest follows it. */
const stoppedAfter = ({ message, description }: Problem, stop: Problem): Problem =>
	stop.with({
		description: `${stop.description} Before that: ${sentence(message)} ${description}`,
	});

/**
 * Why a request was not sent, or why its earlier attempt failed: what tells the user more.
 * @param unsent why it was not sent
 */
export function moreTelling(unsent: unknown, call: Call): unknown {
	const earlier = lastOutcome(call);
	if (!earlier?.problem) return unsent;
	const reason = unsent instanceof Problem ? unsent : undefined;
	if (reason?.kind === 'stopped') {
		// If another item has ended the run, its error is shown.
		const isTold = earlier.fate === 'unclear' && !call.run.halt.isConsequence(unsent);
		return isTold ? stoppedAfter(earlier.problem, reason) : unsent;
	}
	// Any other reason, such as the end of a poll, says less than the failure.
	return earlier.retry === 'throttled' || reason?.isAskedToWait ? unsent : earlier.problem;
}
