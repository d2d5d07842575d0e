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

/** Notices about the cost of polling, with figures if it is high. */
function costNotices(tokens: number, events: TriggerEvent[]): INodeProperties[] {
	const [minutely, hourly] = [24 * 60 * tokens, 24 * tokens].map(number);
	const each = tokens === 1 ? '1 token' : `${tokens} tokens`;
	const notice = { type: 'notice', default: '' } as const;
	const event = events.map((entry) => entry.event);
	const everyMinute = { '/pollTimes.item[0].mode': ['everyMinute'] };
	return [
		{
			...notice,
			displayName: `Polling every minute costs ${minutely} tokens a day. Polling every hour costs ${hourly} tokens.`,
			name: `cost${tokens}EveryMinute`,
			displayOptions: { show: { event, ...everyMinute } },
		},
		{
			...notice,
			displayName: `Each poll costs ${each}, whether or not something has changed`,
			name: `cost${tokens}`,
			displayOptions: { show: { event }, hide: everyMinute },
		},
	];
}

/** A field as n8n's type, with its own arrays, because n8n changes descriptions in place. */
function shownFor(field: Field, { event }: TriggerEvent): INodeProperties {
	const copy = structuredClone(field) as INodeProperties;
	return { ...copy, displayOptions: { show: { event: [event], ...copy.displayOptions?.show } } };
}

/** The properties of the trigger: costs, the menu of events, then the fields of each event. */
export function describeTrigger(events: TriggerEvent[]): INodeProperties[] {
	const costs = [...new Set(events.map(({ list }) => list.operation.tokens))].sort();
	return [
		...costs.flatMap((tokens) =>
			costNotices(
				tokens,
				events.filter(({ list }) => list.operation.tokens === tokens),
			),
		),
		structuredClone(eventField(events)) as INodeProperties,
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
