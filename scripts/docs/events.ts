import type { IDataObject } from 'n8n-workflow';

import type { Before, Part, TriggerEvent, WatchedList } from '../../nodes/AgentSuite/model/event';
import { REMEMBERED_DAYS } from '../../nodes/AgentSuite/trigger/difference/selectChanges';
import { describeTrigger, optionsOf } from '../../nodes/AgentSuite/parameters/describeTrigger';
import { readFields } from '../../nodes/AgentSuite/parameters/readParameters';
import { hideSecrets } from '../../nodes/AgentSuite/output/secrets';
import { FIELD_COLUMNS, fieldRows } from './fields';
import { anchor, bullets, code, generatedNote, json, page, table } from './markdown';
import { operationLink, operationTitle } from './operations';

/** What has changed in the samples of events about changes. */
const changedStatus: Before = {
	changed: ['status'],
	literal: (part) => (part === 'status' ? 'not-contacted' : undefined),
};

/** The sample of an event, as the trigger returns it with default parameters. */
export function eventOutput(event: TriggerEvent): IDataObject {
	const { list, fields, sampleExtra } = event;
	const reader = {
		getNodeParameter: (_name: string, _item: number, fallback: unknown) => fallback,
	};
	const defaults = readFields(reader as never, [...fields, optionsOf(event)], 0);
	const sample = { ...list.operation.sample, ...sampleExtra };
	const record = list.output?.(sample, 1) ?? sample;
	const shown =
		event.emit(record, changedStatus, defaults) ?? event.emit(record, undefined, defaults);
	if (!shown) {
		throw new Error(
			`${event.event} does not show the sample of its list. Say in its sampleExtra what is different.`,
		);
	}
	return hideSecrets(list.operation, [shown])[0];
}

/** Where an event is described, below docs/. */
export const eventLink = ({ name }: TriggerEvent): string => `events.md#${anchor(name)}`;

const everyInterval: Array<[name: string, pollsADay: number]> = [
	['Every minute', 24 * 60],
	['Every 5 minutes', 24 * 12],
	['Every 15 minutes', 24 * 4],
	['Every hour', 24],
	['Every day', 1],
];

/** What the polls of an interval cost, for each number of tokens that a poll can cost. */
function costs(events: TriggerEvent[]): string {
	const tokens = [...new Set(events.map(({ list }) => list.operation.tokens))].sort();
	const format = (value: number) => value.toLocaleString('en-US');
	return table(
		[
			'A read',
			...tokens.flatMap((each) => [`Tokens a day at ${each}`, `Tokens in 30 days at ${each}`]),
		],
		everyInterval.map(([name, polls]) => [
			name,
			...tokens.flatMap((each) => [format(polls * each), format(polls * each * 30)]),
		]),
	);
}

/** The fields of the trigger, each once, with the events that have it. */
function fields(events: TriggerEvent[]): string {
	const all = describeTrigger(events).filter(({ name }) => name !== 'event');
	const eventsOf = new Map<string, string[]>();
	for (const { event, name } of events) {
		const own = all.filter(({ displayOptions }) => {
			const shown = displayOptions?.show?.event as string[] | undefined;
			return shown?.includes(event) ?? true;
		});
		for (const row of fieldRows(own)) {
			const key = JSON.stringify(row);
			eventsOf.set(key, [...(eventsOf.get(key) ?? []), name]);
		}
	}
	const rows = [...eventsOf].map(([key, names]) => [
		...(JSON.parse(key) as string[]),
		names.length === events.length ? 'All' : names.join(', '),
	]);
	return table([...FIELD_COLUMNS, 'Events'], rows);
}

function partText(part: Part): string {
	if (part.kind === 'literal') return `${code(part.name)} (value)`;
	return part.kind === 'others' ? 'all other fields together (hash)' : `${code(part.name)} (hash)`;
}

/** What the trigger remembers of each record of a list. */
function memory(lists: WatchedList[]): string {
	const rows = lists.map((list) => {
		const parts = list.parts.filter(({ kind }) => kind !== 'identity').map(partText);
		return [operationTitle(list.operation), parts.join(', ') || 'nothing else'];
	});
	return table(['List', 'Remembered for each record, beside a hash of what identifies it'], rows);
}

const firstPoll = {
	option: 'The first poll returns existing records only with **Options > Emit Existing**.',
	never: 'The first poll returns nothing, because changes are detected from the second poll on.',
	always: 'The first poll returns an item if the balance is already low.',
} as const satisfies Record<TriggerEvent['emitExisting'], string>;

function section(event: TriggerEvent): string[] {
	const { name, description, list, emitExisting } = event;
	const secrets = (list.operation.secrets ?? []).map(code).join(', ');
	return [
		`## ${name}`,
		`${description}.`,
		bullets([
			`Saved as ${code(event.event)}. Reads [${operationTitle(list.operation)}](${operationLink(list.operation)}).`,
			firstPoll[emitExisting],
			...(secrets ? [`Not included without **Options > Include Secrets**: ${secrets}.`] : []),
		]),
		json(eventOutput(event)),
	];
}

/** The page of all events. */
export function eventsPage(events: TriggerEvent[]): string {
	const lists = [...new Set(events.map(({ list }) => list))];
	return page(
		generatedNote,
		'# Events',
		'Use **Agent Suite Trigger** to start a workflow when something changes in the service. The service has no webhooks, so the trigger polls it. This page covers the events, their fields, and their cost. For retries, restarts, and duplicates, refer to [When something fails](when-something-fails.md).',
		bullets([
			'The new and changed records of a poll start one execution, oldest first.',
			'A poll that finds nothing starts no execution, and is not listed under **Executions**.',
			'**Fetch Test Event** shows the newest one to three records as they are. It costs as much as a poll, and does not affect the published workflow.',
		]),
		'## Cost',
		'Each read costs tokens, even if nothing has changed. The trigger reads as often as **Poll Times** says, but no more often than **Minimum Interval (Minutes)** allows.',
		costs(events),
		'## Fields',
		fields(events),
		...[...events]
			.sort((left, right) => left.name.localeCompare(right.name, 'en'))
			.flatMap(section),
		'## What the trigger stores',
		'The static data of the workflow contains one snapshot per list. All events of a list share it. It contains hashes and no names, email addresses, or phone numbers.',
		memory(lists),
		`A record that leaves the list is remembered for ${REMEMBERED_DAYS} days.`,
	);
}
