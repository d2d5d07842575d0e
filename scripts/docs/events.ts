import type { IDataObject } from 'n8n-workflow';

import type { Part, TriggerEvent } from '../../nodes/AgentSuite/model/event';
import { resources } from '../../nodes/AgentSuite/model/resources';
import { MOST_ENTRIES, REMEMBERED_DAYS } from '../../nodes/AgentSuite/trigger/selectChanges';
import { optionsOf } from '../../nodes/AgentSuite/parameters/describeTrigger';
import { widthOf } from '../../nodes/AgentSuite/trigger/snapshot';
import { hideSecrets } from '../../nodes/AgentSuite/output/secrets';
import { defaultsOf, fieldTable, notices } from './fields';
import { bullets, code, count, generatedNote, json, page, table } from './markdown';
import { operationLink } from './operations';

/** The sample of an event as it leaves the trigger. */
export function eventOutput({ operation, adds }: TriggerEvent): IDataObject {
	return { ...hideSecrets(operation, [operation.sample])[0], ...adds };
}

const intervals: Array<[name: string, pollsADay: number]> = [
	['Every minute', 24 * 60],
	['Every 5 minutes', 24 * 12],
	['Every 15 minutes', 24 * 4],
	['Every hour', 24],
	['Every day', 1],
];

function costs({ operation: { tokens } }: TriggerEvent): string {
	return table(
		['Poll Times', 'Requests a day', 'Tokens a day', 'Tokens in 30 days'],
		intervals.map(([name, polls]) => [
			name,
			...[polls, polls * tokens, polls * tokens * 30].map((value) => value.toLocaleString('en-US')),
		]),
	);
}

function partRow(part: Part<unknown>, event: TriggerEvent): string[] {
	const apart = part.contact ? 'yes' : '';
	if ('word' in part) {
		const word = part.word(event.operation.sample, defaultsOf(event.fields));
		return [code(part.name), `as it is, such as ${code(word)}`, '1', apart];
	}
	const bytes = String(part.bytes);
	if ('fields' in part) return [part.fields.map(code).join(', '), 'a digest', bytes, apart];
	return ['all other fields together', 'a digest', bytes, apart];
}

/** What of a record is kept from one poll to the next. */
function memory(event: TriggerEvent): string[] {
	const { parts, unique, identity, operation } = event;
	const known = identity(operation.sample);
	return [
		`Of each record ${count(widthOf(event), 'byte')}, in the static data of the workflow: a digest of what the record is known by (here ${code(known)})${parts.length > 0 ? ', and' : '.'}`,
		...(parts.length > 0
			? [
					table(
						unique
							? ['Field', 'Kept', 'Bytes']
							: ['Field', 'Kept', 'Bytes', 'Tells namesakes apart'],
						parts.map((part) => partRow(part, event).slice(0, unique ? 3 : 4)),
					),
				]
			: []),
		unique
			? ''
			: 'Several records may be known by the same, namesakes: those are told apart by the fields marked above.',
		`What has left the list is remembered for ${REMEMBERED_DAYS} days; past ${MOST_ENTRIES.toLocaleString('en-US')} records what left first is forgotten sooner, never what is still on the list.`,
	];
}

/** The page of one event. */
export function eventPage(event: TriggerEvent): string {
	const { name, description, operation, fields, existing } = event;
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
			existing
				? 'The first poll emits nothing that is there already, unless *Options > Emit Existing* is on.'
				: 'The first poll emits nothing: a change can be seen only from the second on.',
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
		`*Fetch Test Event* in the editor shows the newest one to three, and changes nothing. Without any it says: “${event.nothing}”`,
		'[All resources and events](../README.md)',
	);
}

/** The index of events, for docs/README.md. */
export function eventIndex(events: TriggerEvent[]): string {
	return table(
		['Event', 'When', 'Tokens a poll'],
		events.map(({ event, name, description, operation }) => [
			`[${name}](events/${event}.md)`,
			description,
			String(operation.tokens),
		]),
	);
}
