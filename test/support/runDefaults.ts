/** The context of a node in a run. It uses no code of n8n, because other versions of the engine use it too. */
import type { INode, INodeType } from 'n8n-workflow';

/** The source of the input items, where n8n looks up the input fields of a failed item. */
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
/** The data that n8n passes to every run. */
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
