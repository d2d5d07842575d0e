import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { credentialTest } from './credentialMethods';
import { leadResource } from './resources/lead/resource';
import * as table from './resources/operations';
import * as pickLists from './resources/pickLists';
import { nodeHint } from './description/builderHint';
import { summary } from './description/describe';
import { describeNode, subtitle } from './description/describeNode';
import { execute } from './action/execute';
import { listSearches } from './editor/listSearch';

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
		description: summary,
		defaults: { name: 'Agent Suite' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		builderHint: nodeHint(operations),
		credentials: [{ name: 'agentSuiteApi', required: true, testedBy: 'testConnection' }],
		properties: describeNode(operations, leadResource),
	};

	methods = {
		listSearch: listSearches(Object.values(pickLists)),
		credentialTest,
	};

	async execute(this: IExecuteFunctions) {
		return await execute(this, operations);
	}
}
