import type { IDataObject } from 'n8n-workflow';

import type { Part, TriggerEvent } from '../../nodes/AgentSuite/model/event';
import { resources } from '../../nodes/AgentSuite/model/resources';
import { REMEMBERED_DAYS } from '../../nodes/AgentSuite/trigger/selectChanges';
import { optionsOf } from '../../nodes/AgentSuite/parameters/describeTrigger';
import { readFields } from '../../nodes/AgentSuite/parameters/readParameters';
import { hideSecrets } from '../../nodes/AgentSuite/output/secrets';
import { fieldTable, notices } from './fields';
import { bullets, code, count, generatedNote, json, page, table } from './markdown';
import { operationLink } from './operations';

/** The sample of an event as it leaves the trigger with every parameter at its default. */
export function eventOutput(event: TriggerEvent): IDataObject {
	const { list, fields, sampleExtra } = event;
	const reader = {
		getNodeParameter: (_name: string, _item: number, fallback: unknown) => fallback,
	};
	const defaults = readFields(reader as never, [...fields, optionsOf(event)], 0);
	const sample = { ...list.operation.sample, ...sampleExtra };
	const shown = event.preview(list.output?.(sample, 1) ?? sample, defaults);
	if (!shown) {
		throw new Error(
			`The preview of ${event.event} does not show the sample of its list. Say in its sampleExtra what is different.`,
		);
	}
	return hideSecrets(list.operation, [shown])[0];
}

const intervals: Array<[name: string, pollsADay: number]> = [
	['Every minute', 24 * 60],
	['Every 5 minutes', 24 * 12],
	['Every 15 minutes', 24 * 4],
	['Every hour', 24],
	['Every day', 1],
];

function costs({ list: { operation } }: TriggerEvent): string {
	return table(
		['Poll Times', 'Requests a day', 'Tokens a day', 'Tokens in 30 days'],
		intervals.map(([name, polls]) => [
			name,
			...[polls, polls * operation.tokens, polls * operation.tokens * 30].map((value) =>
				value.toLocaleString('en-US'),
			),
		]),
	);
}

function partRow(part: Part): string[] {
	if (part.kind === 'literal') return [code(part.name), 'as it is'];
	if (part.kind === 'others') return ['all other fields together', 'a hash'];
	return [
		code(part.name),
		part.contact ? 'a hash, which tells leads of one conversation apart' : 'a hash',
	];
}

/** What of a record is kept from one poll to the next. */
function memory({ list }: TriggerEvent): string[] {
	const known = list.identity(list.operation.sample);
	return [
		`The trigger remembers the same for all events that read this list, so you can change the event of a published workflow. For each record, the static data of the workflow contains a hash of what identifies the record (here ${code(known)})${list.parts.length > 0 ? ' and:' : '.'}`,
		...(list.parts.length > 0 ? [table(['Field', 'Kept'], list.parts.map(partRow))] : []),
		`A record that has left the list is remembered for ${REMEMBERED_DAYS} days.`,
	];
}

const firstPoll = {
	option: "The first poll doesn't return existing records, unless *Options > Emit Existing* is on.",
	never:
		'The first poll returns nothing, because a change can be seen only from the second poll on.',
	always: 'The first poll returns an item if it is low already.',
} as const satisfies Record<TriggerEvent['emitExisting'], string>;

/** The page of one event. */
export function eventPage(event: TriggerEvent): string {
	const { name, description, list, fields, emitExisting } = event;
	const { operation } = list;
	const read = `${resources[operation.resource].name}: ${operation.name}`;
	const options = optionsOf(event);
	const secrets = (operation.secrets ?? []).map(code).join(', ');
	return page(
		generatedNote,
		`# ${name}`,
		`${description}.`,
		bullets([
			`Node **Agent Suite Trigger**, *Event* ${name} (${code(event.event)}).`,
			`Each poll reads [${read}](../${operationLink(operation)}) (${code(`${operation.method} ${operation.path}`)}): 1 request, ${count(operation.tokens, 'token')}, whether or not something is new.`,
			firstPoll[emitExisting],
			'All that is new at one poll starts one execution, oldest first.',
			...notices(fields),
		]),
		'## Cost',
		costs(event),
		'## Parameters',
		fieldTable([...fields, options]) || 'None.',
		'## Output',
		[
			'One item per event.',
			secrets && `Left out unless *Options > Include Secrets* is on: ${secrets}.`,
		]
			.filter(Boolean)
			.join(' '),
		json(eventOutput(event)),
		'## What it remembers',
		...memory(event),
		'## When something goes wrong',
		`The errors are those of [${read}](../${operationLink(operation)}). What may pass by itself (no answer, 429, 5xx) is only logged at first, and nothing is lost: the next poll that succeeds finds everything. See [Trigger](../../README.md#trigger).`,
		`*Fetch Test Event* in the editor shows the newest one to three, and changes nothing. Without any it says: “${event.emptyMessage}”`,
		'[All resources and events](../README.md)',
	);
}

/** The index of events, for docs/README.md. */
export function eventIndex(events: TriggerEvent[]): string {
	return table(
		['Event', 'When', 'Tokens a poll'],
		events.map(({ event, name, description, list }) => [
			`[${name}](events/${event}.md)`,
			description,
			String(list.operation.tokens),
		]),
	);
}
