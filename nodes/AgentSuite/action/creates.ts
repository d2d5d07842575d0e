/**
 * Creates that must not be sent a second time. n8n's Retry On Fail runs the whole node again for all items and keeps
 * nothing for it, so what was sent is remembered here.
 */

import type { IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../model/problem';
import { PerExecution } from '../transport/run/perExecution';
import type { Request } from '../transport/request';
import { requestRecords, type Result } from '../transport/send';
import type { ActionRun } from './actionRun';
import { isCalledByAgent } from './caller';
import { requestProblem } from './failures';

/**
 * What creates that were sent came to: a result, or a Problem if it is not known whether it was processed. By the run of the node, as in
 * a loop, and the item: "0 2". What an item evaluates to is no part of that, because it can differ from try to try.
 */
type SentCreates = Map<string, Result | Problem>;

/** Only in this process: if a worker ends after the request, another one that runs the execution again repeats it. */
const executions = new PerExecution<SentCreates>(() => new Map());

const UNPROTECTED =
	'n8n does not tell the node in which run of a loop it is, so Retry On Fail can create a record twice. Turn it off for this node.';

/** Counts the runs of the node in a loop. A try of Retry On Fail has the number of the first one. */
function runIndexOf(context: IExecuteFunctions): number | undefined {
	try {
		const runIndex: unknown = context.getWorkflowDataProxy(0).$runIndex;
		return typeof runIndex === 'number' ? runIndex : undefined;
	} catch {
		return undefined;
	}
}

/** What was sent for the node in this execution. Empty if its tries cannot be told from other requests. */
function sentBefore({ context, warnings }: ActionRun, runIndex: number | undefined): SentCreates {
	// An agent numbers the calls of each set of tools it builds from 0, so two of them look like two tries. Its tries have
	// different numbers, so there is nothing to remember.
	if (isCalledByAgent(context)) return new Map();
	if (runIndex === undefined) {
		// A later run of a loop would be taken for a try.
		if (context.getNode().retryOnFail) warnings.add(UNPROTECTED);
		return new Map();
	}
	return executions.of(context);
}

/**
 * Sends the create of an item, unless an earlier try has sent it. n8n drops the output of that try, so nothing else has
 * the result.
 * @throws {Problem} when nothing was created, or it is not known
 */
export async function createOnce(
	run: ActionRun,
	request: Request,
	itemIndex: number,
): Promise<Result> {
	const runIndex = runIndexOf(run.context);
	const key = `${runIndex} ${itemIndex}`;
	const earlier = sentBefore(run, runIndex).get(key);
	if (earlier instanceof Problem) throw earlier;
	if (earlier) {
		run.progress.createsNotRepeated++;
		return earlier;
	}
	// Asked for again, because a request can wait for longer than it is remembered.
	const remember = (end: Result | Problem) => sentBefore(run, runIndex).set(key, end);
	try {
		const result = await requestRecords(run, request);
		remember(result);
		return result;
	} catch (error) {
		const failure = requestProblem(error, request);
		if (failure.inDoubt) remember(failure);
		throw failure;
	}
}
