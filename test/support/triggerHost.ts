import { PollContext, type PackageDirectoryLoader } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { additionalDataOf, CredentialInMemory, nodeTypesOf } from './engine';
import { built } from './windows';

let hosts = 0;

/** The state of the triggers in the process. */
const triggers = () =>
	built<typeof import('../../nodes/AgentSuite/trigger/state')>('trigger/processState').triggers;

export interface HostOptions {
	parameters: IDataObject;
	credential: ICredentialDataDecryptedObject;
	/** n8n's durable cursors, the same as the mode "durable". */
	durable?: boolean;
	mode?: PollingMode;
}

/**
 * How n8n polls: with timers of the process, which keep the state in memory, with its scheduler, which loads the stored
 * state for each poll, or with its scheduler and durable cursors, which store the state of every poll.
 */
export type PollingMode = 'default' | 'scheduler' | 'durable';
export const pollingModes: PollingMode[] = ['default', 'scheduler', 'durable'];

/**
 * Does what n8n does with a published workflow with the trigger: polls through n8n's own poll context, and stores
 * static data at the same times as n8n (`active-workflow-triggers.js`,
 * `trigger-execution-context.factory.js` of 2.41).
 */
export class Host {
	/** The data of the node in n8n's database. */
	stored: IDataObject = {};
	/** Items of every execution that was started. */
	readonly executions: IDataObject[][] = [];
	/** Warnings of the node in n8n's log. */
	readonly warnings: string[] = [];
	/** Debug messages of the node in n8n's log. */
	readonly debugLines: string[] = [];
	parameters: IDataObject;
	credential: ICredentialDataDecryptedObject;
	credentialId = '1';
	/** The name of the node, which n8n stores its state by, unless cursors are durable. */
	name = 'Agent Suite Trigger';
	budgetMs: number | undefined;
	private workflow!: Workflow;
	/** n8n creates one when it activates a workflow, and uses it for all polls, unless cursors are durable. */
	private context: PollContext | undefined;
	private additionalData!: ReturnType<typeof additionalDataOf>;
	private readonly workflowId = `trigger-workflow-${++hosts}`;
	private readonly mode: PollingMode;
	private publications = 0;

	constructor(
		private readonly loader: PackageDirectoryLoader,
		{
			parameters,
			credential,
			durable = false,
			mode = durable ? 'durable' : 'default',
		}: HostOptions,
	) {
		this.parameters = parameters;
		this.credential = credential;
		this.mode = mode;
		this.load();
	}

	/** Publishes the workflow. A start of n8n does the same. */
	async activate(): Promise<IDataObject[] | null> {
		this.publications++;
		this.load();
		const items = await this.run('trigger', 'activate');
		// n8n saves static data once the workflow is active.
		if (this.mode !== 'durable') this.stored = this.inMemory;
		return items;
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

	/** Pretends that this time has passed since the last batch. */
	age(ms: number): void {
		const pending = triggers().get(this.key, Date.now())?.pendingCommit;
		if (pending) pending.at -= ms;
	}

	/** Simulates a new process, in which only the stored data is left. */
	restart(): void {
		triggers().delete(this.key);
		this.load();
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
		this.context = undefined;
		const node: INode = {
			id: 'trigger-1',
			name: this.name,
			type: 'n8n-nodes-agent-suite.agentSuiteTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: this.parameters as INode['parameters'],
			credentials: { agentSuiteApi: { id: this.credentialId, name: 'Test' } },
		};
		this.workflow = new Workflow({
			id: this.workflowId,
			name: 'Test',
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes: nodeTypesOf(this.loader),
			settings: { executionOrder: 'v1' },
			staticData: { [`node:${this.name}`]: structuredClone(this.stored) },
		});
	}

	private async run(
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	): Promise<IDataObject[] | null> {
		// Each poll of the scheduler has its own workflow, even if polls overlap.
		const { workflow, publications } = this;
		const node = workflow.getNode(this.name)!;
		// Each poll has its own copy, even if polls overlap.
		const staged = structuredClone(this.stored);
		const context = this.contextFor(node, mode, activation, staged);
		const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const result = await type.poll!.call(context);
		const items = result === null ? null : result[0].map(({ json }) => json);
		if (mode === 'manual') return items;
		// n8n: "Discarding in-flight poll result for superseded workflow".
		if (publications !== this.publications) return null;
		if (items) this.executions.push(items);
		if (this.mode === 'durable') {
			// The result of an activation is only kept together with an execution.
			const dropped = items === null && activation === 'activate';
			if (!dropped) this.stored = structuredClone(staged);
		} else if (items) {
			this.stored = this.stateIn(workflow);
		}
		return items;
	}

	private contextFor(
		node: INode,
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
		staged: IDataObject,
	): PollContext {
		const credentialsHelper = new CredentialInMemory(this.loader, this.credential);
		if (this.context && mode === 'trigger' && this.mode === 'default') {
			Object.assign(this.additionalData, { credentialsHelper });
			return this.context;
		}
		const additionalData = additionalDataOf(credentialsHelper);
		const context = new PollContext(
			this.workflow,
			node,
			additionalData,
			mode,
			activation,
			undefined,
			undefined,
			undefined,
			undefined,
			this.mode === 'durable' ? () => staged : undefined,
			() => this.budgetMs ?? 300_000,
		);
		// n8n has one logger for all, so parallel hosts must be told apart.
		const none = () => undefined;
		const warn = (message: string) => void this.warnings.push(message);
		const debug = (message: string) => {
			if (this.debugLines.push(message) > 1000) this.debugLines.length = 0;
		};
		const logger = { warn, debug, info: none, error: none };
		Object.defineProperty(context, 'logger', { value: logger });
		if (mode === 'trigger') [this.context, this.additionalData] = [context, additionalData];
		return context;
	}
}
