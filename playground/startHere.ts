/** The workflow that the playground opens: a first run with IDs that exist in the sandbox. It is not published. */
import { exampleId, type WorkflowFile } from './workflows';

/** IDs of the sandbox, by the field to enter them in. */
export const idsToTry = {
	'Lead ID': 'lead_8f2k1a',
	'Snippet ID': 'snip_hours',
	'Agent ID': 'agent_sales',
	'SEO Job': 'seo_job_4502',
};

export const startHereId = 'start-here';

const OURS = 'n8n-nodes-agent-suite.agentSuite';

const node = (type: string, name: string, position: [number, number], parameters: object) => ({
	id: `start-here-${name}`,
	name,
	type,
	typeVersion: 1,
	position,
	parameters,
});

const note = (tableUrl: string) => `## Start here
Reads your token balance and your leads, and changes a snippet, in the sandbox service.

1. Select **Execute workflow**, and open a node to see its output.
2. See your leads in the data table [CRM leads](${tableUrl}). They arrived with the [executions of the lead sync](/workflow/${exampleId('lead-sync.json')}/executions).
3. Change **Resource** and **Operation** in a node, and try these IDs:
${Object.entries(idsToTry)
	.map(([field, id]) => `   - ${field}: \`${id}\``)
	.join('\n')}
4. Next, open a recipe from the [list of workflows](/home/workflows), such as the [lead sync to HubSpot](/workflow/${exampleId('lead-sync-hubspot.json')}). For your own account, create a credential with your token and base URL.

Cost: 11 tokens of the sandbox.`;

/** @param tableUrl address of the data table with the leads */
export function startHere(tableUrl: string): WorkflowFile {
	const content = note(tableUrl);
	const actions = [
		node(OURS, 'Get token balance', [280, 0], {
			resource: 'billing',
			operation: 'getTokenBalance',
			options: {},
		}),
		node(OURS, 'Get many leads', [280, 160], {
			resource: 'lead',
			operation: 'getAll',
			filters: {},
			options: {},
		}),
		node(OURS, 'Update snippet', [280, 320], {
			resource: 'snippet',
			operation: 'update',
			snippetId: idsToTry['Snippet ID'],
			updateFields: { content: 'We are open Monday to Friday, 9 am to 6 pm.' },
			options: {},
		}),
	];
	return {
		name: 'Start here',
		nodes: [
			node('n8n-nodes-base.stickyNote', 'What this does', [-640, 30], {
				content,
				width: 560,
				height: 380,
				color: 4,
			}),
			node('n8n-nodes-base.manualTrigger', 'Start', [0, 160], {}),
			...actions,
		],
		connections: {
			Start: { main: [actions.map(({ name }) => ({ node: name, type: 'main', index: 0 }))] },
		},
		settings: { executionOrder: 'v1' },
	};
}
