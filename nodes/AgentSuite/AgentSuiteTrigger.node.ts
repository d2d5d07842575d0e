import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';

import * as table from './events';
import { main } from './runtime/connectionType';
import { describeTrigger, triggerSubtitle } from './runtime/describeTrigger';
import { poll } from './runtime/poll';

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
		description:
			'Starts the workflow on new or changed leads, new articles, invalid platforms or a low balance',
		defaults: { name: 'Agent Suite Trigger' },
		polling: true,
		inputs: [],
		outputs: [main],
		credentials: [{ name: 'agentSuiteApi', required: true }],
		properties: describeTrigger(events),
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this, events);
	}
}
