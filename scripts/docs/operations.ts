import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../nodes/AgentSuite/model/field';
import type { Effect } from '../../nodes/AgentSuite/model/endpoint';
import type { Operation } from '../../nodes/AgentSuite/model/operation';
import type { MenuEntry } from '../../nodes/AgentSuite/model/operationSpec';
import { describeNode } from '../../nodes/AgentSuite/description/describeNode';
import { listFields, optionsOf } from '../../nodes/AgentSuite/fields/operationFields';
import { byLabel } from '../../nodes/AgentSuite/fields/sharedFields';
import { firstSentence, ownErrors } from './errors';
import { fieldLines, fieldList, notices } from './fields';
import { anchor, bullets, code, count, generatedNote, json, page } from './markdown';

/** The resource and the name of an operation, such as "Lead: Get Many". */
export const operationTitle = ({ resource, name }: Operation) => `${resource.name}: ${name}`;

/** Where an operation is described, below docs/. */
export function operationLink(operation: Operation): string {
	return `operations/${operation.resource.value}.md#${anchor(operation.name)}`;
}

/** Described once, with the limits: the menus that lead to an operation, and the fields of every list. */
const sharedNames = ['resource', 'operation', 'options', ...listFields.map(({ name }) => name)];

/** The fields as the editor shows them, without those that operations share. */
function editorFields(operation: Operation): Field[] {
	return describeNode([operation], operation.resource).filter(
		({ name }) => !(sharedNames as string[]).includes(name),
	);
}

/** What a request does, and what happens if it is sent twice. What it overwrites is in the notice of the operation. */
const effects: Record<Effect, string> = {
	read: 'Read-only.',
	update:
		'**Changes existing data**. Running it again has the same result, but costs tokens again.',
	create:
		'**Adds a record each time it runs**. The node sends it again only if the first attempt surely added nothing.',
};

function secrets(operation: Operation): string[] {
	const { secrets: found } = operation.response;
	if (!found) return [];
	const { paths, option } = found;
	const returned = option ? 'Only returned with **Include Secrets**' : '**Never returned**';
	return [`${returned}: ${paths.map(code).join(', ')}.`];
}

const emptyOptions = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
} as const satisfies Field;

/** Whether more than one operation has the option. */
function isShared({ name }: Field, operations: Operation[]): boolean {
	const having = operations.filter((entry) =>
		optionsOf(entry, 'model').some((field) => field.name === name),
	);
	return having.length > 1;
}

/** What an operation returns: the documented record, or the operation above it on the page and the fields that it adds to that. */
function output(
	operation: Operation,
	operations: Operation[],
	outputOf: (operation: Operation) => IDataObject,
): string[] {
	const many =
		operation.response.kind === 'list' ? 'one item per record' : 'one item per input item';
	const own = outputOf(operation);
	const has = (output: IDataObject) =>
		Object.entries(output).every(([name, value]) => json(own[name]) === json(value));
	const above = operations.slice(0, operations.indexOf(operation));
	const same = above.find((other) => other.resource === operation.resource && has(outputOf(other)));
	if (!same) return [`Returns ${many}:`, json(own)];
	const known = outputOf(same);
	const added = Object.entries(own).filter(([name]) => !(name in known));
	const link = `Returns ${many}, with the fields of [${same.name}](#${anchor(same.name)})`;
	if (added.length === 0) return [`${link}.`];
	return [`${link}, and:`, json(Object.fromEntries(added))];
}

/** The line of a field, or a link to the same line of an operation above it on the page. */
function firstOrLink(line: string, above: Operation[]): string {
	const same = above.find((other) => fieldLines(editorFields(other)).includes(line));
	const [title] = line.split(': ', 1);
	return same ? `${title}: as in [${same.name}](#${anchor(same.name)}).` : line;
}

/**
 * The errors with the same advice as one: their statuses and messages, and the first sentence of the advice.
 */
function grouped(errors: string[][]): string[][] {
	const byAdvice = new Map<string, string[][]>();
	for (const error of errors) {
		const [, , todo] = error;
		byAdvice.set(todo, [...(byAdvice.get(todo) ?? []), error]);
	}
	return [...byAdvice].map(([todo, same]) => [
		same.map(([status]) => status).join(', '),
		[...new Set(same.map(([, message]) => message))].join('*, *'),
		firstSentence(todo),
	]);
}

function section(
	operation: Operation,
	operations: Operation[],
	outputOf: (operation: Operation) => IDataObject,
): string[] {
	const { name, value, description, method, path, tokens, effect, resource } = operation;
	const above = operations
		.slice(0, operations.indexOf(operation))
		.filter((other) => other.resource === resource);
	const fields = editorFields(operation);
	const ownOptions = optionsOf(operation, 'model').filter((field) => !isShared(field, operations));
	const options: Field[] = ownOptions.length
		? [{ ...emptyOptions, options: ownOptions as never }]
		: [];
	const own = bullets(fieldLines([...fields, ...options]).map((line) => firstOrLink(line, above)));
	const errors = grouped(ownErrors(operation)).map(
		([statuses, messages, todo]) => `**${statuses}**, *${messages}*: ${todo}`,
	);
	return [
		`## ${name}`,
		`${description}.`,
		bullets([
			`${code(`${method} ${path}`)}, ${count(tokens, 'token')}. Saved as ${code(resource.value)}, ${code(value)}.`,
			effects[effect],
			...notices(fields),
			...secrets(operation),
		]),
		...(own ? ['Fields:', own] : []),
		...output(operation, operations, outputOf),
		...(errors.length > 0 ? ['Errors:', bullets(errors)] : []),
	];
}

/** The options and fields that operations share. An option that some operations do not have names those that do. */
export function sharedFields(operations: Operation[]): string {
	const all = operations.flatMap((operation) => optionsOf(operation, 'model'));
	const unique = [...new Map(all.map((field) => [field.name, field])).values()];
	const common = unique.filter((field) => isShared(field, operations));
	const options = common.sort(byLabel).map((field) => {
		const names = (entry: Operation) => optionsOf(entry, 'model').map(({ name }) => name);
		const having = operations.filter((entry) => names(entry).includes(field.name));
		if (having.length === operations.length) return field;
		const description = (field.description ?? '').replace(/\.$/, '');
		const reads = operations.filter(({ effect }) => effect === 'read');
		const isOfReads = having.length === reads.length && having.every((one) => reads.includes(one));
		const where = isOfReads ? 'operations that read' : 'operations whose section names it';
		return { ...field, description: `${description}. Only on ${where}` };
	});
	return fieldList(options);
}

/** What the page of a resource says about guides. */
const changeMany =
	' Refer to [Change many snippets or first messages](../articles-snippets-and-messages.md#change-many-snippets-or-first-messages).';
const guides: Record<string, string> = {
	article:
		' Refer to [Find an article by its title](../articles-snippets-and-messages.md#find-an-article-by-its-title).',
	lead: ' Refer to [What a lead contains](../sync-leads-to-a-crm.md#what-a-lead-contains).',
	snippet: changeMany,
	whatsApp: changeMany,
};

/** The page of one resource. */
export function resourcePage(
	{ name, value, description }: MenuEntry,
	operations: Operation[],
	outputOf: (operation: Operation) => IDataObject,
): string {
	const own = operations.filter(({ resource }) => resource.value === value);
	return page(
		generatedNote,
		`# ${name}`,
		`${description}. Shared: [options](../limits.md#options), [errors](../errors.md).${guides[value] ?? ''}`,
		...own.flatMap((operation) => section(operation, operations, outputOf)),
	);
}
