import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import * as table from './resources/events';
import { triggerHint } from './parameters/builderHint';
import { billingGetTokenBalance } from './resources/operations';
import { describeTrigger, triggerSubtitle } from './parameters/describeTrigger';
import { connectionTest } from './transport/testConnection';
import { poll } from './trigger/poll';

const events = Object.values(table);

export class AgentSuiteTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Agent Suite Trigger',
		name: 'agentSuiteTrigger',
		icon: {
			light: 'file:../../icons/agentSuite.svg',
			dark: 'file:../../icons/agentSuite.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: triggerSubtitle(events),
		// n8n shows it for both the node and the trigger, which share an entry in the list of nodes.
		description:
			'Work with leads, articles, snippets, and WhatsApp messages, or start a workflow when they change',
		defaults: { name: 'Agent Suite Trigger' },
		activationMessage:
			"Your trigger now polls the service at the times you set. It reads at most once in 'Read at Most Every (Minutes)', and each read costs 5 tokens, or 1 for 'Balance Low'. Existing records are only returned with 'Emit Existing', or if a balance is already low.",
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		builderHint: triggerHint(events),
		credentials: [{ name: 'agentSuiteApi', required: true, testedBy: 'testConnection' }],
		properties: describeTrigger(events),
	};

	methods = { credentialTest: { testConnection: connectionTest(billingGetTokenBalance) } };

	async poll(this: IPollFunctions) {
		return await poll(this, events);
	}
}
