import { writtenRecord } from '../answer';
import { defineOperation } from '../define';

const sample = { success: true, message: 'First message updated' };

export const whatsAppSetFirstMessage = defineOperation({
	resource: 'whatsApp',
	operation: 'setFirstMessage',
	name: 'Set First Message',
	action: 'Replace the first WhatsApp message of an agent',
	description: 'Replace the message that an agent sends at its first WhatsApp interaction',
	method: 'PUT',
	path: '/agent/connector/whatsapp/set-whatsapp-first-message',
	tokens: 5,
	idempotent: true,
	notFound:
		'No agent of your organization has this ID. Copy the ID from the agent in the dashboard.',
	fields: [
		{
			displayName: 'Agent ID',
			name: 'agentId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. agent_sales',
			description: 'ID of the agent, as the dashboard shows it: the service has no list of agents',
		},
		{
			displayName: 'First Message',
			name: 'firstMessage',
			type: 'string',
			typeOptions: { rows: 4 },
			required: true,
			default: '',
			placeholder: 'e.g. Hello, thank you for your interest!',
			description:
				'Text that is sent automatically at the first interaction. It replaces the message set before and may contain the dynamic variables of the service.',
		},
	],
	request: ({ agentId, firstMessage }) => ({
		body: { agent_id: agentId, first_message: firstMessage },
	}),
	records: (answer) => writtenRecord(answer, sample, 'a confirmation'),
	sample,
});
