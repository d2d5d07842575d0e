import type { INodeProperties } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import type { Field } from '../model/operation';
import { count } from '../model/record';
import { byName, includeSecretsOption, optionsField, property } from './fields';

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
	const selected = events.find(({ isDefault }) => isDefault)?.event;
	return {
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		default: selected,
		options: events
			.map(({ name, event, description }) => ({ name, value: event, description }))
			.sort(byName),
	};
}

/** The options of one event, if any. */
export function optionsOf({ emitExisting, options = [], list }: TriggerEvent): Field {
	return optionsField([
		...options,
		...(emitExisting === 'option' ? [emitExistingOption] : []),
		...(list.operation.secrets ? [includeSecretsOption] : []),
	]);
}

const MINUTES_A_DAY = 24 * 60;
/** Intervals whose cost is shown as a figure, in minutes, because n8n computes no texts in the panel. */
const INTERVALS = [1, 2, 3, 5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 720, 1440];

/** Notices about the cost of polling at the selected interval, for the events whose list costs this much. */
function costNotices(tokens: number, events: TriggerEvent[]): INodeProperties[] {
	const same = events.filter(({ list }) => list.operation.tokens === tokens);
	const event = same.map((entry) => entry.event);
	const daily = (minutes: number) =>
		`${((MINUTES_A_DAY / minutes) * tokens).toLocaleString('en-US')} tokens a day`;
	const notice = (displayName: string, conditions: object): INodeProperties => ({
		displayName,
		name: 'cost',
		type: 'notice',
		default: '',
		displayOptions: { show: { event }, ...conditions },
	});
	const at = (minInterval: number) => ({ show: { event, minInterval: [minInterval] } });
	const each = count(tokens, 'token');
	return [
		...INTERVALS.map((minutes) => {
			const every = minutes === 1 ? 'minute' : `${minutes} minutes`;
			return notice(`Polling every ${every} costs ${daily(minutes)}`, at(minutes));
		}),
		notice(`Each poll costs ${each}. Polling every minute costs ${daily(1)}.`, at(0)),
		notice(`Each read costs ${each}, whether or not something has changed`, {
			hide: { minInterval: [0, ...INTERVALS] },
		}),
	];
}

/** The properties of the trigger: the menu of events, what all events share, costs, then the fields of each event. */
export function describeTrigger(events: TriggerEvent[]): INodeProperties[] {
	const shared = [eventField(events), ...triggerFields] as const;
	const costs = new Set(events.map(({ list }) => list.operation.tokens));
	return [
		...shared.map((field) => structuredClone(field) as INodeProperties),
		...[...costs].flatMap((tokens) => costNotices(tokens, events)),
		...events.flatMap((event) => {
			const options = optionsOf(event);
			const fields = options.options?.length ? [...event.fields, options] : event.fields;
			return fields.map((field) => property(field, { event: [event.event] }));
		}),
	];
}

/** An expression that returns "Lead Created" for the saved value `leadCreated`. */
export function triggerSubtitle(events: TriggerEvent[]): string {
	const titles = Object.fromEntries(events.map(({ event, name }) => [event, name]));
	return `={{ (${JSON.stringify(titles)})[$parameter["event"]] }}`;
}
