import type { IAllExecuteFunctions } from 'n8n-workflow';

import { Budget } from './pacing/budget';
import { Halt } from './pacing/halt';
import { Mutex } from './pacing/mutex';
import { RunUsage } from './pacing/runUsage';

/** What all requests of one run of a node share. */
export interface Run {
	context: IAllExecuteFunctions;
	usage: RunUsage;
	halt: Halt;
	/** The tokens of the node in this execution, also in its other runs. */
	budget: Budget;
	/** One request of an account at a time waits for the rate limit, so that each has all of its Max Wait. */
	accountQueue: Mutex;
	/** By account, how long a 429 has held up the run, ms. It counts for all requests in the queue. */
	throttledMs: Map<string, number>;
}

/** A run of a node, a poll, or an editor that asks for a list. By default, nothing ends it early, and its budget is its own. */
export function newRun<Context extends IAllExecuteFunctions>(
	context: Context,
	usage = new RunUsage(),
	budget = new Budget(),
	halt = new Halt(),
): Run & { context: Context } {
	return { context, usage, budget, halt, accountQueue: new Mutex(), throttledMs: new Map() };
}
