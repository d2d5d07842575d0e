import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import type { Resource } from '../model/operationSpec';
import { shownFields } from '../fields/shownFields';
import { byName, menu, priced, propertiesOf, property } from './describe';

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

const operationProperties = (operation: Operation): INodeProperties[] =>
	propertiesOf(shownFields(operation), {
		resource: [operation.resource.value],
		operation: [operation.value],
	});

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
