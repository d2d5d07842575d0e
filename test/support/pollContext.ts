/** n8n's own context of a poll, and what of the state n8n lets it see. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';

import { PollContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	Workflow,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import type { additionalDataOf } from './engine';
import type { Done } from './triggerExecutions';

/**
 * How n8n polls: with timers of the process, which keep the state in memory, with its scheduler, which loads the stored
 * state for each poll, or with its scheduler and durable cursors, which store the state of every poll.
 */
export type PollingMode = 'default' | 'scheduler' | 'durable';
export const pollingModes: PollingMode[] = ['default', 'scheduler', 'durable'];
/** Those that differ in what n8n stores. The scheduler alone differs in activations and in several triggers of a workflow. */
export const storingModes: PollingMode[] = ['default', 'durable'];

/**
 * What n8n can lack: a method of its context, `createDeferredPromise` of its helpers, or what replaces its own `__emit`, which
 * throws.
 */
export type Lack =
	'__emit' | 'getPollBudgetMs' | 'getWorkflowSettings' | 'createDeferredPromise' | 'emission';
const methods = ['__emit', 'getPollBudgetMs', 'getWorkflowSettings'] as const;

/** What n8n stages of the state of a poll, with durable cursors. It can be read and committed until the poll is over. */
export interface Staged {
	snapshot: IDataObject;
	/** What was last stored of it. */
	committed: IDataObject;
	isOver: boolean;
}

/** A context that n8n made, and the polls that run in it. Only they can read the state. */
export interface Polling {
	context: PollContext;
	staged: AsyncLocalStorage<Staged>;
}

/** The state that a poll begins with. Each has its own copy, even if polls overlap. */
export const stage = (stored: IDataObject): Staged => ({
	snapshot: structuredClone(stored),
	committed: structuredClone(stored),
	isOver: false,
});

/** What n8n stores of the state of this poll, if it has changed since it was last stored. */
export function takeStaged(polls: AsyncLocalStorage<Staged>): Staged | null {
	const staged = polls.getStore();
	if (!staged) return null;
	// Jest gives the node's own objects other prototypes.
	const snapshot = structuredClone(staged.snapshot);
	if (isDeepStrictEqual(snapshot, structuredClone(staged.committed))) return null;
	staged.committed = snapshot;
	return staged;
}

interface PollingOptions {
	workflow: Workflow;
	node: INode;
	additionalData: ReturnType<typeof additionalDataOf>;
	mode: WorkflowExecuteMode;
	activation: WorkflowActivateMode;
	/** Whether cursors are durable, so that a poll sees the staged state. */
	isDurable: boolean;
	/** Time that a poll has, ms. */
	budget(): number;
	lacks: readonly Lack[];
	emit(polls: AsyncLocalStorage<Staged>, items: INodeExecutionData[][], done: Done): void;
	warn(message: string): void;
	info(message: string): void;
	debug(message: string): void;
}

/** Makes the context in which polls run. */
export function pollingOf({
	workflow,
	node,
	additionalData,
	mode,
	activation,
	...options
}: PollingOptions): Polling {
	const polls = new AsyncLocalStorage<Staged>();
	const nodeStaticData = () => {
		const staged = polls.getStore();
		if (!staged) throw new Error('Poll node read its static data outside of a poll');
		return options.isDurable ? staged.snapshot : workflow.getStaticData('node', node);
	};
	const { lacks } = options;
	const context = new PollContext(
		workflow,
		node,
		additionalData,
		mode,
		activation,
		mode === 'manual' || lacks.includes('emission')
			? undefined
			: (items, _response, done) => options.emit(polls, items, done),
		undefined,
		undefined,
		undefined,
		nodeStaticData,
		() => options.budget(),
	);
	if (lacks.includes('createDeferredPromise'))
		Object.assign(context.helpers, { createDeferredPromise: undefined });
	for (const name of methods.filter((method) => lacks.includes(method)))
		Object.defineProperty(context, name, { value: undefined });
	// n8n has one logger for all, so parallel hosts must be told apart.
	const { warn, info, debug } = options;
	const logger = { warn, info, debug, error: () => undefined };
	Object.defineProperty(context, 'logger', { value: logger });
	return { context, staged: polls };
}
