import type { IAllExecuteFunctions } from 'n8n-workflow';

import { processAccounts, type Accounts } from '../account/accounts';
import { Budget } from '../account/budget';
import { Halt } from './halt';
import { AccountsInRun } from './accountInRun';
import { RunUsage } from './runUsage';

/** What all requests of one run of a node share. */
export interface Run {
	readonly context: IAllExecuteFunctions;
	readonly usage: RunUsage;
	readonly halt: Halt;
	/** The tokens of the node in this execution, also in its other runs. */
	readonly budget: Budget;
	readonly accounts: Accounts;
	readonly ofAccounts: AccountsInRun;
	/** Counts records that cannot be read. Only a run of the action has it. */
	readonly warnings?: { skipped: number };
	/** How far it got after so many requests. Only a run of the action has it. */
	readonly progress?: { inWords(requests: number): string };
}

/** What a caller can give to a run. */
type OfRun = Partial<Pick<Run, 'usage' | 'budget' | 'halt' | 'accounts'>>;

/** A run of a node, a poll, or an editor that asks for a list. By default, nothing ends it early, and its budget is its own. */
export const newRun = <Context extends IAllExecuteFunctions>(
	context: Context,
	given: OfRun = {},
): Run & { context: Context } => ({
	context,
	usage: new RunUsage(),
	budget: new Budget(),
	halt: new Halt(),
	accounts: processAccounts,
	ofAccounts: new AccountsInRun(),
	...given,
});

/** How far the run got, in words. Empty if there is nothing to say. */
export const reached = ({ progress, usage }: Run): string =>
	progress?.inWords(usage.requests) ?? '';
