/**
 * What is told of a request without a result, as one Problem:
 *
 *     after the last attempt                       no attempt has failed     one has failed
 *     there is no other one                                                  its failure
 *     it got a slow 429, which uses up Max Wait    the 429                   its failure, and the 429
 *     another one cannot be sent                   why not                   its failure, and why not
 *     the run ends, or nobody foresaw what came    that                      that
 */

import type { Problem, ProblemKind } from '../../model/problem';
import { durationInWords } from '../../texts/times';
import { sentence, sentences } from '../../texts/words';
import type { Failure } from '../outcomes/outcome';
import { lastThatCounts, withAttempts, type Attempts } from './attempts';

/** The last attempt has failed, and there is no other one. @param attempts all of them, with this one */
export function toldAttempt({ fate, problem }: Failure, attempts: Attempts): Problem {
	// It says nothing of the failure before it.
	if (fate === 'throttled' && lastThatCounts(attempts)) return toldNotSent(problem, attempts);
	const { description, retryAfterMs } = problem;
	const asks = !!retryAfterMs && `The service asks you to wait ${durationInWords(retryAfterMs)}.`;
	return withAttempts(problem.with({ description: sentences(asks, description) }), attempts);
}

/** The first attempt, or another one, is not sent. @param attempts all before it */
export function toldNotSent(notSent: Problem, attempts: Attempts): Problem {
	const failure = lastThatCounts(attempts)?.problem;
	const isJoined = failure && !IS_TOLD_ALONE[notSent.kind];
	return withAttempts(isJoined ? joined(failure, notSent) : notSent, attempts);
}

/** The run ends, or nobody foresaw what came. */
const IS_TOLD_ALONE: Record<ProblemKind, boolean> = {
	stopped: true,
	ended: true,
	unexpected: true,
	foreign: true,
	input: false,
	status: false,
	response: false,
	connection: false,
	notSent: false,
};

/** What happened is of the failure. What follows is of the next attempt: for n8n, a model, and a program. */
const joined = (failure: Problem, { message, description, ...next }: Problem): Problem =>
	failure.with({
		// Without the detail of the next attempt, which can be a text of the service: a model gets a description unmarked.
		description: sentences(failure.description, `Next attempt: ${sentence(message)}`, description),
		failure: next.failure,
		forModel: next.forModel,
		retryAfterMs: next.retryAfterMs,
	});
