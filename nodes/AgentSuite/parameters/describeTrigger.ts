import type { INodeProperties } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import type { Field } from '../model/operation';
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

/** The menu of events. */
export function eventField(events: TriggerEvent[]): Field {
	const menu: Field = {
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		default: '',
		options: events
			.map(({ name, event, description }) => ({ name, value: event, description }))
			.sort((left, right) => left.name.localeCompare(right.name, 'en')),
	};
	return { ...menu, default: events.find(({ isDefault }) => isDefault)?.event };
}

/** The options of one event, if any. */
export function optionsOf({
	emitExisting,
	options = [],
	list: { operation },
}: TriggerEvent): Field {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			...options,
			...(emitExisting === 'option' ? [emitExistingOption] : []),
			...(operation.secrets ? [includeSecretsOption] : []),
		],
	};
}

const number = (value: number) => value.toLocaleString('en-US');

const MINUTES_A_DAY = 24 * 60;
/** Intervals whose cost is shown as a figure, in minutes. */
const INTERVALS = [1, 2, 3, 5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 720, 1440];

/** Notices about the cost of polling at the selected interval. */
function costNotices(tokens: number, events: TriggerEvent[]): INodeProperties[] {
	const each = tokens === 1 ? '1 token' : `${tokens} tokens`;
	const event = events.map((entry) => entry.event);
	const notice = (name: string, displayName: string, minInterval: number[]): INodeProperties => ({
		displayName,
		name: `cost${tokens}${name}`,
		type: 'notice',
		default: '',
		displayOptions: { show: { event, ...(minInterval.length > 0 && { minInterval }) } },
	});
	const daily = (minutes: number) => number((MINUTES_A_DAY / minutes) * tokens);
	const other = notice('', `Each read costs ${each}, whether or not something has changed`, []);
	return [
		...INTERVALS.map((minutes) =>
			notice(
				`Every${minutes}`,
				`Polling every ${minutes === 1 ? 'minute' : `${minutes} minutes`} costs ${daily(minutes)} tokens a day`,
				[minutes],
			),
		),
		notice(
			'EveryPoll',
			`Each poll costs ${each}. Polling every minute costs ${daily(1)} tokens a day.`,
			[0],
		),
		{
			...other,
			displayOptions: { ...other.displayOptions, hide: { minInterval: [0, ...INTERVALS] } },
		},
	];
}

/** A field as n8n's type, with its own arrays, because n8n changes descriptions in place. */
function shownFor(field: Field, { event }: TriggerEvent): INodeProperties {
	const copy = structuredClone(field) as INodeProperties;
	return { ...copy, displayOptions: { show: { event: [event], ...copy.displayOptions?.show } } };
}

/** The properties of the trigger: the menu of events, what all events share, costs, then the fields of each event. */
export function describeTrigger(events: TriggerEvent[]): INodeProperties[] {
	const costs = [...new Set(events.map(({ list }) => list.operation.tokens))].sort();
	return [
		...[eventField(events), ...triggerFields].map(
			(field) => structuredClone(field) as INodeProperties,
		),
		...costs.flatMap((tokens) =>
			costNotices(
				tokens,
				events.filter(({ list }) => list.operation.tokens === tokens),
			),
		),
		...events.flatMap((event) => {
			const options = optionsOf(event);
			const fields = options.options?.length ? [...event.fields, options] : event.fields;
			return fields.map((field) => shownFor(field, event));
		}),
	];
}

/** An expression that returns "Lead Created" for the saved value `leadCreated`. */
export function triggerSubtitle(events: TriggerEvent[]): string {
	const titles = Object.fromEntries(events.map(({ event, name }) => [event, name]));
	return `={{ (${JSON.stringify(titles)})[$parameter["event"]] }}`;
}
