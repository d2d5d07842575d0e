/**
 * The names that saved workflows contain, and the requests they lead to. `publicNames.json` has those of the last release, which
 * `npm version` writes. Until the first one, none is fixed.
 */
import type { INodeProperties } from 'n8n-workflow';

import { AgentSuite } from '../../nodes/AgentSuite/AgentSuite.node';
import { AgentSuiteTrigger } from '../../nodes/AgentSuite/AgentSuiteTrigger.node';
import * as eventTable from '../../nodes/AgentSuite/resources/events';
import * as operationTable from '../../nodes/AgentSuite/resources/operations';
import json from './publicNames.json';

type Names = Record<string, string[]>;

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
	const { properties: ofNode } = new AgentSuite().description;
	const { properties: ofTrigger } = new AgentSuiteTrigger().description;
	return Object.fromEntries([
		...operations.map(({ id, resource, value, method, path }): [string, string[]] => [
			id,
			[
				`${method} ${path}`,
				// n8n does not save it then.
				...(resource.preselected === value ? ['selected at first'] : []),
				...namesFor(ofNode, { resource: resource.value, operation: value }),
			],
		]),
		...events.map(({ event }): [string, string[]] => [event, namesFor(ofTrigger, { event })]),
	]);
}

/** The released names that do not exist any more. */
export const lostNames = (released: Names = json, present = publicNames()): string[] =>
	Object.entries(released).flatMap(([id, names]) =>
		names.filter((name) => !present[id]?.includes(name)).map((name) => `${id}: ${name}`),
	);
