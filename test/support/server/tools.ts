import type { WorkflowFile } from '../../../playground/workflows';
import { settingsOf } from '../settingsOf';

const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
	id: name,
	name,
	type,
	typeVersion,
	position: [0, 0] as [number, number],
	parameters,
});
const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });

const inputs = { values: [{ name: 'agentId' }, { name: 'firstMessage' }] };
const isApproved = {
	leftValue: '={{ $json.data.approved }}',
	rightValue: '',
	operator: { type: 'boolean', operation: 'true', singleValue: true },
};
const ask = {
	operation: 'sendAndWait',
	fromEmail: 'n8n@example.com',
	toEmail: 'you@example.com',
	subject: 'Set this first message?',
	message: '={{ $json.agentId }}: {{ $json.firstMessage }}',
	approvalOptions: { values: { approvalType: 'double' } },
	options: {},
};
const set = {
	resource: 'whatsApp',
	operation: 'setFirstMessage',
	agentId: "={{ $('When called').item.json.agentId }}",
	firstMessage: "={{ $('When called').item.json.firstMessage }}",
	options: {},
};

/** A workflow that asks a person by email before it sets a first message. */
export const asksFirst: WorkflowFile = {
	name: 'Set a first message after approval',
	nodes: [
		node('When called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, { workflowInputs: inputs }),
		Object.assign(node('Ask for approval', 'n8n-nodes-base.emailSend', 2.1, ask), {
			webhookId: 'ask',
		}),
		node('If approved', 'n8n-nodes-base.filter', 2.2, {
			conditions: { options: { version: 2 }, conditions: [isApproved], combinator: 'and' },
		}),
		node('Set first message', 'n8n-nodes-agent-suite.agentSuite', 1, set),
	],
	connections: {
		'When called': to('Ask for approval'),
		'Ask for approval': to('If approved'),
		'If approved': to('Set first message'),
	},
	settings: { executionOrder: 'v1' },
};

/** n8n's tool that calls this workflow. */
export function toolOf(workflowId: string): WorkflowFile['nodes'][number] {
	const input = (id: string) => ({ id, displayName: id, display: true, type: 'string' });
	return node('Propose first message', '@n8n/n8n-nodes-langchain.toolWorkflow', 2.2, {
		description:
			'Proposes a new first message of an agent to a person. Costs 5 tokens if approved.',
		workflowId: { __rl: true, mode: 'id', value: workflowId },
		workflowInputs: {
			mappingMode: 'defineBelow',
			value: {
				agentId: "={{ $fromAI('agentId', 'ID of the agent') }}",
				firstMessage: "={{ $fromAI('firstMessage', 'The complete new text') }}",
			},
			schema: [input('agentId'), input('firstMessage')],
		},
	});
}

/** Parameters of a tool that creates a platform. Each try has its own name, which must not make it a second platform. */
export const createTool = {
	resource: 'seoPlatform',
	operation: 'create',
	name: "={{ $fromAI('name') }} {{ Date.now() }}",
	platformType: 'other',
	customType: 'shopify',
	config: settingsOf({ key: 'value' }),
};

/** Node settings with which n8n immediately runs a failed tool again. */
export const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
