/** The pages below docs/ that are made from the operation and event tables. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../../nodes/AgentSuite/model/event';
import type { Operation } from '../../nodes/AgentSuite/model/operation';
import { resources, type ResourceValue } from '../../nodes/AgentSuite/model/resources';
import { errorsPage } from './errors';
import { eventIndex, eventPage } from './events';
import { withParts } from './markdown';
import { operationIndex, optionsPage, resourcePage } from './operations';

export interface Tables {
	operations: Operation[];
	events: TriggerEvent[];
	/** One output item of an operation with every parameter at its default. */
	outputOf(operation: Operation): IDataObject;
}

/** Every generated page with its path below the root of the project. */
export async function docsPages(
	root: string,
	{ operations, events, outputOf }: Tables,
): Promise<Array<[path: string, text: string]>> {
	const index = 'docs/README.md';
	const used = (Object.keys(resources) as ResourceValue[]).filter((resource) =>
		operations.some((operation) => operation.resource === resource),
	);
	const parts = { operations: operationIndex(operations), events: eventIndex(events) };
	return [
		...used.map((resource): [string, string] => [
			`docs/operations/${resource}.md`,
			resourcePage(resource, operations, outputOf),
		]),
		...events.map((event): [string, string] => [`docs/events/${event.event}.md`, eventPage(event)]),
		['docs/errors.md', errorsPage(operations)],
		['docs/options.md', optionsPage(operations)],
		[index, withParts(await readFile(join(root, index), 'utf8'), parts, index)],
	];
}
