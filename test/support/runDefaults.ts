/** What surrounds the node in a run of one node. No code of n8n's: other versions of the engine use it, too. */
import type { INode, INodeType } from 'n8n-workflow';

/** Where the input items come from: n8n looks there for the input fields of a failed item. */
export const source: INode = {
	id: 'node-0',
	name: 'Input',
	type: 'test.input',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
export const sourceType: INodeType = {
	description: {
		displayName: 'Input',
		name: 'input',
		group: ['input'],
		version: 1,
		description: 'Has run already',
		defaults: {},
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
};

const address = 'http://localhost:5678';
/** What n8n hands to every run, whatever the workflow. */
export const everyRun = {
	currentNodeParameters: undefined,
	restApiUrl: address,
	instanceBaseUrl: address,
	formWaitingBaseUrl: address,
	webhookBaseUrl: address,
	webhookWaitingBaseUrl: address,
	webhookTestBaseUrl: address,
	variables: {},
	setExecutionStatus: () => {},
};
