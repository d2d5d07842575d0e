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
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { everyRun, source, sourceType } from './runDefaults';

/** The package, loaded from its build output by n8n's own loader. */
export async function loadPackage(): Promise<PackageDirectoryLoader> {
	const loader = new PackageDirectoryLoader(join(__dirname, '../..'));
	await loader.loadAll();
	return loader;
}

/** Keeps a credential in memory instead of n8n's database. Nothing else is replaced. */
export class CredentialInMemory extends ICredentialsHelper {
	/** How often the node read the decrypted credential. */
	decrypted = 0;

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
		this.decrypted++;
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
	return {
		credentialsHelper,
		...everyRun,
		...more,
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** Parameters with which every item sends its own read. */
export const readEach: IDataObject = {
	resource: 'lead',
	operation: 'get',
	leadId: 'lead_8f2k1a',
	options: { reuseReads: false },
};

export interface RunOptions {
	/** Parameters of the Agent Suite node. */
	parameters: IDataObject;
	/** Input items. Default: one empty item. */
	items?: IDataObject[];
	/** The fields of the credential. `null` for a node without a credential. */
	credential: ICredentialDataDecryptedObject | null;
	/** Node settings such as `onError`, `retryOnFail`, `maxTries`. */
	settings?: Partial<INode>;
	executionId?: string;
	/** Time zone of the workflow. Default: that of n8n. */
	timezone?: string;
	/** How often the node runs with the same input, as in a loop. */
	runs?: number;
	/** Called with a function that presses n8n's Stop button. */
	onStart?: (stop: () => void) => void;
	/** The same, right before n8n runs the node. */
	onNodeStart?: (stop: () => void) => void;
}

export interface RunResult {
	run: IRun;
	/** The last run of the node. */
	task: ITaskData;
	/** Output items. The second list is the error output. */
	outputs: INodeExecutionData[][];
	/** The `json` of the first output. */
	json: IDataObject[];
	error: (Error & { description?: string | null; httpCode?: string | null }) | undefined;
	/** How often the credential was decrypted. */
	decrypted: number;
	/** What the console of the browser shows. */
	messages: IDataObject[];
}

/** Runs one Agent Suite node in n8n's own workflow engine, with real HTTP. */
export async function runNode(
	loader: PackageDirectoryLoader,
	options: RunOptions,
): Promise<RunResult> {
	const node: INode = {
		id: 'node-1',
		name: 'Agent Suite',
		type: 'n8n-nodes-agent-suite.agentSuite',
		typeVersion: 1,
		position: [0, 0],
		parameters: options.parameters as INode['parameters'],
		...(options.credential && { credentials: { agentSuiteApi: { id: '1', name: 'Test' } } }),
		...options.settings,
	};
	const nodeTypes = nodeTypesOf(loader, { [source.type]: sourceType });
	const nodes = [source, node];
	const connections: IConnections = {
		[source.name]: { main: [[{ node: node.name, type: 'main', index: 0 }]] },
	};
	const { timezone } = options;
	const workflow = new Workflow({
		id: 'workflow-1',
		name: 'Test',
		nodes,
		connections,
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1', timezone },
	});
	const workflowData: IWorkflowBase = {
		id: 'workflow-1',
		name: 'Test',
		active: false,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
		nodes,
		connections,
		settings: { executionOrder: 'v1' },
		activeVersionId: null,
	};
	const credentialsHelper = new CredentialInMemory(loader, options.credential ?? undefined);
	const messages: IDataObject[] = [];
	const executionId = options.executionId ?? 'execution-1';
	const hooks = new ExecutionLifecycleHooks('manual', executionId, workflowData);
	const additionalData = additionalDataOf(credentialsHelper, {
		executionId,
		hooks,
		sendDataToUI: (_type, data) => messages.push(data as IDataObject),
	});
	const input: INodeExecutionData[][] = [
		(options.items ?? [{}]).map((json, item) => ({ json, pairedItem: { item } })),
	];
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
	const runExecutionData = createRunExecutionData({
		resultData: { runData: { [source.name]: [sourceData] } },
		executionData: {
			nodeExecutionStack: Array.from({ length: options.runs ?? 1 }, () => ({
				...start,
				data: structuredClone(start.data),
			})),
		},
	});
	const engine = new WorkflowExecute(additionalData, 'manual', runExecutionData);
	const running = engine.processRunExecutionData(workflow);
	const stop = () => running.cancel();
	hooks.addHandler('nodeExecuteBefore', () => options.onNodeStart?.(stop));
	options.onStart?.(stop);
	const run = await running;
	const task = run.data.resultData.runData[node.name]?.at(-1) as ITaskData;
	const outputs = (task?.data?.main ?? []).map((items) => items ?? []);
	return {
		run,
		task,
		outputs,
		json: (outputs[0] ?? []).map(({ json }) => json),
		error: (task?.error ?? run.data.resultData.error) as RunResult['error'],
		decrypted: credentialsHelper.decrypted,
		messages,
	};
}
