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

let hosts = 0;

export interface HostOptions {
	parameters: IDataObject;
	credential: ICredentialDataDecryptedObject;
	/** n8n's durable cursors. */
	durable?: boolean;
}

/**
 * What n8n does with one published workflow that has the trigger in it: polls through n8n's own poll
 * context, and stores static data when n8n would (`active-workflow-triggers.js`,
 * `trigger-execution-context.factory.js` of 2.41).
 */
export class Host {
	/** What n8n's database holds for the node. */
	stored: IDataObject = {};
	/** Items of every execution that was started. */
	readonly executions: IDataObject[][] = [];
	/** What the node has warned of in n8n's log. */
	readonly warnings: string[] = [];
	parameters: IDataObject;
	credential: ICredentialDataDecryptedObject;
	budgetMs: number | undefined;
	private workflow!: Workflow;
	private readonly workflowId = `trigger-workflow-${++hosts}`;
	private readonly durable: boolean;

	constructor(
		private readonly loader: PackageDirectoryLoader,
		{ parameters, credential, durable = false }: HostOptions,
	) {
		this.parameters = parameters;
		this.credential = credential;
		this.durable = durable;
		this.load();
	}

	/** Publishes the workflow; a start of n8n does the same. */
	async activate(): Promise<IDataObject[] | null> {
		this.load();
		const items = await this.run('trigger', 'activate');
		// n8n saves static data once the workflow is active.
		if (!this.durable) this.save();
		return items;
	}

	/** One poll when its time has come. */
	async poll(): Promise<IDataObject[] | null> {
		return await this.run('trigger', this.durable ? 'update' : 'activate');
	}

	/** The button in the editor. */
	async test(): Promise<IDataObject[] | null> {
		return await this.run('manual', 'manual');
	}

	/** The process is gone, and a new one has begun: only what was stored is left. */
	restart(): void {
		this.load();
	}

	/** A copy of the static data that the running process has. */
	get inMemory(): IDataObject {
		return JSON.parse(JSON.stringify(this.staticData)) as IDataObject;
	}

	private get staticData(): IDataObject {
		return this.workflow.getStaticData('node', this.workflow.getNode('Agent Suite Trigger')!);
	}

	private save(): void {
		this.stored = this.inMemory;
	}

	private load(): void {
		const node: INode = {
			id: 'trigger-1',
			name: 'Agent Suite Trigger',
			type: 'n8n-nodes-agent-suite.agentSuiteTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: this.parameters as INode['parameters'],
			credentials: { agentSuiteApi: { id: '1', name: 'Test' } },
		};
		this.workflow = new Workflow({
			id: this.workflowId,
			name: 'Test',
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes: nodeTypesOf(this.loader),
			settings: { executionOrder: 'v1' },
			staticData: { 'node:Agent Suite Trigger': structuredClone(this.stored) },
		});
	}

	private async run(
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	): Promise<IDataObject[] | null> {
		const node = this.workflow.getNode('Agent Suite Trigger')!;
		const staged = structuredClone(this.stored);
		const context = new PollContext(
			this.workflow,
			node,
			additionalDataOf(new CredentialInMemory(this.loader, this.credential)),
			mode,
			activation,
			undefined,
			undefined,
			undefined,
			undefined,
			this.durable ? () => staged : undefined,
			this.budgetMs === undefined ? undefined : () => this.budgetMs as number,
		);
		// n8n has one logger for all: hosts that poll at the same time must not hear each other.
		const none = () => undefined;
		const warn = (message: string) => void this.warnings.push(message);
		const logger = { warn, debug: none, info: none, error: none };
		Object.defineProperty(context, 'logger', { value: logger });
		const type = this.workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const result = await type.poll!.call(context);
		const items = result === null ? null : result[0].map(({ json }) => json);
		if (mode === 'manual') return items;
		if (items) this.executions.push(items);
		if (this.durable) {
			// The result of an activation is only kept together with an execution.
			const dropped = items === null && activation === 'activate';
			if (!dropped) this.stored = structuredClone(staged);
		} else if (items) {
			this.save();
		}
		return items;
	}
}
