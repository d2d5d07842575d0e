/** What is told of a request that has failed, and is not sent again. */

import { Problem } from '../../model/problem';
import { sentence } from '../../model/words';
import { lastOutcome, type Call } from '../call';

/** No retry of the account was left. */
export const withoutRetries = (problem: Problem): Problem =>
	problem.with({
		description: `${problem.description} The node did not retry it, because many other requests failed as well.`,
	});

/** A stop of n8n after a request that might have been processed. n8n has to see the stop, so the rest follows it. */
function stoppedAfter({ message, description, facts }: Problem, stop: Problem): Problem {
	const stopped = stop.with({
		description: `${stop.description} Before that: ${sentence(message)} ${description}`,
	});
	stopped.facts = facts;
	return stopped;
}

/**
 * What matters more to the user: why a request was not sent, or why an earlier attempt of it has failed.
 * @param unsent why it was not sent
 */
export function whatMatters(call: Call, unsent: unknown): unknown {
	const last = lastOutcome(call);
	if (!last?.problem) return unsent;
	const reason = unsent instanceof Problem ? unsent : undefined;
	if (reason?.kind === 'stopped') {
		// If another item has ended the run, its error is shown.
		const isTold = last.fate === 'unclear' && !call.run.halt.isConsequence(unsent);
		return isTold ? stoppedAfter(last.problem, reason) : unsent;
	}
	// What the service has asked for says more. Any other reason, such as the end of a poll, says less than the failure.
	const { status } = last.problem;
	const isAskedFor = status !== undefined && reason?.status === status;
	return last.retry === 'throttled' || isAskedFor ? unsent : last.problem;
}
