import { defineOperation } from '../../define/defineOperation';
import { idField, variablesHint } from '../../define/fields';
import { whatsAppResource } from './resource';

export const whatsAppSetFirstMessage = defineOperation(whatsAppResource, 'setFirstMessage', {
	name: 'Set First Message',
	action: 'Set first WhatsApp message',
	description: 'Replace the message that an agent sends when a WhatsApp conversation starts',
	notice:
		'This replaces the first message for new conversations. No operation reads the previous text, so keep a copy.',
	target: idField({
		thing: 'agent',
		displayName: 'Agent ID',
		name: 'agentId',
		placeholder: 'e.g. agent_sales',
		description: 'ID of the agent whose first message to set',
		hint: 'Look for it in the dashboard: n8n cannot list agents',
	}),
	fields: [
		{
			displayName: 'First Message',
			name: 'firstMessage',
			type: 'string',
			required: true,
			default: '',
			typeOptions: { rows: 4 },
			placeholder: 'e.g. Hello, thank you for your interest!',
			hint: variablesHint,
			description:
				'Text that the agent sends in the first interaction. It can contain variables of the service, which are replaced when the message is sent.',
		},
	],
	// The response is only a message, and no operation reads what was set.
	shape: (record, { agentId, firstMessage }) => ({ ...record, agentId, firstMessage }),
});
