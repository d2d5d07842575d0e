/** Fields of the trigger: those of every event, and the options of one. */

import type { TriggerEvent } from '../model/event';
import type { Field } from '../model/field';
import { count, inDigits } from '../texts/words';
import { secretsOptions } from './sharedFields';

const emitExistingOption = {
	displayName: 'Emit Existing',
	name: 'emitExisting',
	type: 'boolean',
	default: false,
	description:
		'Whether the first poll returns existing records. If off, it returns none, and later polls return new ones. To return all records once more, publish with it off, and after a poll that succeeds, with it on.',
} as const satisfies Field;

export const recordsPerExecutionOption = {
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
				'All records of a poll together, one execution after another. For digests. Retries go together too, so a refused record holds up those that have failed with it.',
		},
		{
			name: 'Automatic',
			value: 'automatic',
			description: 'All records of a poll together. Retries have fewer.',
		},
		{
			name: 'One',
			value: 'one',
			description: 'Each record has its own execution, one after another',
		},
	],
} as const satisfies Field;

/** The default of `minInterval`, minutes. */
export const DEFAULT_INTERVAL = 15;

const MINUTES_A_MONTH = 30 * 24 * 60;

/** Minutes between two reads. With 0, each poll reads. */
const INTERVALS: Array<[minutes: number, name: string]> = [
	[5, 'Every 5 minutes'],
	[15, 'Every 15 minutes'],
	[60, 'Every hour'],
	[6 * 60, 'Every 6 hours'],
	[24 * 60, 'Once a day'],
	[0, 'At every poll, set by Poll Times'],
];

/** What an interval costs: "about 14,400 tokens a month". */
const price = (minutes: number, tokens: number) =>
	minutes === 0
		? `${count(tokens, 'token')} each`
		: `about ${inDigits((MINUTES_A_MONTH / minutes) * tokens)} tokens a month`;

/** How often the list is read, with the price of this event. An expression can return any number of minutes. */
const minIntervalField = ({ list }: TriggerEvent) =>
	({
		displayName: 'Read at Most',
		name: 'minInterval',
		type: 'options',
		// Otherwise, the editor marks any other number.
		allowArbitraryValues: true,
		typeOptions: { minValue: 0 },
		default: DEFAULT_INTERVAL,
		description:
			'Minimum time between two reads of the service. A refusal (401, 402, 403, or 429), which should be free, does not start this time. By expression, enter minutes, 0 for each poll. Failed requests and restarts can cost more.',
		hint: 'Polls within this time after a read cost nothing (for each main process of n8n), so Poll Times can stay at Every Minute',
		options: INTERVALS.map(([minutes, name]) => ({
			name: `${name} (${price(minutes, list.operation.tokens)})`,
			value: minutes,
		})),
	}) as const satisfies Field;

const retryFailedExecutionsField = ({ list }: TriggerEvent) =>
	({
		displayName: 'Retry Failed Executions',
		name: 'retryFailedExecutions',
		type: 'boolean',
		default: false,
		description:
			'Whether to return the records of a failed execution again. Several are returned in smaller groups, so that one refused record does not hold up the others. An execution that waits, for example for an approval, counts as successful.',
		hint: list.alerts
			? 'If off, the alert of a failed execution is lost. If on, it can arrive twice'
			: 'If off, records of a failed execution are lost. If on, they can arrive twice: use a node that creates or updates',
	}) as const satisfies Field;

/** The fields that each event has below its own. */
export const fieldsOfEveryEvent = (event: TriggerEvent) =>
	[minIntervalField(event), retryFailedExecutionsField(event)] as const;

/** All options of an event: its own, and those that it shares with others. */
export const optionsOfEvent = ({ options, offersExisting, list }: TriggerEvent): Field[] => [
	...options,
	...secretsOptions(list.operation),
	...(offersExisting ? [emitExistingOption] : []),
	// Alerts are few.
	...(list.alerts ? [] : [recordsPerExecutionOption]),
];
