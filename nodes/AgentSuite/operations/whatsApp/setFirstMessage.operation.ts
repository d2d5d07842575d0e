import { writtenRecord } from '../../model/response';
import { defineOperation } from '../../model/operation';
import { variablesHint } from '../list';

const sample = { success: true, message: 'First message updated' };

export const whatsAppSetFirstMessage = defineOperation({
	resource: 'whatsApp',
	operation: 'setFirstMessage',
	name: 'Set First Message',
	action: 'Replace the first WhatsApp message of an agent',
	description: 'Replace the message that an agent sends at its first WhatsApp interaction',
	notice:
		'The message that is set now is replaced and not kept. All new conversations of the agent get this one.',
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
			description:
				'Copy the ID of the agent from the dashboard: the service offers no list of agents to pick from',
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
				'Text that is sent automatically at the first interaction. It may contain the dynamic variables of the service, which it fills in when it sends the message.',
		},
	],
	request: ({ agentId, firstMessage }) => ({
		body: { agent_id: agentId, first_message: firstMessage },
	}),
	records: (answer) => writtenRecord(answer, sample, 'a confirmation'),
	sample,
});
