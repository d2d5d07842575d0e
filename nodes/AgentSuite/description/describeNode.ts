import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { Field } from '../model/field';
import type { Operation, Resource } from '../model/operation';
import { count } from '../texts/words';
import { fieldsOfOperation, MAX_TOKENS, optionsOf } from '../fields/operationFields';
import { byName, menu, priced, propertiesOf, property } from './describe';
import { optionsCollection } from '../fields/sharedFields';

function operationMenu({ value, preselected }: Resource, operations: Operation[]): INodeProperties {
	const ofResource = operations.filter(({ resource }) => resource.value === value);
	const entries = ofResource.map(({ name, value: operation, action, description, tokens }) => ({
		name,
		value: operation,
		action,
		description: priced(description, tokens),
	}));
	const texts = { displayName: 'Operation', name: 'operation' };
	return property(menu(texts, entries, preselected), { resource: [value] });
}

const noticeField = (name: string, displayName: string) =>
	({ displayName, name, type: 'notice', default: '' }) as const satisfies Field;

/** A notice that only a tool of an AI agent shows. @param hide as in n8n's `displayOptions` */
const toolNotice = (name: string, displayName: string, hide: IDisplayOptions['hide'] = {}) => ({
	...noticeField(name, displayName),
	displayOptions: { show: { '@tool': [true] }, hide },
});

/** What a tool spends without the option, which only a tooltip would say. */
const tokensNotice = ({ tokens }: Operation) =>
	toolNotice(
		'toolNotice',
		`Spends up to ${MAX_TOKENS.model} Agent Suite tokens per workflow execution (${count(Math.floor(MAX_TOKENS.model / tokens), 'call')}), or per call over MCP. 'Max Tokens' changes that.`,
		{ '/options.maxTokens': [{ _cnd: { exists: true } }] },
	);

const approvalNotice = toolNotice(
	'approvalNotice',
	'Unless a person already approves each call, point at the connection to the AI agent, and select + (Add human review step).',
);

/** Shown until a filter has a value. */
const filtersNotice = (filters: Operation['filters']) =>
	toolNotice(
		'filtersNotice',
		'Until a filter has a value, a model gets all records up to Limit. Add filters, and let the model define their values.',
		Object.fromEntries(
			filters.map(({ field }) => [`/filters.${field.name}`, [{ _cnd: { exists: true } }]]),
		),
	);

function operationProperties(operation: Operation): INodeProperties[] {
	const { resource, value, effect, filters, notice } = operation;
	const show = { resource: [resource.value], operation: [value] };
	const properties = [
		...(notice === undefined ? [] : [noticeField('notice', notice)]),
		...(effect === 'read' ? [] : [approvalNotice]),
		...fieldsOfOperation(operation),
		...(filters.length > 0 ? [filtersNotice(filters)] : []),
		tokensNotice(operation),
		optionsCollection(optionsOf(operation, 'model')),
	];
	return propertiesOf(properties, show);
}

/** The resources of the operations, each once, in the order of the menu. */
export function resourcesOf(operations: Operation[]): Resource[] {
	const entries = operations.map(({ resource }) => resource);
	return [...new Map(entries.map((entry) => [entry.value, entry])).values()].sort(byName);
}

/**
 * A menu of resources, a menu of operations for each, then the fields of each operation, shown only for that.
 * @param selected resource of a node that was just added
 */
export function describeNode(operations: Operation[], selected: Resource): INodeProperties[] {
	const resources = resourcesOf(operations);
	const entries = resources.map(({ name, value, description }) => ({ name, value, description }));
	return [
		menu({ displayName: 'Resource', name: 'resource' }, entries, selected.value),
		...resources.map((resource) => operationMenu(resource, operations)),
		...operations.flatMap(operationProperties),
	];
}

/** An expression that returns "Get Many: Lead" for the saved values `getAll` and `lead`. */
export function subtitle(operations: Operation[]): string {
	const titles = Object.fromEntries(
		operations.map(({ id, name, resource }) => [id, `${name}: ${resource.name}`]),
	);
	return `={{ (${JSON.stringify(titles)})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}
