import { basename } from 'node:path';

import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';

import { readJson } from '../../playground/files';
import { exampleFiles, withCredential, type WorkflowFile } from '../../playground/workflows';
import { createWorkflow, runFrom } from '../support/server/runs';
import { startServer, type Server } from '../support/server/server';

let server: Server;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => await server?.stop());

/** alerts.test.ts runs the recipes that send messages. */
const sends = ({ nodes }: WorkflowFile) =>
	nodes.some(({ type }) => /\.(emailSend|slack|telegram)$/.test(type));

/** The nodes that can start a run. A chat needs a message (agent.test.ts), a server a client (mcp.test.ts). */
const starts = (workflow: WorkflowFile) =>
	(sends(workflow) ? [] : workflow.nodes)
		.filter(({ type }) => /[tT]rigger$/.test(type) && !/\.(chat|mcp)Trigger$/.test(type))
		.map(({ name }) => name);

/** The lead syncs have their own test, with the services that they write to. */
const others = exampleFiles().filter((file) => !basename(file).startsWith('lead-sync'));

const all = others.flatMap((file) =>
	starts(readJson<WorkflowFile>(file)).map((start): [string, string] => [basename(file), start]),
);

test.each(all)('%s runs from "%s"', async (name, start) => {
	const file = exampleFiles().find((path) => basename(path) === name) as string;
	const { credential, rest, sandbox } = server;
	sandbox.reset();
	sandbox.setBalance(100);
	const example = withCredential(readJson<WorkflowFile>(file), credential);
	const id = await createWorkflow(rest, example);
	const { status, outputs } = await runFrom(rest, id, start);
	expect(status).toBe('success');
	expect(outputs[start][0].length).toBeGreaterThan(0);
});

/** Whether a parameter is a resource locator without a selection. */
function toChoose({ parameters }: INode, key: string): boolean {
	const { __rl: isList, value } = (parameters[key] ?? {}) as { __rl?: boolean; value?: string };
	return isList === true && value === '';
}

test('no node of an example has an issue, apart from values that the user has to select', async () => {
	const descriptions = await server.rest.get<INodeTypeDescription[]>('/types/nodes.json');
	const issues: unknown[] = [];
	for (const file of exampleFiles()) {
		for (const node of readJson<WorkflowFile>(file).nodes as unknown as INode[]) {
			const description = descriptions.find(
				({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
			);
			if (!description) {
				issues.push(`${basename(file)}: n8n has no ${node.type} ${node.typeVersion}`);
				continue;
			}
			const { properties } = description;
			const parameters = NodeHelpers.getNodeParameters(
				properties,
				node.parameters,
				true,
				false,
				node,
				description,
			);
			const whole = { ...node, parameters: parameters ?? {} };
			const found = NodeHelpers.getNodeParametersIssues(properties, whole, description);
			// Only the user can select the sheet or the base. n8n's editor asks for it.
			const wrong = Object.keys(found?.parameters ?? {}).filter((key) => !toChoose(node, key));
			if (wrong.length > 0) issues.push([basename(file), node.name, wrong]);
		}
	}
	expect(issues).toEqual([]);
});
