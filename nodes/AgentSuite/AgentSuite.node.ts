import {
	NodeConnectionTypes,
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type IExecuteFunctions,
	type INodeCredentialTestResult,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import * as table from './resources/operations';
import { nodeHint } from './parameters/builderHint';
import { describeNode, subtitle } from './parameters/describeNode';
import { execute } from './action/execute';
import { listSearches } from './action/listSearch';
import { testConnection } from './transport/testConnection';

const operations = Object.values(table);

export class AgentSuite implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Agent Suite',
		name: 'agentSuite',
		icon: {
			light: 'file:../../icons/agentSuite.svg',
			dark: 'file:../../icons/agentSuite.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitle(operations),
		description:
			'Read leads, articles, and the token balance. Update snippets and WhatsApp messages.',
		defaults: { name: 'Agent Suite' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		builderHint: nodeHint(operations),
		credentials: [{ name: 'agentSuiteApi', required: true, testedBy: 'testConnection' }],
		properties: describeNode(operations),
	};

	methods = {
		listSearch: listSearches(operations),
		credentialTest: {
			/** Reads the token balance: 1 token, the cheapest request there is. */
			async testConnection(
				this: ICredentialTestFunctions,
				credential: ICredentialsDecrypted,
			): Promise<INodeCredentialTestResult> {
				return await testConnection(this, credential, table.billingGetTokenBalance);
			},
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this, operations);
	}
}
