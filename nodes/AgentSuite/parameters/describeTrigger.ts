import type { INodeProperties } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import type { Field } from '../model/operation';
import { byName, optionsField, price, property } from './describe';
import { includeSecretsOption } from './options';

const emitExistingOption = {
	displayName: 'Emit Existing',
	name: 'emitExisting',
	type: 'boolean',
	default: false,
	description: 'Whether the first poll also returns existing records, instead of only new ones',
} as const satisfies Field;

/** Fields of every event, below the menu of events. */
export const triggerFields = [
	{
		displayName: 'Retry Failed Executions',
		name: 'retryFailedExecutions',
		type: 'boolean',
		default: false,
		description:
			'Whether to return a record again if its execution does not succeed. The first retry is due after 50 seconds, later ones at intervals of up to 1 hour. A record can be returned more than once, so end the workflow with a node that creates or updates.',
	},
	{
		displayName: 'Minimum Interval (Minutes)',
		name: 'minInterval',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 15,
		description:
			'Minimum time between two reads of the service, even if the trigger polls more often. Set to 0 to read at every poll.',
		hint: 'A poll before this time returns nothing and costs no tokens',
	},
] as const satisfies readonly Field[];

export function eventField(events: TriggerEvent[]): Field {
	const menu: Field = {
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		default: '',
		options: events
			.map(({ name, event, description }) => ({ name, value: event, description }))
			.sort(byName),
	};
	return { ...menu, default: events.find(({ isDefault }) => isDefault)?.event };
}

/** The options of one event, if any. */
export function optionsOf({
	emitExisting,
	options = [],
	list: { operation },
}: TriggerEvent): Field {
	return optionsField([
		...options,
		...(emitExisting === 'option' ? [emitExistingOption] : []),
		...(operation.secrets ? [includeSecretsOption] : []),
	]);
}

/** What an event costs at the default interval, and if it reads every minute. */
function costNotice(tokens: number): Field {
	const daily = (minutes: number) => ((24 * 60 * tokens) / minutes).toLocaleString('en-US');
	return {
		displayName: `Each read costs ${price(tokens)}. Reading every 15 minutes costs ${daily(15)} tokens a day, and every minute ${daily(1)}.`,
		name: 'cost',
		type: 'notice',
		default: '',
	};
}

/** The properties of the trigger: the menu of events, what all events share, then the cost and the fields of each event. */
export function describeTrigger(events: TriggerEvent[]): INodeProperties[] {
	const shared = [eventField(events), ...triggerFields];
	return [
		...shared.map((field) => structuredClone(field) as INodeProperties),
		...events.flatMap((event) => {
			const options = optionsOf(event);
			const fields = options.options?.length ? [...event.fields, options] : event.fields;
			return [costNotice(event.list.operation.tokens), ...fields].map((field) =>
				property(field, { event: [event.event] }),
			);
		}),
	];
}

/** An expression that returns "Lead Created" for the saved value `leadCreated`. */
export function triggerSubtitle(events: TriggerEvent[]): string {
	const titles = Object.fromEntries(events.map(({ event, name }) => [event, name]));
	return `={{ (${JSON.stringify(titles)})[$parameter["event"]] }}`;
}
