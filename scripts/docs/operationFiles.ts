/**
 * Starts the files of operations and resources of the contract that have none, with a line of the changelog. Who adds them replaces each
 * TODO. And checks the others.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { filledBy, missingRow } from '../../nodes/AgentSuite/model/endpoint';
import { operations, type Operation, type Schema } from '../../sandbox/contract';

const folder = 'nodes/AgentSuite/resources';

/** What stands where only a person knows what to write. */
export const TODO = 'TODO';

/** What to check elsewhere, in a started file until it is done. */
const check = (what: string) => `// ${TODO}: ${what} Then remove this comment.\n`;

const checkOfResource = check(
	'Check `summary` in nodes/AgentSuite/description/describe.ts, which n8n shows whole, and the hints of builderHint.ts beside it.',
);

/** Of a list beside other operations, which could not use one until now. */
const checkOfFirstList = check(
	'Search this folder for *cannot list*, *No operation reads*, and *not listed*: hints and notices say what other operations lack. An idField can become a pickId. `preselected` stays as it is after a release.',
);

/** Only the API documentation tells whether a request does what its method says. */
const checksOfMethod: Partial<Record<string, string>> = {
	POST: check(
		"A POST is not sent again after a lost connection, because it could add twice. If this one only reads, add `effect: 'read'`. If it is safe to send twice, `effect: 'update'`.",
	),
	PATCH: check(
		"A PATCH is sent again after a lost connection. If this one adds or counts, which would happen twice, add `effect: 'create'`.",
	),
};

/** Tests enter the placeholders of required fields. */
const EXAMPLE = `e.g. ${TODO}: an example that works with sandbox/seed.ts`;

/** The words of a name: "seoPlatform" has "seo" and "platform". */
const wordsOf = (name: string) => name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The label of a field: "Lead ID" for `leadId`. */
const labelOf = (name: string) =>
	wordsOf(name)
		.map(capitalized)
		.join(' ')
		.replace(/\bId\b/g, 'ID');

/** n8n's word for a list is Get Many. */
const verbsOf = (operation: string) =>
	operation === 'getAll' ? ['get', 'many'] : wordsOf(operation);

/** What a query parameter or a field of the body asks for. */
interface Asked {
	name: string;
	isRequired: boolean;
	isInQuery: boolean;
	schema: Schema;
}

/** Not the places of the path. The first of them is the target. */
const askedBy = ({ parameters, body }: Operation): Asked[] => [
	...parameters
		.filter((parameter) => parameter.in === 'query')
		.map(({ name, required = false, schema }) => ({
			name,
			isRequired: required,
			isInQuery: true,
			schema,
		})),
	...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
		name,
		isRequired: body?.required?.includes(name) ?? false,
		isInQuery: false,
		schema,
	})),
];

/** What a field has beside its label and name. Undefined for an object or a list, which has to be designed. */
function formOf({ isRequired, schema: { type, enum: choices } }: Asked) {
	const required = isRequired ? { required: true } : {};
	if (type === 'boolean' || choices?.join() === 'true')
		return { type: 'boolean', ...required, default: false, description: `Whether ${TODO}` };
	if (type === 'number' || type === 'integer') {
		// Only a number that is refused shows that nobody has entered it.
		const asks = isRequired && {
			...required,
			typeOptions: { minValue: 1 },
			placeholder: EXAMPLE,
		};
		return { type: 'number', ...asks, default: 0, description: TODO };
	}
	if (choices) {
		const options = choices.map((value) => ({ name: capitalized(String(value)), value }));
		return { type: 'options', ...required, default: choices[0], options, description: TODO };
	}
	if (type !== 'string') return undefined;
	const example = isRequired ? EXAMPLE : `e.g. ${TODO}`;
	return { type: 'string', ...required, default: '', placeholder: example, description: TODO };
}

/** Whether it is a field, not an option: it is required, or a switch of the query, which is only sent if it is on. */
const isField = (asked: Asked): boolean =>
	asked.isRequired || (asked.isInQuery && formOf(asked)?.type === 'boolean');

/** The source of a field. */
function fieldOf(asked: Asked): string[] {
	const form = formOf(asked);
	if (!form) return [];
	const name = filledBy(asked.name);
	return [JSON.stringify({ displayName: labelOf(name), name, ...form })];
}

/** The ID of what it is about: the first place of its path, or the first ID that is required. */
function targetOf({ path }: Operation, asked: Asked[]): string | undefined {
	const [, place] = /\{(\w+)\}/.exec(path) ?? [];
	const isId = ({ name, isRequired }: Asked) => isRequired && filledBy(name).endsWith('Id');
	return place ?? asked.find(isId)?.name;
}

/** The entries of an operation that follow from the contract, as far as they do. */
function entriesOf(operation: Operation): string[] {
	const isWrite = operation.method !== 'GET';
	const all = askedBy(operation);
	const target = targetOf(operation, all);
	const asked = all.filter(({ name }) => name !== target);
	const fields = asked.filter(isField).flatMap(fieldOf);
	const isUpdate =
		isWrite && operation.method !== 'POST' && !asked.some(({ isRequired }) => isRequired);
	const optional = asked.filter((one) => !isField(one));
	const updates = isUpdate ? optional.filter((one) => formOf(one)?.type === 'string') : [];
	const options = optional.filter((one) => !updates.includes(one)).flatMap(fieldOf);
	return [
		...(isWrite
			? [`notice: '${TODO}: what it replaces or adds, and what no operation can undo'`]
			: []),
		...(target === undefined ? [] : [`target: ${idFieldOf(filledBy(target))}`]),
		...(fields.length > 0 ? [`fields: [${fields.join()}]`] : []),
		...(updates.length > 0 ? [`updates: [${updates.flatMap(fieldOf).join()}]`] : []),
		...(options.length > 0 ? [`options: [${options.join()}]`] : []),
	];
}

/** The source of a target. */
function idFieldOf(name: string): string {
	const thing = wordsOf(name.replace(/Id$/, '')).join(' ');
	const texts = { thing, displayName: labelOf(name), name };
	const hint = `${TODO}: where to find it, which is also said after a 404`;
	const more = { placeholder: EXAMPLE, description: `ID of the ${thing}`, hint };
	return `idField(${JSON.stringify({ ...texts, ...more })})`;
}

/** In title case, as menus have it. */
const titleOf = (words: string[]) => words.map(capitalized).join(' ');

/** Whether it is the only list of a resource with other operations. */
function isFirstList({ operationId, response }: Operation): boolean {
	const ofResource = operations.filter((other) =>
		other.operationId.startsWith(`${operationId.split('.')[0]}.`),
	);
	const lists = ofResource.filter((other) => other.response.kind === 'list');
	return response.kind === 'list' && lists.length === 1 && ofResource.length > 1;
}

/** The start of the file of an operation, not formatted. */
export function operationSource(operation: Operation): string {
	const { operationId, summary } = operation;
	const [resource, own] = operationId.split('.');
	const verbs = verbsOf(own);
	const things = own === 'getAll' ? `${resource}s`.replace(/([^aeo])ys$/, '$1ies') : resource;
	const entries = [
		`name: '${titleOf(verbs)}'`,
		`action: '${capitalized([...verbs, ...wordsOf(things)].join(' '))}'`,
		`description: ${JSON.stringify(summary)}`,
		...entriesOf(operation),
	].join();
	return `import { defineOperation } from '../../define/defineOperation';
${entries.includes('idField(') ? "import { idField } from '../../define/fields';\n" : ''}import { ${resource}Resource } from './resource';

${isFirstList(operation) ? checkOfFirstList : ''}${checksOfMethod[operation.method] ?? ''}export const ${resource}${capitalized(own)} = defineOperation(${resource}Resource, '${own}', {${entries}});
`;
}

/** Of a resource, the first read is selected at first. */
function resourceSource(resource: string): string {
	const all = operations.filter(({ operationId }) => operationId.startsWith(`${resource}.`));
	const { operationId } = all.find(({ method }) => method === 'GET') ?? all[0];
	const name = titleOf(wordsOf(resource));
	return `import { defineResource } from '../../define/defineOperation';

${checkOfResource}export const ${resource}Resource = defineResource('${resource}', {
	name: '${name}', description: '${TODO}', preselected: '${operationId.split('.')[1]}' });
`;
}

/**
 * The changelog with a line for each operation that is started, under *Added* of *Unreleased*.
 * @param started paths of the missing files
 */
export function withStarted(changelog: string, started: string[]): string {
	const lines = operations
		.filter(({ operationId }) => started.includes(operationPath(operationId)))
		.map(({ operationId, summary }) => {
			const [resource, own] = operationId.split('.');
			return `- **${titleOf(wordsOf(resource))}: ${titleOf(verbsOf(own))}**: ${summary}.\n`;
		});
	if (lines.length === 0) return changelog;
	const added = '## [Unreleased]\n\n### Added\n\n';
	const withAdded = changelog.includes(added)
		? changelog
		: changelog.replace('## [Unreleased]\n', added);
	return withAdded.replace(added, added + lines.join(''));
}

/** Where the file of an operation is. */
const operationPath = (operationId: string) =>
	`${folder}/${operationId.replace('.', '/')}.operation.ts`;

/** The missing files with their paths, not formatted. @param root the folder of the clone */
export function newOperationFiles(root: string): Array<[path: string, text: string]> {
	const sources = new Map<string, string>();
	for (const operation of operations) {
		const [resource] = operation.operationId.split('.');
		sources.set(`${folder}/${resource}/resource.ts`, resourceSource(resource));
		sources.set(operationPath(operation.operationId), operationSource(operation));
	}
	return [...sources].filter(([path]) => !existsSync(join(root, path)));
}

/** @throws for what a path still has of the one that it is copied from, and for what the nodes do not know, each with what to do */
export function checkContract(
	contract: ReadonlyArray<Pick<Operation, 'operationId' | 'summary' | 'method' | 'path'>>,
): void {
	const nameOf = ({ method, path }: (typeof contract)[number]) => `${method} ${path}`;
	const wrong = contract.flatMap((operation, index) => {
		const { operationId, summary, method } = operation;
		const missing = missingRow(method);
		const twins = (key: 'operationId' | 'summary') =>
			contract
				.slice(0, index)
				.filter((other) => other[key] === operation[key])
				.map(
					(other) => `has the ${key} of ${nameOf(other)}: '${operation[key]}'. Give it its own.`,
				);
		return [
			...twins('operationId'),
			...twins('summary'),
			...(/^[a-z][a-zA-Z0-9]*\.[a-z][a-zA-Z0-9]*$/.test(operationId)
				? []
				: [`has the operationId '${operationId}': it is <resource>.<operation>, as lead.getAll.`]),
			...(summary ? [] : ['has no summary.']),
			...(missing === undefined ? [] : [missing]),
		].map((text) => `sandbox/openapi.yaml, ${nameOf(operation)}: ${text}`);
	});
	if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

/**
 * Checks the names of operation files before they are loaded, which would fail without saying why.
 * @throws for the first that has no resource, or is not in the contract, with what to do
 */
export function checkOperationFiles(root: string): void {
	const known: string[] = operations.map(({ operationId }) => operationId);
	const declaredIn = (path: string, declaration: RegExp) =>
		declaration.exec(readFileSync(join(root, path), 'utf8'))?.[1];
	const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
	for (const file of files.filter((name) => name.endsWith('.operation.ts')).sort()) {
		const path = `${folder}/${file.replaceAll('\\', '/')}`;
		const ofResource = path.replace(/[^/]+$/, 'resource.ts');
		if (!existsSync(join(root, ofResource)))
			throw new Error(`${ofResource}: add the resource, as in ${folder}/billing/resource.ts.`);
		const resource = declaredIn(ofResource, /defineResource\('(\w+)'/);
		const operation = declaredIn(path, /defineOperation\(\w+, '(\w+)'/);
		const id = `${resource}.${operation}`;
		if (!known.includes(id))
			throw new Error(
				`${path}: sandbox/openapi.yaml has no operationId '${id}', only ${known.join(', ')}. Add it there, or correct the names in this file and in ${ofResource}.`,
			);
	}
}
