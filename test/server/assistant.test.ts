/** The recipes as n8n's Assistant checks the workflows that it writes, with n8n's own node types. */
import { basename, join } from 'node:path';

import { validateWorkflow, workflow } from '@n8n/workflow-sdk';
import { LazyPackageDirectoryLoader } from 'n8n-core';
import type { INodeTypes } from 'n8n-workflow';

import { exampleFiles, examplesFolder } from '../../playground/workflows';
import { readJson, root } from '../../scripts/shared';
import { loadPackage, nodeTypesBy } from '../support/engine';

type Recipe = Parameters<typeof workflow.fromJSON>[0];

let nodeTypes: INodeTypes;

beforeAll(async () => {
	if (process.env.N8N_IMAGE) return;
	const packages = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'];
	const own = ['n8n-nodes-agent-suite', await loadPackage()] as const;
	const others = packages.map(async (name) => {
		const folder = join(root, 'playground', 'node_modules', ...name.split('/'));
		const loader = new LazyPackageDirectoryLoader(folder);
		await loader.loadAll();
		return [name, loader] as const;
	});
	const loaders = new Map([own, ...(await Promise.all(others))]);
	nodeTypes = nodeTypesBy((name) => {
		const [, from, type] = /^(.*)\.(\w+?)(?:(?:Hitl)?Tool)?$/.exec(name) ?? [];
		// n8n makes the tool of a node from the node.
		return loaders.get(from)!.getNode(type).type;
	});
});

/** What the Assistant would be told to correct. */
function findings(recipe: Recipe): string[] {
	const options = { nodeTypesProvider: nodeTypes };
	const graph = workflow.fromJSON(structuredClone(recipe)).validate(options);
	const json = validateWorkflow(recipe, options);
	return [graph, json]
		.flatMap(({ errors, warnings }) => [...errors, ...warnings])
		.map(({ code, message }) => `${code}: ${message}`);
}

const files = exampleFiles().map((file) => basename(file));

/** An image of n8n keeps its node types to itself. */
const here = process.env.N8N_IMAGE ? test.skip : test;

here.each(files)('%s: nothing to correct', (file) => {
	expect(findings(readJson(examplesFolder, file) as Recipe)).toEqual([]);
});

here('a recipe can be found wrong', () => {
	const recipe = readJson(examplesFolder, files[0]) as Recipe;
	expect(findings({ ...recipe, connections: {} }).join('\n')).toContain('DISCONNECTED_NODE');
});
