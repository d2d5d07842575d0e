/** The pages below docs/ that are made from the operation and event tables. */
import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../../nodes/AgentSuite/model/event';
import type { Operation } from '../../nodes/AgentSuite/model/operation';
import { resourcesOf } from '../../nodes/AgentSuite/description/describeNode';
import { errorsPage } from './errors';
import { eventsPage } from './events';
import { resourcePage } from './operations';

interface Tables {
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
	return [
		...resourcesOf(operations).map((resource): [string, string] => [
			`docs/operations/${resource.value}.md`,
			resourcePage(resource, operations, outputOf),
		]),
		['docs/events.md', eventsPage(events, outputOf)],
		['docs/errors.md', errorsPage(operations)],
	];
}
