import { defineOperation } from '../defineOperation';
import { variablesHint } from '../variablesHint';

export const whatsAppSetFirstMessage = defineOperation({
	resource: 'whatsApp',
	resourceName: 'WhatsApp',
	resourceDescription: 'First WhatsApp message of an agent',
	operation: 'setFirstMessage',
	name: 'Set First Message',
	action: 'Set first WhatsApp message',
	description: 'Replace the message that an agent sends when a WhatsApp conversation starts',
	method: 'PUT',
	path: '/agent/connector/whatsapp/set-whatsapp-first-message',
	tokens: 5,
	fields: [
		{
			displayName: 'Agent ID',
			name: 'agentId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. agent_sales',
			description: 'ID of the agent whose first message to set',
			hint: 'Look it up in the dashboard: n8n cannot list agents',
		},
		{
			displayName: 'First Message',
			name: 'firstMessage',
			type: 'string',
			typeOptions: { rows: 4 },
			required: true,
			default: '',
			placeholder: 'e.g. Hello, thank you for your interest!',
			hint: variablesHint,
			description:
				'Text that the agent sends in the first interaction. It can contain variables of the service, which are replaced when the message is sent.',
		},
	],
	request: ({ agentId, firstMessage }) => ({
		body: { agent_id: agentId, first_message: firstMessage },
	}),
	response: { message: 'First message updated' },
	// Nothing can read them back, and the service only says that it was updated.
	output: (records, { agentId, firstMessage }) =>
		records.map((record) => ({ ...record, agentId, firstMessage })),
	hints: {
		fields:
			'This replaces the first message for new conversations. No operation reads the previous text, so keep a copy.',
		404: 'Your organization has no agent with this ID. Look up the agent ID in the dashboard.',
	},
});
