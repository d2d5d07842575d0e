import { AsyncLocalStorage } from 'node:async_hooks';

import type { PackageDirectoryLoader } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	IWorkflowSettings,
	Workflow,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { additionalDataOf, CredentialInMemory } from './engine';
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
import { copyOf, HostedWorkflow } from './hostedWorkflow';

/** How often n8n tries a poll that throws when it activates a workflow. */
const ACTIVATION_ATTEMPTS = 5;

interface HostOptions {
	parameters: IDataObject;
	credential: ICredentialDataDecryptedObject;
	mode?: PollingMode;
	/** The workflow that it is a further trigger of. Default: its own. */
	workflow?: HostedWorkflow;
}

const tick = async () => await new Promise(setImmediate);
const jsonOf = (items: INodeExecutionData[][]) => items[0].map(({ json }) => json);

/**
 * Does what n8n does with a published workflow with the trigger: polls through n8n's own poll context, emits, stores
 * static data and cursors, and reports the ends of executions as n8n 2.41 does (`trigger-execution-context.factory.js`,
 * `poll-trigger-executor.js`, `poll-trigger-task-handler.js`, `active-executions.js`).
 */
export class Host {
	/** Every execution that was started with items. */
	readonly runs: Execution[] = [];
	/** Number of executions without items, which n8n starts too. No node behind the trigger runs. */
	emptyRuns = 0;
	/** How executions end. Undefined for one that stays in progress until the test settles it. */
	outcome: (items: IDataObject[]) => End | undefined = () => 'success';
	/** What this n8n lacks. */
	lacks: readonly Lack[] = [];
	/** Whether n8n calls every execution that has ended running, as 1.123.0 and 2.0 to 2.4 do. */
	callsAllRunning = false;
	readonly warnings: string[] = [];
	readonly infoLines: string[] = [];
	readonly debugLines: string[] = [];
	parameters: IDataObject;
	credential: ICredentialDataDecryptedObject;
	credentialId = '1';
	/** The name of the node, which n8n stores its state by, unless cursors are durable. */
	name: string;
	/** *Execute Once* in the settings of the node: n8n passes one item of an emission on. */
	executeOnce = false;
	/** *Always Output Data* in the settings of the node. */
	alwaysOutputData = false;
	/** What a Code node behind the trigger writes to the workflow's static data, in each execution. */
	codeNode: ((global: IDataObject) => void) | undefined;
	budgetMs: number | undefined;
	settings: IWorkflowSettings = {};
	/** What the other process has kept (`takeTurns`). */
	private keptElsewhere: ReturnType<ReturnType<typeof keptByTrigger>['get']>;
	private readonly hosted: HostedWorkflow;
	private readonly id: string;
	/** n8n creates one when it activates a workflow, and uses it for all polls, unless its scheduler polls. */
	private polling: Polling | undefined;
	private additionalData!: ReturnType<typeof additionalDataOf>;
	private readonly mode: PollingMode;
	/** Whether n8n has given up to activate it, until somebody publishes it again. */
	isGivenUp = false;
	/** Emissions that n8n still handles. */
	private handling = 0;
	/** What a poll has emitted. n8n would also start an execution without items. */
	private readonly emitted = new AsyncLocalStorage<IDataObject[][]>();

	constructor(
		private readonly loader: PackageDirectoryLoader,
		{ parameters, credential, mode = 'default', workflow = new HostedWorkflow() }: HostOptions,
	) {
		this.parameters = parameters;
		this.credential = credential;
		this.mode = mode;
		this.hosted = workflow;
		const number = workflow.triggers.push(this);
		this.id = `trigger-${number}`;
		this.name = number === 1 ? 'Agent Suite Trigger' : `Agent Suite Trigger${number}`;
		this.load();
	}

	/** Adds another trigger to the same workflow. */
	beside(parameters: IDataObject): Host {
		const { loader, credential, mode, hosted } = this;
		return new Host(loader, { parameters, credential, mode, workflow: hosted });
	}

	/** A person publishes the workflow, with all its triggers. */
	async activate(): Promise<IDataObject[] | null> {
		this.hosted.publications++;
		this.hosted.isPublished = true;
		this.load();
		return await this.eachTrigger(async (trigger) => {
			trigger.isGivenUp = false;
			return await trigger.run('trigger', 'activate');
		});
	}

	/**
	 * n8n starts, or becomes the leader of several, and knows only what is stored. Its own timers begin with a poll. If that
	 * throws, it tries again, and then gives up for good. The scheduler's jobs are stored, so with them n8n does not poll.
	 */
	async start(activation: 'init' | 'leadershipChange' = 'init'): Promise<IDataObject[] | null> {
		this.restart();
		if (this.mode !== 'default') return null;
		return await this.eachTrigger(async (trigger) => {
			if (trigger.isGivenUp) return null;
			for (let attempt = 0; attempt < ACTIVATION_ATTEMPTS; attempt++) {
				trigger.polling = undefined;
				const polled = await trigger.run('trigger', activation).then(
					(items) => ({ items }),
					() => undefined,
				);
				if (polled) return polled.items;
			}
			trigger.isGivenUp = true;
			return null;
		});
	}

	/** Polls all triggers of the workflow, which n8n activates. @returns the items of this one */
	private async eachTrigger(
		poll: (trigger: Host) => Promise<IDataObject[] | null>,
	): Promise<IDataObject[] | null> {
		let own: IDataObject[] | null = null;
		for (const trigger of this.hosted.triggers) {
			const items = await poll(trigger as Host);
			if (trigger === this) own = items;
		}
		// n8n saves static data once the workflow is active.
		if (this.mode !== 'durable') this.hosted.saveChanges(this.hosted.workflow);
		return own;
	}

	/** Unpublishes the workflow. Executions go on. */
	deactivate(): void {
		this.hosted.publications++;
		this.hosted.isPublished = false;
	}

	/** One scheduled poll. */
	async poll(): Promise<IDataObject[] | null> {
		if (this.isGivenUp) return null;
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
		this.hosted.process++;
		for (const trigger of this.hosted.triggers as Host[]) trigger.forget();
		this.load();
	}

	private forget(): void {
		this.handling = 0;
		for (const run of this.running) run.end = 'crashed';
		keptByTrigger().delete(this.key);
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

	/** From now on, the other one of two main processes polls, which has kept what it has compared itself. */
	takeTurns(): void {
		const kept = keptByTrigger();
		const own = kept.get(this.key);
		kept.delete(this.key);
		if (this.keptElsewhere) kept.set(this.key, this.keptElsewhere);
		this.keptElsewhere = own;
	}

	private get key(): string {
		return `${this.hosted.id}:${this.id}`;
	}

	/** The data of the node in n8n's database. */
	get stored(): IDataObject {
		const { staticData, cursors } = this.hosted;
		const stored = this.mode === 'durable' ? cursors[this.id] : staticData[`node:${this.name}`];
		return (stored ?? {}) as IDataObject;
	}

	set stored(state: IDataObject) {
		if (this.mode === 'durable') this.hosted.cursors[this.id] = state;
		else this.hosted.staticData[`node:${this.name}`] = state;
	}

	/** The workflow's static data in n8n's database that a Code node writes. */
	get global(): IDataObject {
		return (this.hosted.staticData.global ?? {}) as IDataObject;
	}

	/** What n8n has written to its database for the workflow, bytes. */
	get savedBytes(): number {
		return this.hosted.savedBytes;
	}

	/** A copy of the static data in the running process. */
	get inMemory(): IDataObject {
		const { workflow } = this.hosted;
		return copyOf(workflow.getStaticData('node', workflow.getNode(this.name)!));
	}

	/** The node as n8n has published it. */
	get node(): INode {
		return {
			id: this.id,
			name: this.name,
			type: 'n8n-nodes-agent-suite.agentSuiteTrigger',
			typeVersion: 1,
			position: [0, 0],
			...(this.executeOnce && { executeOnce: true }),
			...(this.alwaysOutputData && { alwaysOutputData: true }),
			// Tests poll without waiting for the minimum interval.
			parameters: { minInterval: 0, ...this.parameters } as INode['parameters'],
			credentials: { agentSuiteApi: { id: this.credentialId, name: 'Test' } },
		};
	}

	/** Loads the published workflow with the stored data. */
	private load(): void {
		for (const trigger of this.hosted.triggers as Host[]) trigger.polling = undefined;
		this.hosted.load(this.loader, this.settings);
	}

	private async run(
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	): Promise<IDataObject[] | null> {
		// Each poll of the scheduler has its own workflow, even if polls overlap.
		const { workflow, publications, process } = this.hosted;
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
					if (publications !== this.hosted.publications || process !== this.hosted.process) return;
					if (result) this.emit(workflow, staged, result);
					// The result of an activation is only kept together with an execution.
					else if (activation === 'update') this.commitCursor(staged);
				});
			})
			.finally(async () => {
				state.isOver = true;
				// Also what a poll has started before it throws.
				await this.idle();
			});
		const items = emitted.flat();
		return items.length > 0 ? items : null;
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
		const { hosted } = this;
		const { process } = hosted;
		const json = jsonOf(items).slice(0, this.executeOnce ? 1 : undefined);
		if (json.length > 0) this.emitted.getStore()?.push(json);
		const staged = this.takeCursor(polls);
		const cursor = staged?.committed;
		const isLate = staged?.isOver;
		if (this.mode !== 'durable') hosted.saveChanges(workflow);
		this.handling++;
		const started = tick().then((): Execution | undefined => {
			if (process !== hosted.process) return undefined;
			if (!hosted.isPublished) throw new Error('Published version not found for workflow');
			// The poll no longer holds its lease, so it can change nothing.
			if (isLate) return undefined;
			// One transaction.
			if (cursor) this.stored = cursor;
			return this.execution(json, done);
		});
		started
			.then((run) => {
				if (process !== hosted.process) return;
				if (run === undefined) return void done?.resolve(undefined);
				const end = run.items.length > 0 ? this.outcome(run.items) : 'success';
				if (end) void run.settle(end);
			})
			.catch((error: Error) => done?.reject(error))
			.finally(() => {
				if (process === hosted.process) this.handling--;
			});
	}

	private execution(items: IDataObject[], done?: Done): Execution {
		const { process } = this.hosted;
		const saveCodeNode = this.codeNode && this.hosted.startExecution(this.codeNode);
		const settle = async (end: End) => {
			if (process !== this.hosted.process || run.end !== undefined) return;
			run.end = end;
			saveCodeNode?.();
			reportEnd(end, done, this.callsAllRunning);
			await this.idle();
		};
		const run: Execution = { items, settle };
		if (items.length > 0) this.runs.push(run);
		else this.emptyRuns++;
		return run;
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
		const { workflow } = this.hosted;
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
			info: (message) => void this.infoLines.push(message),
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
