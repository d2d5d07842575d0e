import { join } from 'node:path';

import {
	ExecutionLifecycleHooks,
	getAdditionalKeys,
	PackageDirectoryLoader,
	WorkflowExecute,
} from 'n8n-core';
import {
	createRunExecutionData,
	ICredentialsHelper,
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type IConnections,
	type IDataObject,
	type IExecuteData,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRequestOptionsSimplified,
	type IRun,
	type ITaskData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

/** The package, loaded from its build output by n8n's own loader. */
export async function loadPackage(): Promise<PackageDirectoryLoader> {
	const loader = new PackageDirectoryLoader(join(__dirname, '../..'));
	await loader.loadAll();
	return loader;
}

/** The source of the input items, where n8n looks up the input fields of a failed item. */
export const source: INode = {
	id: 'node-0',
	name: 'Input',
	type: 'test.input',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
export const sourceType = {
	description: { name: 'input', version: 1, inputs: [], outputs: ['main'], properties: [] },
} as unknown as INodeType;

/** Keeps a credential in memory instead of n8n's database. Nothing else is replaced. */
export class CredentialInMemory extends ICredentialsHelper {
	constructor(
		private readonly loader: PackageDirectoryLoader,
		private readonly data: ICredentialDataDecryptedObject | undefined,
	) {
		super();
	}

	getParentTypes = () => [];
	isCredentialUsableByNode = () => true;
	preAuthentication = async () => undefined;
	runPreAuthentication = async () => undefined;
	updateCredentials = async () => {};
	updateCredentialsOauthTokenData = async () => {};

	getCredentials(): Promise<ICredentials> {
		throw new Error('Not used by a node');
	}

	getCredentialsProperties(type: string) {
		return this.loader.getCredential(type).type.properties;
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		_credential: unknown,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		item?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		if (this.data === undefined) throw new Error('Credential with ID "1" does not exist');
		const properties = this.getCredentialsProperties(type);
		const { allowedHttpRequestDomains, allowedDomains } = this.data;
		const data = {
			...NodeHelpers.getNodeParameters(properties, this.data as never, true, false, null, null),
			...(allowedHttpRequestDomains !== undefined && { allowedHttpRequestDomains, allowedDomains }),
		} as INodeParameters;
		if (!item) return data as ICredentialDataDecryptedObject;
		// n8n resolves the expressions in a credential for one item.
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = item;
		return workflow.expression.getParameterValue(
			data,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			getAdditionalKeys(additionalData, mode, null, { isCredential: true }),
			executeData,
			false,
			data,
		) as ICredentialDataDecryptedObject;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		type: string,
		request: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.loader.getCredential(type).type;
		if (typeof authenticate !== 'function') throw new Error('The credential has a function');
		return await authenticate(credentials, request as IHttpRequestOptions);
	}
}

/** n8n's interface for node types, by their full names. */
export function nodeTypesBy(
	typeOf: (name: string) => ReturnType<INodeTypes['getByName']>,
): INodeTypes {
	return {
		getByName: typeOf,
		getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(typeOf(name), version),
		getKnownTypes: () => ({}),
	};
}

/** The node types of the package, and others by their names. */
export function nodeTypesOf(
	loader: PackageDirectoryLoader,
	others: Record<string, INodeType> = {},
): INodeTypes {
	return nodeTypesBy((name) => others[name] ?? loader.getNode(name.split('.')[1]).type);
}

/** The data that n8n passes to every run, in addition to the workflow. */
export function additionalDataOf(
	credentialsHelper: ICredentialsHelper,
	more: Partial<IWorkflowExecuteAdditionalData> = {},
): IWorkflowExecuteAdditionalData {
	const address = 'http://localhost:5678';
	return {
		credentialsHelper,
		restApiUrl: address,
		instanceBaseUrl: address,
		formWaitingBaseUrl: address,
		webhookBaseUrl: address,
		webhookWaitingBaseUrl: address,
		webhookTestBaseUrl: address,
		variables: {},
		setExecutionStatus: () => {},
		...more,
	} as unknown as IWorkflowExecuteAdditionalData;
}

export const suiteNode = (parameters: IDataObject, more: Partial<INode> = {}): INode => ({
	id: 'node-1',
	name: 'Agent Suite',
	type: 'n8n-nodes-agent-suite.agentSuite',
	typeVersion: 1,
	position: [0, 0],
	parameters: parameters as INode['parameters'],
	credentials: { agentSuiteApi: { id: '1', name: 'Test' } },
	...more,
});

interface EngineOptions {
	/** The first one runs with the items. */
	nodes: INode[];
	connections?: IConnections;
	/** Node types of the test, by their full names. */
	types?: Record<string, INodeType>;
	credentialsHelper: ICredentialsHelper;
	/** Default: one empty item. */
	items?: IDataObject[];
	executionId: string;
	/** How often the first node runs with the same input, as in a loop. */
	runs?: number;
	sendDataToUI?: IWorkflowExecuteAdditionalData['sendDataToUI'];
	/** Called with a function that presses n8n's Stop button. */
	onStart?: (stop: () => void) => void;
	/** The same, right before n8n runs a node. */
	onNodeStart?: (stop: () => void) => void;
}

/** Runs nodes behind the source in n8n's own workflow engine, with real HTTP. */
export async function runInEngine(
	loader: PackageDirectoryLoader,
	options: EngineOptions,
): Promise<IRun> {
	const { credentialsHelper, items = [{}], executionId, runs = 1, sendDataToUI } = options;
	const [first] = options.nodes;
	const about = {
		id: 'workflow-1',
		name: 'Test',
		active: false,
		nodes: [source, ...options.nodes],
		connections: {
			[source.name]: { main: [[{ node: first.name, type: 'main', index: 0 }]] },
			...options.connections,
		} as IConnections,
		settings: { executionOrder: 'v1' } as const,
	};
	const nodeTypes = nodeTypesOf(loader, { [source.type]: sourceType, ...options.types });
	const workflow = new Workflow({ ...about, nodeTypes });
	const hooks = new ExecutionLifecycleHooks('manual', executionId, about as never);
	const additionalData = additionalDataOf(credentialsHelper, { executionId, hooks, sendDataToUI });
	const main = () => [items.map((json, item) => ({ json, pairedItem: { item } }))];
	const sourceData: ITaskData = {
		startTime: 0,
		executionIndex: 0,
		executionTime: 0,
		source: [],
		data: { main: structuredClone(main()) },
	};
	const runExecutionData = createRunExecutionData({
		resultData: { runData: { [source.name]: [sourceData] } },
		executionData: {
			nodeExecutionStack: Array.from({ length: runs }, () => ({
				node: workflow.getNode(first.name)!,
				data: { main: structuredClone(main()) },
				source: { main: [{ previousNode: source.name }] },
			})),
		},
	});
	const engine = new WorkflowExecute(additionalData, 'manual', runExecutionData);
	const running = engine.processRunExecutionData(workflow);
	const stop = () => running.cancel();
	hooks.addHandler('nodeExecuteBefore', () => options.onNodeStart?.(stop));
	options.onStart?.(stop);
	return await running;
}

let executions = 0;
/** Of an execution that no test has run before, as in n8n. */
export const newExecutionId = () => `execution-${++executions}`;

export interface RunOptions extends Pick<
	EngineOptions,
	'items' | 'runs' | 'onStart' | 'onNodeStart'
> {
	parameters: IDataObject;
	/** The fields of the credential. `null` for a node without a credential. */
	credential: ICredentialDataDecryptedObject | null;
	settings?: Partial<INode>;
	executionId?: string;
}

export interface RunResult {
	run: IRun;
	/** The last run of the node. */
	task: ITaskData;
	/** Output items. The second list is the error output. */
	outputs: INodeExecutionData[][];
	json: IDataObject[];
	error: (Error & { description?: string | null; httpCode?: string | null }) | undefined;
	/** What the console of the browser shows. */
	messages: IDataObject[];
}

export async function runNode(
	loader: PackageDirectoryLoader,
	{ parameters, credential, settings, executionId = newExecutionId(), ...options }: RunOptions,
): Promise<RunResult> {
	const node = suiteNode(parameters, settings);
	if (credential === null) delete node.credentials;
	const credentialsHelper = new CredentialInMemory(loader, credential ?? undefined);
	const messages: IDataObject[] = [];
	const run = await runInEngine(loader, {
		...options,
		nodes: [node],
		credentialsHelper,
		executionId,
		sendDataToUI: (_type, data) => messages.push(data as IDataObject),
	});
	const task = run.data.resultData.runData[node.name]?.at(-1) as ITaskData;
	const outputs = (task?.data?.main ?? []).map((items) => items ?? []);
	return {
		run,
		task,
		outputs,
		json: (outputs[0] ?? []).map(({ json }) => json),
		error: (task?.error ?? run.data.resultData.error) as RunResult['error'],
		messages,
	};
}
