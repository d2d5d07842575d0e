import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';

import { PollContext, type PackageDirectoryLoader } from 'n8n-core';
import {
	ManualExecutionCancelledError,
	SystemShutdownExecutionCancelledError,
	TimeoutExecutionCancelledError,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IPollFunctions,
	type IRun,
	type IWorkflowSettings,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { additionalDataOf, CredentialInMemory, nodeTypesOf } from './engine';
import { built } from './built';

let hosts = 0;

/** The state of the triggers in the process. */
const triggers = () =>
	built<typeof import('../../nodes/AgentSuite/trigger/process')>('trigger/process').triggers;

const sharedLists = () =>
	built<typeof import('../../nodes/AgentSuite/trigger/sharedLists')>('trigger/sharedLists')
		.sharedLists;

/** Forgets what other triggers of the account have read. */
export const forgetSharedLists = (): void => sharedLists().clear();

/** Number of lists in memory that triggers of an account share. */
export const sharedListsInMemory = (): number => sharedLists().size;

/** The time that has passed in addition to the real one, ms. */
let passed = 0;
let realTime: (() => number) | undefined;

/** Lets time pass for retries and intervals until the end of the test file. */
export function passTime(ms: number): void {
	const { steadyClock } =
		built<typeof import('../../nodes/AgentSuite/transport/pacing/clock')>('transport/pacing/clock');
	const now = (realTime ??= steadyClock.now);
	passed += ms;
	steadyClock.now = () => now() + passed;
}

/** How an execution ends. 'lost': n8n could not store it. 'unknown': an error of a future n8n. 'never': not reported. */
export type End =
	| 'success'
	| 'waiting'
	| 'error'
	| 'crashed'
	| 'stopped'
	| 'timeout'
	| 'shutdown'
	| 'lost'
	| 'unknown'
	| 'never';

export interface Execution {
	items: IDataObject[];
	/** Undefined while it is in progress. */
	end?: End;
	/** Ends it. n8n reports that to the trigger. */
	settle(end: End): Promise<void>;
}

type Done = Parameters<IPollFunctions['__emit']>[2];

interface HostOptions {
	parameters: IDataObject;
	credential: ICredentialDataDecryptedObject;
	mode?: PollingMode;
}

/**
 * How n8n polls: with timers of the process, which keep the state in memory, with its scheduler, which loads the stored
 * state for each poll, or with its scheduler and durable cursors, which store the state of every poll.
 */
export type PollingMode = 'default' | 'scheduler' | 'durable';
export const pollingModes: PollingMode[] = ['default', 'scheduler', 'durable'];

const tick = async () => await new Promise(setImmediate);
const jsonOf = (items: INodeExecutionData[][]) => items[0].map(({ json }) => json);

/** What n8n stages of the state of a poll, with durable cursors. It can be read and committed until the poll is over. */
interface Staged {
	snapshot: IDataObject;
	seed: IDataObject;
	isOver: boolean;
}

/** A context that n8n made, and the polls that run in it. Only they can read the state. */
interface Polling {
	context: PollContext;
	staged: AsyncLocalStorage<Staged>;
}

/**
 * Does what n8n does with a published workflow with the trigger: polls through n8n's own poll context, emits, stores
 * static data and cursors, and reports the ends of executions as n8n 2.41 does (`trigger-execution-context.factory.js`,
 * `poll-trigger-executor.js`, `poll-trigger-task-handler.js`, `active-executions.js`).
 */
export class Host {
	/** The data of the node in n8n's database. */
	stored: IDataObject = {};
	/** Every execution that was started. */
	readonly runs: Execution[] = [];
	/** How executions end. Undefined for one that stays in progress until the test settles it. */
	outcome: (items: IDataObject[]) => End | undefined = () => 'success';
	/** Whether n8n has the promise of emissions. */
	hasEmit = true;
	/** Whether n8n's helpers make promises. */
	hasDeferred = true;
	readonly warnings: string[] = [];
	readonly debugLines: string[] = [];
	parameters: IDataObject;
	credential: ICredentialDataDecryptedObject;
	credentialId = '1';
	/** The name of the node, which n8n stores its state by, unless cursors are durable. */
	name = 'Agent Suite Trigger';
	budgetMs: number | undefined;
	settings: IWorkflowSettings = {};
	private workflow!: Workflow;
	/** n8n creates one when it activates a workflow, and uses it for all polls, unless cursors are durable. */
	private polling: Polling | undefined;
	private additionalData!: ReturnType<typeof additionalDataOf>;
	private readonly workflowId = `trigger-workflow-${++hosts}`;
	private readonly mode: PollingMode;
	private publications = 0;
	private isPublished = false;
	/** What ended with an earlier process. */
	private process = 0;
	/** Emissions that n8n still handles. */
	private handling = 0;
	/** The items that a poll has emitted. */
	private readonly emitted = new AsyncLocalStorage<IDataObject[]>();

	constructor(
		private readonly loader: PackageDirectoryLoader,
		{ parameters, credential, mode = 'default' }: HostOptions,
	) {
		this.parameters = parameters;
		this.credential = credential;
		this.mode = mode;
		this.load();
	}

	/** Publishes the workflow. A start of n8n does the same. */
	async activate(): Promise<IDataObject[] | null> {
		this.publications++;
		this.isPublished = true;
		this.load();
		const items = await this.run('trigger', 'activate');
		// n8n saves static data once the workflow is active.
		if (this.mode !== 'durable') this.stored = this.inMemory;
		return items;
	}

	/** Unpublishes the workflow. Executions go on. */
	deactivate(): void {
		this.publications++;
		this.isPublished = false;
	}

	/** One scheduled poll. */
	async poll(): Promise<IDataObject[] | null> {
		if (this.mode === 'scheduler') this.load();
		return await this.run('trigger', this.mode === 'default' ? 'activate' : 'update');
	}

	/** A manual run in the editor. */
	async test(): Promise<IDataObject[] | null> {
		return await this.run('manual', 'manual');
	}

	get executions(): IDataObject[][] {
		return this.runs.map(({ items }) => items);
	}

	get running(): Execution[] {
		return this.runs.filter(({ end }) => end === undefined);
	}

	/** Waits until n8n has handled everything that was emitted. */
	async idle(): Promise<void> {
		for (let calm = 0; calm < 3; calm = this.handling > 0 ? 0 : calm + 1) await tick();
	}

	/** Simulates a new process, in which only the stored data is left. Executions are gone with the earlier one. */
	restart(): void {
		this.process++;
		this.handling = 0;
		for (const run of this.running) run.end = 'crashed';
		triggers().delete(this.key);
		this.load();
	}

	/** What happens meanwhile in another main process, which shares only what is stored. */
	async elsewhere<Result>(work: () => Promise<Result>): Promise<Result> {
		const own = triggers().get(this.key);
		triggers().delete(this.key);
		try {
			return await work();
		} finally {
			if (own) triggers().set(this.key, own);
		}
	}

	private get key(): string {
		return `${this.workflowId}:trigger-1`;
	}

	/** A copy of the static data in the running process. */
	get inMemory(): IDataObject {
		return this.stateIn(this.workflow);
	}

	private stateIn(workflow: Workflow): IDataObject {
		const state = workflow.getStaticData('node', workflow.getNode(this.name)!);
		return JSON.parse(JSON.stringify(state)) as IDataObject;
	}

	private load(): void {
		this.polling = undefined;
		const node: INode = {
			id: 'trigger-1',
			name: this.name,
			type: 'n8n-nodes-agent-suite.agentSuiteTrigger',
			typeVersion: 1,
			position: [0, 0],
			// Tests poll without waiting for the minimum interval.
			parameters: { minInterval: 0, ...this.parameters } as INode['parameters'],
			credentials: { agentSuiteApi: { id: this.credentialId, name: 'Test' } },
		};
		this.workflow = new Workflow({
			id: this.workflowId,
			name: 'Test',
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes: nodeTypesOf(this.loader),
			settings: { executionOrder: 'v1', ...this.settings },
			staticData: { [`node:${this.name}`]: structuredClone(this.stored) },
		});
	}

	private async run(
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	): Promise<IDataObject[] | null> {
		// Each poll of the scheduler has its own workflow, even if polls overlap.
		const { workflow, publications, process } = this;
		const node = workflow.getNode(this.name)!;
		const { context, staged } = this.pollingFor(node, mode, activation);
		const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const poll = async () => await type.poll!.call(context);
		// Each poll has its own copy of the cursor, even if polls overlap.
		const [snapshot, seed] = [structuredClone(this.stored), structuredClone(this.stored)];
		const state: Staged = { snapshot, seed, isOver: false };
		if (mode === 'manual') {
			const shown = await staged.run(state, poll);
			return shown && jsonOf(shown);
		}
		const emitted: IDataObject[] = [];
		await staged
			.run(state, async () => {
				await this.emitted.run(emitted, async () => {
					const result = await poll();
					// n8n: "Discarding in-flight poll result for superseded workflow".
					if (publications !== this.publications || process !== this.process) return;
					if (result) this.emit(workflow, staged, result);
					// The result of an activation is only kept together with an execution.
					else if (activation !== 'activate' || this.mode !== 'durable') this.commitCursor(staged);
				});
			})
			.finally(() => {
				state.isOver = true;
			});
		await this.idle();
		return emitted.length > 0 ? emitted : null;
	}

	/** What n8n stores of the state of this poll, if it has changed since it was last stored. */
	private takeStaged(polls: AsyncLocalStorage<Staged>): Staged | null {
		const staged = this.mode === 'durable' ? polls.getStore() : undefined;
		if (!staged) return null;
		// Jest gives the node's own objects other prototypes.
		const snapshot = structuredClone(staged.snapshot);
		if (isDeepStrictEqual(snapshot, structuredClone(staged.seed))) return null;
		staged.seed = snapshot;
		return staged;
	}

	private commitCursor(polls: AsyncLocalStorage<Staged>): void {
		const staged = this.takeStaged(polls);
		if (staged) this.stored = staged.seed;
	}

	/** n8n's `__emit`, for the workflow of a context. */
	private emit(
		workflow: Workflow,
		polls: AsyncLocalStorage<Staged>,
		items: INodeExecutionData[][],
		done?: Done,
	): void {
		const { process } = this;
		const json = jsonOf(items);
		this.emitted.getStore()?.push(...json);
		const staged = this.takeStaged(polls);
		const cursor = staged?.seed;
		const isLate = staged?.isOver;
		if (this.mode !== 'durable') this.saveStaticData(workflow);
		this.handling++;
		const started = tick().then((): Execution | undefined => {
			if (process !== this.process) return undefined;
			if (!this.isPublished) throw new Error('Published version not found for workflow');
			// The poll no longer holds its lease, so it can change nothing.
			if (isLate) return undefined;
			// One transaction.
			if (cursor) this.stored = cursor;
			return this.execution(json, done);
		});
		started
			.then((run) => {
				if (process !== this.process) return;
				if (run === undefined) return void done?.resolve(undefined);
				const end = this.outcome(run.items);
				if (end) void run.settle(end);
			})
			.catch((error: Error) => done?.reject(error))
			.finally(() => {
				if (process === this.process) this.handling--;
			});
	}

	private execution(items: IDataObject[], done?: Done): Execution {
		const { process } = this;
		const settle = async (end: End) => {
			if (process !== this.process || run.end !== undefined) return;
			run.end = end;
			const rejections: Partial<Record<End, Error>> = {
				stopped: new ManualExecutionCancelledError('1'),
				timeout: new TimeoutExecutionCancelledError('1'),
				shutdown: new SystemShutdownExecutionCancelledError('1'),
				unknown: new Error('Something new'),
			};
			const rejection = rejections[end];
			if (rejection) done?.reject(rejection);
			else if (end === 'lost') done?.resolve(undefined);
			else if (end !== 'never') done?.resolve({ status: end } as IRun);
			await this.idle();
		};
		const run: Execution = { items, settle };
		this.runs.push(run);
		return run;
	}

	/** n8n saves all static data of the workflow, if it has changed, and does not wait for that. */
	private saveStaticData(workflow: Workflow): void {
		const { staticData } = workflow as unknown as { staticData: { __dataChanged?: boolean } };
		if (staticData.__dataChanged !== true) return;
		this.stored = this.stateIn(workflow);
		staticData.__dataChanged = false;
	}

	private pollingFor(
		node: INode,
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	): Polling {
		const credentialsHelper = new CredentialInMemory(this.loader, this.credential);
		if (this.polling && mode === 'trigger' && this.mode === 'default') {
			Object.assign(this.additionalData, { credentialsHelper });
			return this.polling;
		}
		const { workflow } = this;
		const additionalData = additionalDataOf(credentialsHelper);
		const polls = new AsyncLocalStorage<Staged>();
		const nodeStaticData = () => {
			const staged = polls.getStore();
			if (!staged) throw new Error('Poll node read its static data outside of a poll');
			return this.mode === 'durable' ? staged.snapshot : workflow.getStaticData('node', node);
		};
		const context = new PollContext(
			workflow,
			node,
			additionalData,
			mode,
			activation,
			mode === 'manual'
				? undefined
				: (items, _response, done) => this.emit(workflow, polls, items, done),
			undefined,
			undefined,
			undefined,
			nodeStaticData,
			() => this.budgetMs ?? 300_000,
		);
		if (!this.hasDeferred) Object.assign(context.helpers, { createDeferredPromise: undefined });
		if (!this.hasEmit) Object.defineProperty(context, '__emit', { value: undefined });
		// n8n has one logger for all, so parallel hosts must be told apart.
		const none = () => undefined;
		const warn = (message: string) => void this.warnings.push(message);
		const debug = (message: string) => {
			if (this.debugLines.push(message) > 1000) this.debugLines.length = 0;
		};
		const logger = { warn, debug, info: none, error: none };
		Object.defineProperty(context, 'logger', { value: logger });
		const polling = { context, staged: polls };
		if (mode === 'trigger') {
			this.polling = polling;
			this.additionalData = additionalData;
		}
		return polling;
	}
}
