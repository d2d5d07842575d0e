/** Loads and runs the package with the engine of any n8n from 1.14 on. It handles the differences between versions. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inspect } from 'node:util';

import type * as Core from 'n8n-core';
import type * as N8nWorkflow from 'n8n-workflow';
import type {
	IConnections,
	ICredentialDataDecryptedObject,
	ICredentialsExpressionResolveValues,
	IDataObject,
	IExecuteData,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeIssues,
	INodeParameters,
	INodeType,
	INodeTypes,
	IPollFunctions,
	IRun,
	IRunExecutionData,
	ITaskData,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { readJson } from '../../playground/files';

import { everyRun, source, sourceType } from '../support/runDefaults';

export const packageName = 'n8n-nodes-agent-suite';

type PollContextOf = (
	workflow: Workflow,
	node: INode,
	additionalData: IWorkflowExecuteAdditionalData,
	mode: WorkflowExecuteMode,
	activation: WorkflowActivateMode,
) => IPollFunctions;

/** The exports of n8n-core. Optional ones only exist in some versions. */
type AnyCore = Pick<typeof Core, 'PackageDirectoryLoader' | 'WorkflowExecute'> &
	Partial<Pick<typeof Core, 'PollContext' | 'ExecutionLifecycleHooks'>> & {
		NodeExecuteFunctions?: { getExecutePollFunctions?: PollContextOf };
	};

type Hooks = IWorkflowExecuteAdditionalData['hooks'];

type AnyWorkflow = Pick<typeof N8nWorkflow, 'LoggerProxy' | 'NodeHelpers' | 'Workflow'> &
	Partial<Pick<typeof N8nWorkflow, 'createRunExecutionData'>> & {
		/** Until 1.8x, in n8n-workflow. */
		WorkflowHooks?: new (
			functions: object,
			mode: WorkflowExecuteMode,
			executionId: string,
			workflowData: IWorkflowBase,
		) => Hooks;
	};

export interface RunOptions {
	parameters: IDataObject;
	/** Input items. Default: one empty item. */
	items?: IDataObject[];
	credential: ICredentialDataDecryptedObject;
	/** Node settings such as `onError`, `retryOnFail`, `maxTries`. */
	settings?: Partial<INode>;
	/** Called with a function that presses n8n's Stop button. */
	onStart?: (stop: () => void) => void;
}

export interface RunResult {
	run: IRun;
	task: ITaskData | undefined;
	/** Output items. The second list is the error output. */
	outputs: INodeExecutionData[][];
	/** The `json` of the first output. */
	json: IDataObject[];
	error: (Error & { description?: string | null; httpCode?: string | null }) | undefined;
	/** Everything that n8n stores, shows, or logs of it, as text. */
	text: string;
}

/** The engine of one n8n version, with the package loaded by its own loader. */
export class Engine {
	/** The source text of the engine, to look up features. */
	private readonly sources: string;
	private readonly nodes = new Map<string, INodeType>();
	private credentialType!: N8nWorkflow.ICredentialType;
	private log = '';
	private executions = 0;
	/** Counts the triggers. Each activation uses a new one, so that checks do not share state. */
	private triggers = 0;

	private readonly core: AnyCore;
	private readonly n8n: AnyWorkflow;

	private constructor(private readonly folder: string) {
		const load = createRequire(join(folder, 'package.json'));
		// n8n's own program loads this first. n8n-core does not name it.
		const reflection = join(folder, 'node_modules', 'reflect-metadata');
		if (existsSync(reflection)) load(reflection);
		this.core = load('n8n-core') as AnyCore;
		this.n8n = load('n8n-workflow') as AnyWorkflow;
		const { dependencies } = this.manifest('n8n-core');
		this.sources = ['n8n-core', 'n8n-workflow', '@n8n/backend-network']
			.filter((name) => name === 'n8n-core' || name in dependencies)
			.map((name) => join(this.packageFolder(name), 'dist'))
			.flatMap((dist) =>
				readdirSync(dist, { recursive: true, encoding: 'utf8' })
					.filter((name) => name.endsWith('.js'))
					.map((name) => readFileSync(join(dist, name), 'utf8')),
			)
			.join('\n');
		const add = (...entry: unknown[]) => {
			this.log += `${inspect(entry, { depth: Infinity })}\n`;
		};
		const logger = { error: add, warn: add, info: add, debug: add };
		// Older versions have one more level.
		this.n8n.LoggerProxy.init(Object.assign(logger, { verbose: add }));
	}

	/**
	 * The engine that is installed in the folder, and the package that is unpacked into its node_modules.
	 * @throws when n8n-core has another version, or modules of another n8n were loaded
	 */
	static async load(folder: string, core: string): Promise<Engine> {
		const engine = new Engine(folder);
		await engine.loadPackage();
		assert.equal(engine.manifest('n8n-core').version, core, 'the version of n8n-core');
		for (const name of ['n8n-core', 'n8n-workflow']) {
			const own = realpathSync(engine.packageFolder(name));
			const inside = join('node_modules', name, 'dist');
			const loaded = Object.keys(require.cache).filter((file) => file.includes(inside));
			assert.ok(loaded.length > 0, `${name} is loaded`);
			assert.deepEqual(
				loaded.filter((file) => !file.startsWith(own)),
				[],
			);
		}
		return engine;
	}

	/** The path at which Node.js finds a package from the folder. */
	private packageFolder(name: string): string {
		const places = createRequire(join(this.folder, 'package.json')).resolve.paths(name) ?? [];
		const found = places.map((place) => join(place, name)).find((place) => existsSync(place));
		if (!found) throw new Error(`${name} is not installed for ${this.folder}`);
		return found;
	}

	private manifest(name: string) {
		const file = join(this.packageFolder(name), 'package.json');
		return readJson<{ version: string; dependencies: Record<string, string> }>(file);
	}

	/** Whether the version of n8n has a feature, by a text in its engine. */
	offers(text: string): boolean {
		return this.sources.includes(text);
	}

	private async loadPackage(): Promise<void> {
		const loader = new this.core.PackageDirectoryLoader(
			join(this.folder, 'node_modules', packageName),
		);
		await loader.loadAll();
		// Until 1.8x the names in here had the package before them.
		for (const [name, { type }] of Object.entries(loader.nodeTypes)) {
			this.nodes.set(name.split('.').at(-1)!, type as INodeType);
		}
		this.credentialType = loader.credentialTypes.agentSuiteApi?.type;
		if (!this.credentialType) throw new Error(`No credential was loaded: ${this.log}`);
	}

	node(name: string): INodeType {
		const type = this.nodes.get(name);
		if (!type) throw new Error(`The node ${name} was not loaded. ${this.log}`);
		return type;
	}

	/** What the editor marks red in a node with these parameters. */
	issues(name: string, parameters: IDataObject): string[] {
		const type = this.node(name);
		const { properties } = type.description;
		const node = { ...source, type: `${packageName}.${name}`, parameters } as INode;
		const { NodeHelpers } = this.n8n;
		const shown = NodeHelpers.getNodeParameters(
			properties,
			node.parameters,
			true,
			false,
			node,
			type.description,
		);
		const checked = { ...node, parameters: shown ?? {} };
		// Until 1.8x it had a different parameter in place of the description.
		const takesDescription = NodeHelpers.getNodeParametersIssues.length > 3;
		const find = NodeHelpers.getNodeParametersIssues as (...args: unknown[]) => INodeIssues | null;
		const found = find(properties, checked, takesDescription ? type.description : undefined);
		return Object.keys(found?.parameters ?? {});
	}

	private get nodeTypes(): INodeTypes {
		const typeOf = (name: string) =>
			name === source.type ? sourceType : this.node(name.split('.')[1]);
		return {
			getByName: typeOf,
			getByNameAndVersion: (name, version) =>
				this.n8n.NodeHelpers.getVersionedNodeType(typeOf(name), version),
			getKnownTypes: () => ({}),
		};
	}

	private additionalData(
		credential: ICredentialDataDecryptedObject,
		workflowData: IWorkflowBase,
	): IWorkflowExecuteAdditionalData {
		const executionId = `execution-${++this.executions}`;
		const { ExecutionLifecycleHooks } = this.core;
		const { NodeHelpers, WorkflowHooks } = this.n8n;
		const { authenticate, properties } = this.credentialType;
		return {
			// Keeps a credential in memory instead of n8n's database. Nothing else is replaced.
			credentialsHelper: {
				getParentTypes: () => [],
				isCredentialUsableByNode: () => true,
				preAuthentication: async () => undefined,
				runPreAuthentication: async () => undefined,
				updateCredentials: async () => {},
				getCredentialsProperties: () => properties,
				getDecrypted: async (
					_additionalData: unknown,
					_credential: unknown,
					_type: string,
					mode: WorkflowExecuteMode,
					executeData?: IExecuteData,
					_raw?: boolean,
					item?: ICredentialsExpressionResolveValues,
				) => {
					const { allowedHttpRequestDomains, allowedDomains } = credential;
					const data = {
						...NodeHelpers.getNodeParameters(
							properties,
							credential as never,
							true,
							false,
							null,
							null,
						),
						// Fields that newer versions add to every credential.
						...(allowedHttpRequestDomains !== undefined && {
							allowedHttpRequestDomains,
							allowedDomains,
						}),
					} as INodeParameters;
					if (!item) return data;
					// n8n resolves the expressions in a credential for one item.
					return item.workflow.expression.getParameterValue(
						data,
						item.runExecutionData,
						item.runIndex,
						item.itemIndex,
						item.node.name,
						item.connectionInputData,
						mode,
						{},
						executeData,
						false,
						data,
					);
				},
				authenticate: async (
					data: ICredentialDataDecryptedObject,
					_type: string,
					request: IHttpRequestOptions,
				) => {
					if (typeof authenticate !== 'function') throw new Error('The credential has a function');
					return await authenticate(data, request);
				},
			},
			executionId,
			hooks: ExecutionLifecycleHooks
				? new ExecutionLifecycleHooks('manual', executionId, workflowData)
				: WorkflowHooks && new WorkflowHooks({}, 'manual', executionId, workflowData),
			...everyRun,
		} as unknown as IWorkflowExecuteAdditionalData;
	}

	private workflow(
		nodes: INode[],
		connections: IConnections,
		staticData?: IDataObject,
	): { workflow: Workflow; workflowData: IWorkflowBase } {
		const settings = { executionOrder: 'v1' as const };
		const common = { id: 'workflow-1', name: 'Test', nodes, connections, settings };
		const workflow = new this.n8n.Workflow({
			...common,
			active: false,
			nodeTypes: this.nodeTypes,
			staticData,
		});
		const workflowData = {
			...common,
			active: false,
			isArchived: false,
			createdAt: new Date(),
			updatedAt: new Date(),
			activeVersionId: null,
		};
		return { workflow, workflowData };
	}

	/** Runs one Agent Suite node in the workflow engine of that version of n8n. */
	async run(options: RunOptions): Promise<RunResult> {
		this.log = '';
		const node: INode = {
			id: 'node-1',
			name: 'Agent Suite',
			type: `${packageName}.agentSuite`,
			typeVersion: 1,
			position: [0, 0],
			parameters: options.parameters as INode['parameters'],
			credentials: { agentSuiteApi: { id: '1', name: 'Test' } },
			...options.settings,
		};
		const { workflow, workflowData } = this.workflow([source, node], {
			[source.name]: { main: [[{ node: node.name, type: 'main', index: 0 }]] },
		});
		const input = [(options.items ?? [{}]).map((json, item) => ({ json, pairedItem: { item } }))];
		const start: IExecuteData = {
			node: workflow.getNode(node.name)!,
			data: { main: input },
			source: { main: [{ previousNode: source.name }] },
		};
		const sourceData: ITaskData = {
			startTime: 0,
			executionIndex: 0,
			executionTime: 0,
			source: [],
			data: { main: structuredClone(input) },
		};
		const begun = {
			startData: {},
			resultData: { runData: { [source.name]: [sourceData] } },
			executionData: {
				contextData: {},
				metadata: {},
				nodeExecutionStack: [start],
				waitingExecution: {},
				waitingExecutionSource: {},
			},
		};
		const runExecutionData =
			this.n8n.createRunExecutionData?.(begun) ?? (begun as unknown as IRunExecutionData);
		const additionalData = this.additionalData(options.credential, workflowData);
		const engine = new this.core.WorkflowExecute(additionalData, 'manual', runExecutionData);
		const running = engine.processRunExecutionData(workflow);
		options.onStart?.(() => running.cancel());
		const run = await running;
		const task = run.data.resultData.runData[node.name]?.at(-1);
		const outputs = (task?.data?.main ?? []).map((items) => items ?? []);
		const error = (task?.error ?? run.data.resultData.error) as RunResult['error'];
		const deep = { depth: Infinity, showHidden: true, maxStringLength: Infinity };
		return {
			run,
			task,
			outputs,
			json: (outputs[0] ?? []).map(({ json }) => json),
			error,
			text: [
				JSON.stringify(run),
				JSON.stringify({ ...error }),
				...[run, error].map((value) => inspect(value, deep)),
				this.log,
			].join('\n'),
		};
	}

	/**
	 * One poll of the trigger with the context of that version of n8n, on the static data of the previous poll.
	 * @returns the items or null, and the static data that n8n stores
	 */
	async poll(
		parameters: IDataObject,
		credential: ICredentialDataDecryptedObject,
		stored: IDataObject,
		mode: 'activation' | 'poll' | 'manual',
		/** Time limit of n8n for the poll, ms, in versions that have such a budget. */
		budgetMs?: number,
	): Promise<{ items: IDataObject[] | null; stored: IDataObject }> {
		const name = 'Agent Suite Trigger';
		const type = this.node('agentSuiteTrigger');
		if (mode === 'activation') this.triggers++;
		const node: INode = {
			id: `trigger-${this.triggers}`,
			name,
			type: `${packageName}.agentSuiteTrigger`,
			typeVersion: 1,
			position: [0, 0],
			parameters: parameters as INode['parameters'],
			credentials: { agentSuiteApi: { id: '1', name: 'Test' } },
		};
		const staticData = { [`node:${name}`]: structuredClone(stored) };
		const { workflow, workflowData } = this.workflow([node], {}, staticData);
		const additionalData = this.additionalData(credential, workflowData);
		const manual = mode === 'manual';
		const args = [
			workflow,
			workflow.getNode(name)!,
			additionalData,
			manual ? 'manual' : 'trigger',
			manual ? 'manual' : 'activate',
		] as const;
		const { NodeExecuteFunctions, PollContext } = this.core;
		const context = PollContext
			? new PollContext(
					...args,
					undefined,
					undefined,
					undefined,
					undefined,
					undefined,
					budgetMs === undefined ? undefined : () => budgetMs,
				)
			: NodeExecuteFunctions?.getExecutePollFunctions?.(...args);
		if (!context) throw new Error('This version of n8n has no context for polls');
		const result = await type.poll!.call(context);
		const kept = workflow.getStaticData('node', args[1]);
		return {
			items: result && result[0].map(({ json }) => json),
			stored: JSON.parse(JSON.stringify(kept)) as IDataObject,
		};
	}
}
