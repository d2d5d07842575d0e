/** The pages below docs/ that are made from the operation and event tables. */
import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../../nodes/AgentSuite/model/event';
import type { Operation } from '../../nodes/AgentSuite/model/operation';
import { resources, type ResourceValue } from '../../nodes/AgentSuite/model/resources';
import { errorsPage } from './errors';
import { eventsPage } from './events';
import { optionsPage, resourcePage } from './operations';

export interface Tables {
	operations: Operation[];
	events: TriggerEvent[];
	/** One output item of an operation with every parameter at its default. */
	outputOf(operation: Operation): IDataObject;
}

/** Every generated page with its path below the root of the project. */
export function docsPages({
	operations,
	events,
	outputOf,
}: Tables): Array<[path: string, text: string]> {
	const used = (Object.keys(resources) as ResourceValue[]).filter((resource) =>
		operations.some((operation) => operation.resource === resource),
	);
	return [
		...used.map((resource): [string, string] => [
			`docs/operations/${resource}.md`,
			resourcePage(resource, operations, outputOf),
		]),
		['docs/events.md', eventsPage(events)],
		['docs/errors.md', errorsPage(operations)],
		['docs/options.md', optionsPage(operations)],
	];
}
