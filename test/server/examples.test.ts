import { basename } from 'node:path';

import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';

import {
	activate,
	exampleFiles,
	readExample,
	withAgentSuiteCredential,
	withCredentials,
	type WorkflowFile,
} from '../../playground/workflows';
import { runFrom } from '../support/server/executions';
import { runsHere } from '../support/server/runsHere';
import { withEditor } from '../support/server/installed';
import { startServer, type Server } from '../support/server/server';
import { createWorkflow } from '../support/server/workflows';

let server: Server;
/** n8n's descriptions of all nodes: many megabytes. */
let descriptions: INodeTypeDescription[];
beforeAll(async () => {
	server = await startServer(withEditor);
	descriptions = await server.rest.get<INodeTypeDescription[]>('/types/nodes.json');
});
afterAll(async () => await server?.stop());

const all = exampleFiles().map((file) => basename(file));
const files = all.filter(runsHere);

/** What a recipe uses of other nodes and this n8n does not have: versions of nodes, and parameters. */
function lackingHere({ nodes }: WorkflowFile): string[] {
	return (nodes as unknown as INode[]).flatMap(({ type, typeVersion, parameters }) => {
		const found = descriptions.find(
			({ name, version }) => name === type && [version].flat().includes(typeVersion),
		);
		if (!found) return [`${type} ${typeVersion}`];
		return Object.keys(parameters)
			.filter((key) => !found.properties.some(({ name }) => name === key))
			.map((key) => `${type} ${key}`);
	});
}

/** What a recipe can do without. */
const dispensable = ['@n8n/n8n-nodes-langchain.mcpTrigger instructions'];

test.each(all)('%s runs from the n8n on that the README names', (file) => {
	const lacking = lackingHere(readExample(file)).filter((part) => !dispensable.includes(part));
	if (runsHere(file)) expect(lacking).toEqual([]);
	else expect(lacking).not.toEqual([]);
});

/** The nodes that the steps of the note say to set up. */
function namedInSteps({ nodes }: WorkflowFile): string[] {
	const notes = nodes.filter(({ type }) => type.endsWith('.stickyNote'));
	const text = notes
		.map(({ parameters }) => (parameters as { content: string }).content)
		.join('\n');
	const steps = text.split('\n').filter((line) => /^\d+\. /.test(line));
	return [...steps.join('\n').matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => name);
}

/** The nodes of a recipe that a text of n8n names. */
const nodesIn = ({ nodes }: WorkflowFile, text: string) =>
	nodes.map(({ name }) => name).filter((name) => text.includes(`"${name}"`));

describe.each(files)('%s with only the Agent Suite credential', (file) => {
	const recipe = readExample(file);
	let id: string;
	beforeAll(async () => {
		server.sandbox.reset();
		server.sandbox.setBalance(100);
		id = await createWorkflow(server.rest, withAgentSuiteCredential(recipe, server.credential));
	});

	// A chat needs a message (agent.test.ts), a server a client (mcp.test.ts), an error workflow a failure (alerts.test.ts).
	const starts = recipe.nodes.filter(({ type }) =>
		/\.(schedule|manual|agentSuite)Trigger$/.test(type),
	);
	for (const { name } of starts) {
		test(`the first click runs, or ends at a node of the steps: ${name}`, async () => {
			const { rest } = server;
			const run = await runFrom(rest, id, name).catch((error: Error) => ({
				status: 'refused',
				error: error.message,
				node: nodesIn(recipe, error.message)[0],
				outputs: {} as Record<string, unknown>,
			}));
			if (run.status === 'success') expect(Object.keys(run.outputs).length).toBeGreaterThan(1);
			// Without a node, n8n has not started the run, because of the same nodes as below.
			else if (run.node === undefined) expect(run.error).toMatch(/ha(s|ve) issues/);
			else expect(namedInSteps(recipe)).toContain(run.node);
		});
	}

	// n8n publishes no workflow that only starts by hand.
	const startsByHand = recipe.nodes.some(({ type }) => /\.(manual|evaluation)Trigger$/.test(type));
	const how = startsByHand ? 'n8n says that it needs a trigger' : 'or n8n names nodes of the steps';
	test(`${startsByHand ? 'it cannot be published' : 'it can be published'}, ${how}`, async () => {
		const refusal = await activate(server.rest, id).then(
			() => undefined,
			(error: Error) => error.message,
		);
		if (startsByHand) {
			expect(refusal).toMatch(/trigger/i);
			return;
		}
		if (refusal === undefined) {
			await server.rest.post(`/rest/workflows/${id}/deactivate`);
			return;
		}
		const named = [...refusal.matchAll(/Node \\?"([^"\\]+)/g)].map(([, name]) => name);
		expect(named.length).toBeGreaterThan(0);
		expect(namedInSteps(recipe)).toEqual(expect.arrayContaining(named));
	});
});

/** Whether a parameter is an empty text, or a resource locator without a selection. n8n's editor asks for both. */
function toChoose({ parameters }: INode, key: string): boolean {
	if (parameters[key] === '') return true;
	// A field in a collection has the name of the field alone.
	const empty = `"${key}":{"__rl":true,"mode":"list","value":""}`;
	return JSON.stringify(parameters).includes(empty);
}

interface CredentialType {
	name: string;
	displayName: string;
}

test('the note names each credential as the editor does', async () => {
	const types = await server.rest.get<CredentialType[]>('/types/credentials.json');
	const missing: string[] = [];
	for (const file of files) {
		const recipe = readExample(file);
		const note = JSON.stringify(recipe.nodes[0].parameters);
		const every = Object.fromEntries(types.map(({ name }) => [name, { id: name, name }]));
		const used = withCredentials(recipe, every).nodes.flatMap(({ credentials = {} }) =>
			Object.keys(credentials),
		);
		for (const type of new Set(used)) {
			const { displayName } = types.find(({ name }) => name === type) ?? { displayName: type };
			// A chat model of another provider is as good.
			if (type !== 'openAiApi' && !note.includes(displayName))
				missing.push(`${file}: ${displayName}`);
		}
	}
	expect(missing).toEqual([]);
});

/** n8n's description of a node, and the node with all parameters, as the editor has them. */
function inEditor(node: INode) {
	const description = descriptions.find(
		({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
	);
	if (!description) throw new Error(`n8n has no ${node.type}`);
	const { properties } = description;
	const parameters = NodeHelpers.getNodeParameters(
		properties,
		node.parameters,
		true,
		false,
		node,
		description,
	);
	return { description, whole: { ...node, parameters: parameters ?? {} } };
}

test('each node of an example gets the credential that n8n asks for', async () => {
	const types = await server.rest.get<CredentialType[]>('/types/credentials.json');
	const every = Object.fromEntries(types.map(({ name }) => [name, { id: name, name }]));
	const without = files.flatMap((file) => {
		const nodes = withCredentials(readExample(file), every).nodes as unknown as INode[];
		return nodes.flatMap((node) => {
			const { description, whole } = inEditor(node);
			return (description.credentials ?? [])
				.filter(({ required }) => required)
				.filter((type) => NodeHelpers.displayParameter(whole.parameters, type, node, description))
				.filter(({ name }) => !node.credentials?.[name])
				.map(({ name }) => `${file}: ${node.name} (${name})`);
		});
	});
	expect(without).toEqual([]);
});

/** The parameters that n8n shows as missing or wrong. It gives each regular expression little time, which a busy machine uses up. */
function issuesOf(node: INode): string[] {
	const { description, whole } = inEditor(node);
	for (let tries = 1; ; tries++) {
		try {
			const found = NodeHelpers.getNodeParametersIssues(description.properties, whole, description);
			return Object.keys(found?.parameters ?? {});
		} catch (error) {
			if (tries === 10 || !String(error).includes('timed out')) throw error;
		}
	}
}

test('no node of an example has an issue, apart from values that the user has to select', () => {
	const issues: unknown[] = [];
	for (const file of files) {
		const recipe = readExample(file);
		for (const node of recipe.nodes as unknown as INode[]) {
			// Only the user can select the sheet, or enter an address. The steps of the note say so.
			const isNamed = namedInSteps(recipe).includes(node.name);
			const wrong = issuesOf(node).filter((key) => !isNamed || !toChoose(node, key));
			if (wrong.length > 0) issues.push([file, node.name, wrong]);
		}
	}
	expect(issues).toEqual([]);
});
