import type { IDataObject } from 'n8n-workflow';

import type { Field, Operation } from '../../nodes/AgentSuite/model/operation';
import { resources, type ResourceValue } from '../../nodes/AgentSuite/model/resources';
import { describeNode, optionFields } from '../../nodes/AgentSuite/parameters/describeNode';
import { ownErrors } from './errors';
import { fieldTable, notices } from './fields';
import { anchor, bullets, code, count, generatedNote, json, page, table } from './markdown';

const isList = ({ fields }: Operation) => fields.some(({ name }) => name === 'returnAll');

const title = ({ resource, name }: Operation) => `${resources[resource].name}: ${name}`;

/** Where an operation is described, below docs/. */
export function operationLink(operation: Operation): string {
	return `operations/${operation.resource}.md#${anchor(operation.name)}`;
}

/** The fields as the editor shows them, without the menus that lead to the operation. */
function editorFields(operation: Operation): Field[] {
	return describeNode([operation]).filter(
		({ name }) => !['resource', 'operation', 'options'].includes(name),
	);
}

/** The effect of a request, and whether it can be undone. */
function effects(operation: Operation, operations: Operation[]): string {
	const { method, resource, idempotent } = operation;
	if (method === 'GET') return 'Effect: reads data and changes nothing.';
	const beside = operations.filter((other) => other.resource === resource);
	const has = (wanted: string) => beside.some((other) => other.method === wanted);
	if (!idempotent) {
		const undo = has('DELETE') ? '' : ' You cannot undo this from n8n.';
		return `Effect: **adds a record each time it runs**.${undo} The node only retries if that cannot add a second record.`;
	}
	const read = has('GET') ? '' : ' No operation reads them, so keep a copy if you might need it.';
	return `Effect: **overwrites the current values**.${read} Running it twice with the same values changes nothing more.`;
}

function output(operation: Operation): string {
	return isList(operation)
		? 'One item per record, linked to the input item. An empty list returns no items, and n8n then ends **Loop Over Items** early. In a loop, turn on **Always Output Data** in the node settings.'
		: 'One item per input item.';
}

function secrets({ secrets: paths = [] }: Operation): string[] {
	const names = paths.map(code).join(', ');
	return names ? [`Not included unless you turn on **Include Secrets**: ${names}.`] : [];
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
		optionFields(entry).some((field) => field.name === name),
	);
	return having.length > 1;
}

function section(operation: Operation, sample: IDataObject, operations: Operation[]): string[] {
	const { name, description, method, path, tokens, resource, operation: value } = operation;
	const fields = editorFields(operation);
	const ownOptions = optionFields(operation).filter((field) => !isShared(field, operations));
	const options: Field[] = ownOptions.length
		? [{ ...emptyOptions, options: ownOptions as never }]
		: [];
	const errors = ownErrors(operation);
	return [
		`## ${name}`,
		`${description}.`,
		bullets([
			`Saved as: resource ${code(resource)}, operation ${code(value)}.`,
			`Request: ${code(`${method} ${path}`)}.`,
			`Cost: ${count(tokens, 'token')} per request.`,
			effects(operation, operations),
			...notices(fields),
		]),
		'**Parameters**',
		fieldTable([...fields, ...options]) || 'None.',
		'**Output**',
		[output(operation), ...secrets(operation)].join(' '),
		json(sample),
		...(errors.length > 0
			? ['**Errors**', table(['Status', 'Message', 'What to do'], errors)]
			: []),
	];
}

/** The page of the shared options. An option that some operations do not have names those that do. */
export function optionsPage(operations: Operation[]): string {
	const all = operations.flatMap((operation) => optionFields(operation));
	const unique = [...new Map(all.map((field) => [field.name, field])).values()];
	const byTitle = (left: Field, right: Field) =>
		left.displayName.localeCompare(right.displayName, 'en');
	const common = unique.filter((field) => isShared(field, operations));
	const fields = common.sort(byTitle).map((field) => {
		const names = (entry: Operation) => optionFields(entry).map(({ name }) => name);
		const having = operations.filter((entry) => names(entry).includes(field.name));
		if (having.length === operations.length) return field;
		const description = (field.description ?? '').replace(/\.$/, '');
		return { ...field, description: `${description}. Only on ${having.map(title).join(', ')}` };
	});
	return page(
		generatedNote,
		'# Options',
		'Use **Options > Add Option** to change how an operation of the **Agent Suite** node runs. This page covers the options that operations share.',
		fieldTable(fields),
		'Refer to [Stay within limits and budget](guides/limits-and-budget.md) for what limits, retries, and tokens mean for a workflow.',
	);
}

/** The page of one resource. */
export function resourcePage(
	resource: ResourceValue,
	operations: Operation[],
	sampleOf: (operation: Operation) => IDataObject,
): string {
	const own = operations.filter((operation) => operation.resource === resource);
	const { name, description } = resources[resource];
	return page(
		generatedNote,
		`# ${name}`,
		`${description}. Use these operations of the **Agent Suite** node:`,
		bullets(
			own.map(
				(operation) =>
					`[${operation.name}](#${anchor(operation.name)}) (${count(operation.tokens, 'token')}): ${operation.description}`,
			),
		),
		'All operations share these [options](../options.md) and [errors](../errors.md). This page covers what is particular to each operation.',
		...own.flatMap((operation) => section(operation, sampleOf(operation), operations)),
		'[All resources and events](../README.md)',
	);
}

/** The index of operations, for docs/README.md. */
export function operationIndex(operations: Operation[]): string {
	return table(
		['Operation', 'What it does', 'Tokens'],
		operations.map((operation) => [
			`[${title(operation)}](${operationLink(operation)})`,
			operation.description,
			String(operation.tokens),
		]),
	);
}
