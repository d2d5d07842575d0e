import { AsyncLocalStorage } from 'node:async_hooks';

import type { PackageDirectoryLoader } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IWorkflowSettings,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { additionalDataOf, CredentialInMemory, nodeTypesOf } from './engine';
import {
	pollingOf,
	stage,
	takeStaged,
	type Lack,
	type Polling,
	type PollingMode,
	type Staged,
} from './pollContext';
import { reportEnd, type Done, type End, type Execution } from './triggerExecutions';
import { keptByTrigger } from './triggerProcess';

let hosts = 0;

interface HostOptions {
	parameters: IDataObject;
	credential: ICredentialDataDecryptedObject;
	mode?: PollingMode;
}

const tick = async () => await new Promise(setImmediate);
const jsonOf = (items: INodeExecutionData[][]) => items[0].map(({ json }) => json);

/**
 * Does what n8n does with a published workflow with the trigger: polls through n8n's own poll context, emits, stores
 * static data and cursors, and reports the ends of executions as n8n 2.41 does (`trigger-execution-context.factory.js`,
 * `poll-trigger-executor.js`, `poll-trigger-task-handler.js`, `active-executions.js`).
 */
export class Host {
	/** The data of the node in n8n's database. */
	stored: IDataObject = {};
	/** Every execution that was started with items. */
	readonly runs: Execution[] = [];
	/** How many were started without items, only to have the state stored. */
	emptyRuns = 0;
	/** How executions end. Undefined for one that stays in progress until the test settles it. */
	outcome: (items: IDataObject[]) => End | undefined = () => 'success';
	/** What this n8n lacks. */
	lacks: readonly Lack[] = [];
	/** Whether n8n calls every execution that has ended running, as 1.123.0 and 2.0 to 2.4 do. */
	callsAllRunning = false;
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
	/** What a poll has emitted. n8n would also start an execution without items. */
	private readonly emitted = new AsyncLocalStorage<IDataObject[][]>();

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
		keptByTrigger().delete(this.key);
		this.load();
	}

	/** What happens meanwhile in another main process, which shares only what is stored. */
	async elsewhere<Result>(work: () => Promise<Result>): Promise<Result> {
		const own = keptByTrigger().get(this.key);
		keptByTrigger().delete(this.key);
		try {
			return await work();
		} finally {
			if (own) keptByTrigger().set(this.key, own);
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
		const state = stage(this.stored);
		if (mode === 'manual') {
			const shown = await staged.run(state, poll);
			return shown && jsonOf(shown);
		}
		const emitted: IDataObject[][] = [];
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
		return emitted.length > 0 ? emitted.flat() : null;
	}

	/** With durable cursors, what n8n stores of the state of this poll. */
	private takeCursor(polls: AsyncLocalStorage<Staged>): Staged | null {
		return this.mode === 'durable' ? takeStaged(polls) : null;
	}

	private commitCursor(polls: AsyncLocalStorage<Staged>): void {
		const staged = this.takeCursor(polls);
		if (staged) this.stored = staged.committed;
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
		if (json.length > 0) this.emitted.getStore()?.push(json);
		const staged = this.takeCursor(polls);
		const cursor = staged?.committed;
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
		if (items.length === 0) this.emptyRuns++;
		const settle = async (end: End) => {
			if (process !== this.process || run.end !== undefined) return;
			run.end = end;
			reportEnd(end, done, this.callsAllRunning);
			await this.idle();
		};
		const run: Execution = { items, settle };
		if (items.length > 0) this.runs.push(run);
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
		const polling = pollingOf({
			workflow,
			node,
			additionalData,
			mode,
			activation,
			isDurable: this.mode === 'durable',
			budget: () => this.budgetMs ?? 300_000,
			lacks: this.lacks,
			emit: (polls, items, done) => this.emit(workflow, polls, items, done),
			warn: (message) => void this.warnings.push(message),
			debug: (message) => {
				if (this.debugLines.push(message) > 1000) this.debugLines.length = 0;
			},
		});
		if (mode === 'trigger') {
			this.polling = polling;
			this.additionalData = additionalData;
		}
		return polling;
	}
}
