/** What becomes of the failure of an item. */

import type { INode, INodeExecutionData } from 'n8n-workflow';

import type { Effect } from '../model/endpoint';
import { Problem, type RequestFacts } from '../model/problem';
import { modelFills } from '../parameters/values/expressions';
import { count, sentences } from '../texts/words';
import { errorTexts } from '../output/errors/errorTexts';
import { failedOutput, nodeError } from '../output/errors/nodeErrors';
import { problemOf } from '../output/errors/problemOf';
import { toldAttempt } from '../transport/errors/told';
import { asProblem } from '../transport/secrecy/unexpected';
import { unforeseenOutcome } from '../transport/outcomeOf';
import type { Request } from '../transport/request';
import type { Plan } from './plan';
import type { ActionRun } from './actionRun';

/** How far an item had got when it failed. */
export type Reached =
	/** Its parameters were not read. */
	| { stage: 'plan' }
	/** Its request might have been sent. */
	| { stage: 'request'; plan: Plan }
	/** The records of its response were read. */
	| { stage: 'records'; plan: Plan; facts: RequestFacts };

/**
 * What a failed item comes to:
 *
 * - With "Continue", an item that tells the failure, also after Stop: n8n would pass on the input items instead of what is thrown.
 * - Of a tool that n8n would call again, although that could create a record twice: a note to the model.
 * - If it only failed because another item has ended the run: nothing. n8n shows the error of that one.
 * - Otherwise, it throws n8n's error, which ends the run.
 */
export function outputOfFailure(
	run: ActionRun,
	thrown: unknown,
	itemIndex: number,
	reached: Reached,
): INodeExecutionData[] {
	const node = run.context.getNode();
	const recipient = { audience: run.audience, itemIndex };
	const problem = correctable(foundProblem(thrown, reached), node);
	if (run.progress.continues) return [failedOutput(node, problem, recipient)];
	if (run.audience === 'model' && wouldCreateTwice(node, problem)) {
		const { error: note } = errorTexts(problem, recipient).item;
		return [{ json: { note }, pairedItem: { item: itemIndex } }];
	}
	if (problem.kind === 'ended') return [];
	run.halt.endRun();
	throw nodeError(node, withWritten(problem, run, reached), recipient);
}

/** What has failed. What nobody foresaw can quote what was sent, if there was a request. */
function foundProblem(thrown: unknown, reached: Reached): Problem {
	if (reached.stage === 'plan') return problemOf(thrown);
	const { request } = reached.plan;
	if (reached.stage === 'records') return afterSuccess(thrown, request, reached.facts);
	return requestProblem(thrown, request);
}

/** What a request came to that has failed. Of what nobody foresaw, it can have been sent. */
export function requestProblem(thrown: unknown, request: Request): Problem {
	if (thrown instanceof Problem) return thrown;
	const outcome = unforeseenOutcome(thrown, request);
	return toldAttempt(outcome, { request, outcomes: [outcome] });
}

/** What the service has done with a request whose response was read. */
const doneWith: Record<Effect, string> = {
	read: 'The service charged the request. A retry costs tokens again.',
	update: 'The service processed and charged the request. You can safely retry it.',
	create:
		'The service created the record and charged the request. Another execution would create one more.',
};

/** What fails after the records of a response were read, such as the `shape` of an operation. */
export function afterSuccess(error: unknown, request: Request, facts: RequestFacts): Problem {
	const { effect } = request.operation;
	const problem = asProblem(error, request);
	return problem.with({
		description: sentences(doneWith[effect], problem.description),
		forModel: problem.forModel && sentences(doneWith[effect], problem.forModel),
		inDoubt: effect === 'create',
		facts,
	});
}

/** A model can only correct what it has filled in. It would send any other value again, and get the same error. */
function correctable(problem: Problem, { parameters }: INode): Problem {
	const { parameter } = problem;
	const isFilled = parameter === undefined || modelFills(parameters, parameter);
	return isFilled ? problem : problem.with({ forModel: undefined });
}

/**
 * Whether n8n would call a tool again after a create that might have been processed. That could create the record twice,
 * because the tries of a tool that an agent calls have nothing in common. So the model is told, and the call does not fail.
 */
const wouldCreateTwice = ({ retryOnFail }: INode, { inDoubt }: Problem): boolean =>
	retryOnFail === true && inDoubt === true;

const done = { create: 'created', update: 'updated' };

/** Adds what was written before, because the failure returns no items that show it. */
function withWritten(
	problem: Problem,
	{ progress: { itemsDone } }: ActionRun,
	reached: Reached,
): Problem {
	// All items are planned before the first one is done.
	if (reached.stage === 'plan' || itemsDone === 0) return problem;
	const { effect } = reached.plan.operation;
	if (effect === 'read') return problem;
	const written = `Before that, the node ${done[effect]} records for ${count(itemsDone, 'item')}. n8n's 'Retry execution' would ${effect} them again.`;
	return problem.with({ description: sentences(problem.description, written) });
}
