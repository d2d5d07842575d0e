/** The names that saved workflows contain, and the requests they lead to: fixed once they are released. */
import type { INodeProperties } from 'n8n-workflow';

import { describeNode } from '../../nodes/AgentSuite/parameters/describeNode';
import { describeTrigger } from '../../nodes/AgentSuite/parameters/describeTrigger';
import * as eventTable from '../../nodes/AgentSuite/resources/events';
import * as operationTable from '../../nodes/AgentSuite/resources/operations';
import json from './publicNames.json';

type Names = Record<string, string[]>;

const kept: Names = json;

/** The names of the fields that a choice shows, those in a collection as `collection.name`. */
function namesFor(properties: INodeProperties[], choice: Record<string, string>): string[] {
	const isShown = ({ displayOptions, type }: INodeProperties) =>
		type !== 'notice' &&
		Object.entries(choice).every(([name, value]) => displayOptions?.show?.[name]?.includes(value));
	return properties
		.filter(isShown)
		.flatMap(({ name, type, options = [] }) =>
			type === 'collection' ? options.map((option) => `${name}.${option.name}`) : [name],
		);
}

/** The present names: operations with their request, events, and the parameters of both. */
export function publicNames(): Names {
	const [operations, events] = [Object.values(operationTable), Object.values(eventTable)];
	const ofNode = describeNode(operations);
	const ofTrigger = describeTrigger(events);
	return Object.fromEntries([
		...operations.map(({ id, resource, value, method, path }): [string, string[]] => [
			id,
			[`${method} ${path}`, ...namesFor(ofNode, { resource: resource.value, operation: value })],
		]),
		...events.map(({ event }): [string, string[]] => [event, namesFor(ofTrigger, { event })]),
	]);
}

/** The kept names that do not exist any more. */
export function lostNames(present = publicNames()): string[] {
	return Object.entries(kept).flatMap(([id, names]) =>
		names.filter((name) => !present[id]?.includes(name)).map((name) => `${id}: ${name}`),
	);
}

/** The kept names with the new ones. Only a person removes a name from the file. */
export function allNames(): Names {
	const present = publicNames();
	const ids = [...new Set([...Object.keys(kept), ...Object.keys(present)])].sort();
	return Object.fromEntries(
		ids.map((id) => {
			const names = [...(kept[id] ?? []), ...(present[id] ?? [])];
			return [id, [...new Set(names)].sort()];
		}),
	);
}
