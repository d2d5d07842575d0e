import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import * as table from './operations';
import { nodeHint } from './parameters/builderHint';
import { main } from './parameters/mainConnection';
import { describeNode, subtitle } from './parameters/describeNode';
import { execute } from './action/execute';
import { listSearches } from './action/listSearch';

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
		description: 'Leads, snippets, WhatsApp, SEO articles and token balance of your agent suite',
		defaults: { name: 'Agent Suite' },
		usableAsTool: true,
		inputs: [main],
		outputs: [main],
		credentials: [{ name: 'agentSuiteApi', required: true }],
		builderHint: nodeHint(operations),
		properties: describeNode(operations),
	};

	methods = { listSearch: listSearches(operations) };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this, operations);
	}
}
