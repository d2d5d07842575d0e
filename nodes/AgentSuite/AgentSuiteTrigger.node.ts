import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { credentialTest } from './credentialMethods';
import * as table from './resources/events';
import { triggerHint } from './description/builderHint';
import { summary } from './description/describe';
import {
	activationMessage,
	describeTrigger,
	testEventHints,
	testEventCost,
	triggerSubtitle,
	whenItTriggers,
} from './description/describeTrigger';
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
		description: summary,
		defaults: { name: 'Agent Suite Trigger' },
		activationMessage: activationMessage(events),
		polling: true,
		triggerPanel: { header: testEventCost(events), executionsHelp: whenItTriggers },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		builderHint: triggerHint(events),
		hints: testEventHints(events),
		credentials: [{ name: 'agentSuiteApi', required: true, testedBy: 'testConnection' }],
		properties: describeTrigger(events, table.leadCreatedOrUpdated),
	};

	methods = { credentialTest };

	async poll(this: IPollFunctions) {
		return await poll(this, events);
	}
}
