/** What is told of a request that has failed, and is not sent again. */

import { Problem } from '../../model/problem';
import { sentence } from '../../model/words';
import { lastOutcome, type Attempt } from '../attempt';
import { waitRemedy } from './notSent';

/** No retry of the account was left. */
export const withoutRetries = (problem: Problem): Problem =>
	problem.with({
		description: `${problem.description} The node did not retry it, because many other requests failed as well.`,
	});

/** The service asks for a longer pause than the request can wait. */
export const beyondMaxWait = (problem: Problem, pauseMs: number, attempt: Attempt): Problem =>
	problem.with({ description: waitRemedy(pauseMs, attempt) });

/** A stop of n8n after a request that might have been processed. n8n has to see the stop, so the rest follows it. */
function stoppedAfter({ message, description, facts }: Problem, stop: Problem): Problem {
	const stopped = stop.with({
		description: `${stop.description} Before that: ${sentence(message)} ${description}`,
	});
	stopped.facts = facts;
	return stopped;
}

/**
 * What matters more to the user: why a request was not sent, or why an earlier one of the same attempt has failed.
 * @param unsent why it was not sent
 */
export function whatMatters(attempt: Attempt, unsent: unknown): unknown {
	const last = lastOutcome(attempt);
	// After a 429, `waitTooLong` says what the service asks for.
	if (!last?.problem || last.retry === 'throttled') return unsent;
	const isStop = unsent instanceof Problem && unsent.kind === 'stopped';
	// For example the time of a poll is over.
	if (!isStop) return last.problem;
	// Another item has ended the run, and its error is shown.
	if (attempt.run.halt.isConsequence(unsent)) return unsent;
	return last.processed === 'perhaps' ? stoppedAfter(last.problem, unsent) : unsent;
}
