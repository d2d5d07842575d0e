import { defineOperation } from '../../model/operation';
import { confirmation } from '../response';
import { variablesHint } from '../variablesHint';

const response = { success: true, message: 'First message updated' };

export const whatsAppSetFirstMessage = defineOperation({
	resource: 'whatsApp',
	resourceName: 'WhatsApp',
	resourceDescription: 'First WhatsApp message of an agent',
	operation: 'setFirstMessage',
	name: 'Set First Message',
	action: 'Set first WhatsApp message',
	description: 'Replace the message that an agent sends when a WhatsApp conversation starts',
	notice:
		'This replaces the first message for new conversations. No operation reads the previous text, so keep a copy.',
	method: 'PUT',
	path: '/agent/connector/whatsapp/set-whatsapp-first-message',
	tokens: 5,
	effect: 'update',
	notFoundHint:
		'Your organization has no agent with this ID. Look up the agent ID in the dashboard.',
	fields: [
		{
			displayName: 'Agent ID',
			name: 'agentId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. agent_sales',
			description:
				'Look up the agent ID in the dashboard. The API documentation shows no list of agents.',
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
	records: confirmation,
	// Nothing can read them back, and the service only says that it was updated.
	items: ({ records }, { agentId, firstMessage }) =>
		records.map((record) => ({ ...record, agentId, firstMessage })),
	sample: response,
});
