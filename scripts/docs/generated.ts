/**
 * What is generated from the tables of operations and events: output schemas, README tables, and pages below docs/. And record types
 * from the contract of the sandbox.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';

import type { IDataObject } from 'n8n-workflow';
import { format, resolveConfig } from 'prettier';

import manifest from '../../package.json';
import { searchedRecords } from '../../nodes/AgentSuite/action/searchedResponse';
import * as eventTable from '../../nodes/AgentSuite/resources/events';
import * as table from '../../nodes/AgentSuite/resources/operations';
import type { Operation } from '../../nodes/AgentSuite/model/operation';
import { optionsCollection } from '../../nodes/AgentSuite/fields/sharedFields';
import { readFields, readOptions } from '../../nodes/AgentSuite/parameters/reader';
import { serviceTypes } from '../../sandbox/generateTypes';
import { docsPages } from '.';
import { defaultsReader, eventLink } from './events';
import { operationLink, operationTitle, sharedFields } from './operations';
import { costPage, withCost, type Recipe } from './cost';
import { costExamples, examplesTable, leadSyncs } from './examples';
import { killsPart, type KillsResult } from './kills';
import { killsImage, killsPictures } from './killsPicture';
import { table as tableOf, withParts } from './markdown';
import { missingPieces } from './missing';
import { engineMismatches, filesWithN8n } from './n8nVersion';
import { versionsTable } from './versions';
import { root, writeOrFind } from './write';

/** Folders in which each file is generated. */
const generatedFolders = ['docs/operations', 'nodes/AgentSuite/__schema__'];
const operations = Object.values(table);
const events = Object.values(eventTable);

/** A JSON schema in the shape that n8n reads for dragging fields. */
function schemaOf(value: unknown): IDataObject {
	if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0]) };
	if (typeof value !== 'object' || value === null) return { type: typeof value };
	const properties = Object.entries(value).map(([name, entry]) => [name, schemaOf(entry)]);
	return { type: 'object', properties: Object.fromEntries(properties) as IDataObject };
}

/** The documented record, as the node returns it with default parameters. */
function defaultOutput(operation: Operation): IDataObject {
	const {
		fields,
		response: { kind, documented },
	} = operation;
	const optional = fields.filter(({ required }) => !required);
	const defaults = readFields(defaultsReader, optional);
	// The editor shows these as placeholders: "e.g. agent_sales". A switch or a menu has none.
	const examples = fields
		.filter(({ required }) => required)
		.map((field) => [field.name, field.placeholder?.replace('e.g. ', '') ?? field.default]);
	const options = readOptions(defaultsReader, optionsCollection(operation.options));
	const parameters = { ...Object.fromEntries(examples), ...defaults, options };
	// A confirmation is documented as its body.
	const returned = kind === 'confirmation' ? operation.readRecords(documented) : [documented];
	const [record] = searchedRecords(returned, operation, parameters);
	return operation.shape(record, parameters);
}

/** One schema per operation, where n8n's editor reads it. The editor shows none for triggers. */
async function schemaFiles(): Promise<Array<[string, string]>> {
	const outputs = operations.map((entry): [string, IDataObject] => [
		`${entry.resource.value}/${entry.value}`,
		defaultOutput(entry),
	]);
	return await Promise.all(
		outputs.map(async ([name, output]): Promise<[string, string]> => {
			const path = `nodes/AgentSuite/__schema__/v1.0.0/${name}.json`;
			const schema = { ...schemaOf(output), version: 1 };
			const style = await resolveConfig(join(root, path));
			return [path, await format(JSON.stringify(schema), { ...style, parser: 'json' })];
		}),
	);
}

function operationsTable(): string {
	return tableOf(
		['Operation', 'Tokens', 'What it does'],
		operations.map((operation) => [
			`[${operationTitle(operation)}](docs/${operationLink(operation)})`,
			String(operation.tokens),
			operation.description,
		]),
	);
}

function eventsTable(): string {
	const byName = [...events].sort((left, right) => left.name.localeCompare(right.name, 'en'));
	return tableOf(
		['Event', 'Tokens a read', 'Starts the workflow when'],
		byName.map((event) => [
			`[${event.name}](docs/${eventLink(event)})`,
			String(event.list.operation.tokens),
			event.description,
		]),
	);
}

/** The README with each generated part put between its two markers. */
async function readmePage(): Promise<string> {
	const parts = {
		operations: operationsTable(),
		events: eventsTable(),
		costs: costExamples(await readRecipes()),
		leadSyncs: leadSyncs(await readRecipes()),
		kills: killsImage(await killsResult()),
		examples: examplesTable(await readRecipes()),
	};
	return withParts(await readFile(join(root, 'README.md'), 'utf8'), parts, 'README.md');
}

/** The recipes with their file names. */
async function readRecipes(): Promise<Recipe[]> {
	const names = (await readdir(join(root, 'examples'))).filter((name) => name.endsWith('.json'));
	return await Promise.all(
		names.sort().map(async (file) => {
			const text = await readFile(join(root, 'examples', file), 'utf8');
			return { ...(JSON.parse(text) as Omit<Recipe, 'file'>), file };
		}),
	);
}

/** The recipes, with their costs in their sticky notes. */
async function recipeFiles(): Promise<Array<[string, string]>> {
	return await Promise.all(
		(await readRecipes()).map(async (recipe): Promise<[string, string]> => {
			const { file, ...workflow } = withCost(recipe);
			const path = `examples/${file}`;
			const style = await resolveConfig(join(root, path));
			return [
				path,
				await format(JSON.stringify(workflow, null, '\t'), { ...style, parser: 'json' }),
			];
		}),
	);
}

/** The page of the version matrix, with its table put between the markers. */
async function compatibilityPage(): Promise<[path: string, text: string]> {
	const path = 'docs/compatibility.md';
	const text = await readFile(join(root, path), 'utf8');
	return [path, withParts(text, { versions: versionsTable() }, path)];
}

/** The page of the limits, with the options that operations share. */
async function limitsPage(): Promise<[path: string, text: string]> {
	const path = 'docs/limits.md';
	const text = await readFile(join(root, path), 'utf8');
	return [path, withParts(text, { options: sharedFields(operations) }, path)];
}

/** What `npm run test:kills` has measured. */
async function killsResult(): Promise<KillsResult> {
	const text = await readFile(join(root, 'test', 'kills', 'result.json'), 'utf8');
	return JSON.parse(text) as KillsResult;
}

/** The page of the tests, with that result. */
async function testingPage(): Promise<[path: string, text: string]> {
	const path = 'docs/maintainers/testing.md';
	const text = await readFile(join(root, path), 'utf8');
	return [path, withParts(text, { kills: killsPart(await killsResult()) }, path)];
}

/** How the nodes name themselves in requests. */
const userAgentFile = (): [path: string, text: string] => [
	'nodes/AgentSuite/transport/userAgent.ts',
	`/** How the nodes name themselves in requests. Made by \`npm run generate\` from package.json. */
export const USER_AGENT = '${manifest.name}/${manifest.version}';
`,
];

/** All generated files, apart from the recipes. */
async function generatedFiles(): Promise<Array<[path: string, text: string]>> {
	return [
		userAgentFile(),
		...(await schemaFiles()),
		['sandbox/service.d.ts', await serviceTypes()],
		['README.md', await readmePage()],
		await compatibilityPage(),
		await limitsPage(),
		await testingPage(),
		...killsPictures(await killsResult()),
		...(await filesWithN8n(root)),
		['docs/cost.md', costPage(await readRecipes())],
		...docsPages({ operations, events, outputOf: defaultOutput }),
	];
}

/** Removes generated files whose operation or resource is gone, or only finds them. Returns their paths. */
async function removeOrFind(files: Array<[path: string, text: string]>, check: boolean) {
	const generated = new Set(files.map(([path]) => join(root, path)));
	const left: string[] = [];
	for (const folder of generatedFolders) {
		const found = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
		for (const entry of found.filter((each) => each.isFile())) {
			const file = join(entry.parentPath, entry.name);
			if (generated.has(file)) continue;
			left.push(relative(root, file));
			if (!check) await rm(file);
		}
	}
	return left;
}

/** Lists missing pieces first, because some pages cannot be generated without them. */
function listMissing(): void {
	const missing = missingPieces(root, operations, events).map(
		(sentence) => `Missing in ${sentence}`,
	);
	const wrong = [...missing, ...engineMismatches(root)];
	for (const sentence of wrong) console.error(sentence);
	if (wrong.length > 0) process.exitCode = 1;
}

/** Writes everything, or with `check` only lists stale files. @param tables those that were stale */
export async function generate(tables: string[], check: boolean): Promise<void> {
	listMissing();
	// The README reads the recipes from their files.
	const recipes = await writeOrFind(await recipeFiles(), check);
	const files = await generatedFiles();
	const stale = [
		...tables,
		...recipes,
		...(await writeOrFind(files, check)),
		...(await removeOrFind(files, check)),
	];
	if (!check)
		console.log(stale.length ? `Written or removed: ${stale.join(', ')}` : 'Nothing has changed.');
	else if (stale.length) {
		console.error(
			`Out of date: ${stale.join(', ')}. Run \`npm run generate\` and commit the result.`,
		);
		process.exitCode = 1;
	}
}
