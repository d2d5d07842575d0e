import { Problem } from '../../model/problem';
import { sentence } from '../../model/words';
import { lastOutcome, type Attempt } from '../attempt';

/** A stop of n8n after a request that might have been processed. n8n has to see the stop, so the rest follows it. */
function stoppedAfter({ message, description, facts }: Problem, stop: Problem): Problem {
	const stopped = stop.with({
		description: `${stop.description} Before that: ${sentence(message)} ${description}`,
	});
	stopped.facts = facts;
	return stopped;
}

/**
 * The error of a request that could not be sent, or not again: what matters more to the user.
 * @param unsent why it was not sent
 */
export function unsentError(attempt: Attempt, unsent: unknown): unknown {
	const last = lastOutcome(attempt);
	// After a 429, `waitTooLong` says what the service asks for.
	if (!last?.problem || last.retry === 'throttled') return unsent;
	const isStop = unsent instanceof Problem && unsent.kind === 'stopped';
	// For example the time of a poll is over: the failure that is tried again says more.
	if (!isStop) return last.problem;
	// Another item has ended the run, and its error is shown.
	if (attempt.run.halt.isConsequence(unsent)) return unsent;
	return last.processed === 'perhaps' ? stoppedAfter(last.problem, unsent) : unsent;
}
