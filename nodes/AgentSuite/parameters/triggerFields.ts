/** Fields of the trigger: those of every event, and the options of one. */

import type { TriggerEvent } from '../model/event';
import type { Field } from '../model/operation';
import { count } from '../model/words';
import { byName } from './fields';
import { includeSecretsOption } from './sharedFields';

const emitExistingOption = {
	displayName: 'Emit Existing',
	name: 'emitExisting',
	type: 'boolean',
	default: false,
	description:
		'Whether the first poll also returns existing records, instead of only new ones. To return all records once more, publish with it off, then on.',
} as const satisfies Field;

const recordsPerExecutionOption = {
	displayName: 'Records per Execution',
	name: 'recordsPerExecution',
	type: 'options',
	default: 'automatic',
	description: 'How many records to pass to one execution',
	options: [
		{
			name: 'All',
			value: 'all',
			description:
				'All that a poll returns, also after a failure. For digests. A refused record holds up the others.',
		},
		{
			name: 'Automatic',
			value: 'automatic',
			description: 'All that a poll finds. After a failure, fewer.',
		},
		{
			name: 'One',
			value: 'one',
			description:
				'Each record has its own execution, one after another unless one takes over five minutes',
		},
	],
} as const satisfies Field;

/** Fields of every event, below the menu of events. */
export const triggerFields = [
	{
		displayName: 'Retry Failed Executions',
		name: 'retryFailedExecutions',
		type: 'boolean',
		default: false,
		description:
			'Whether to return a record again if its execution does not succeed. If several fail together, fewer are returned at a time, so that a refused one does not hold up the others.',
		hint: 'A record is returned until its execution succeeds, so end in a node that creates or updates',
	},
	{
		displayName: 'Read at Most Every (Minutes)',
		name: 'minInterval',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 15,
		description:
			'Minimum time between two reads of the service, even if Poll Times is shorter. Only a read finds something new and costs tokens. Set to 0 to read at every poll.',
		hint: 'Polls between reads are free',
	},
] as const satisfies readonly Field[];

/** What a read costs: "5 tokens (Balance Low: 1)". */
export function readCost(events: TriggerEvent[]): string {
	const tokensOf = ({ list }: TriggerEvent) => list.operation.tokens;
	const most = Math.max(...events.map(tokensOf));
	const cheaper = events.filter((event) => tokensOf(event) < most);
	const others = cheaper.map((event) => `${event.name}: ${tokensOf(event)}`).join(', ');
	const cost = count(most, 'token');
	return others === '' ? cost : `${cost} (${others})`;
}

/** The menu of events. */
export function eventField(events: TriggerEvent[]): Field {
	const selected = events.find(({ isDefault }) => isDefault)?.event;
	return {
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		default: selected,
		hint: `Fetch Test Event returns up to 3 records and costs ${readCost(events)}`,
		options: events
			.map(({ name, event, description, list }) => ({
				name,
				value: event,
				description: `${description} (${count(list.operation.tokens, 'token')})`,
			}))
			.sort(byName),
	};
}

/** The options of one event: its own, and those that it shares with others. */
export function optionsOfEvent(event: TriggerEvent): Field[] {
	const { emitExisting, options = [], list } = event;
	return [
		...options,
		...(emitExisting === 'option' ? [emitExistingOption] : []),
		...(list.operation.secrets ? [includeSecretsOption] : []),
		// Alerts are few.
		...(list.alerts ? [] : [recordsPerExecutionOption]),
	];
}
