import type { IDataObject } from 'n8n-workflow';

import type { Part, TriggerEvent } from '../../nodes/AgentSuite/model/event';
import { resources } from '../../nodes/AgentSuite/model/resources';
import { REMEMBERED_DAYS } from '../../nodes/AgentSuite/trigger/difference/selectChanges';
import { optionsOf } from '../../nodes/AgentSuite/parameters/describeTrigger';
import { readFields } from '../../nodes/AgentSuite/parameters/readParameters';
import { hideSecrets } from '../../nodes/AgentSuite/output/secrets';
import { fieldTable, notices } from './fields';
import { bullets, code, count, generatedNote, json, page, table } from './markdown';
import { operationLink } from './operations';

/** The sample of an event, as the trigger returns it with default parameters. */
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
		['Poll Times', 'Requests per day', 'Tokens per day', 'Tokens in 30 days'],
		intervals.map(([name, polls]) => [
			name,
			...[polls, polls * operation.tokens, polls * operation.tokens * 30].map((value) =>
				value.toLocaleString('en-US'),
			),
		]),
	);
}

function partRow(part: Part): string[] {
	if (part.kind === 'literal') return [code(part.name), 'Value'];
	if (part.kind === 'others') return ['All other fields together', 'Hash'];
	return [code(part.name), part.contact ? 'Hash, to tell leads of one conversation apart' : 'Hash'];
}

/** Describes the data of a record that the trigger remembers. */
function memory({ list }: TriggerEvent): string[] {
	const known = list.identity(list.operation.sample);
	const parts = list.parts.filter(({ kind }) => kind !== 'identity');
	return [
		`The trigger stores the same snapshot for all events that read this list, so you can change the event of a published workflow. For each record, the static data of the workflow contains a hash of what identifies the record (here ${code(known)})${parts.length > 0 ? ' and:' : '.'}`,
		...(parts.length > 0 ? [table(['Field', 'Stored'], parts.map(partRow))] : []),
		`Records that leave the list are remembered for ${REMEMBERED_DAYS} days. Refer to [How the trigger works](../how-the-trigger-works.md).`,
	];
}

const firstPoll = {
	option:
		"The first poll doesn't return existing records, unless you turn on **Options > Emit Existing**.",
	never: 'The first poll returns nothing, because changes are detected from the second poll on.',
	always: 'The first poll returns an item if the balance is already low.',
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
			`Saved as: event ${code(event.event)} of **Agent Suite Trigger**.`,
			`Each poll reads [${read}](../${operationLink(operation)}) (${code(`${operation.method} ${operation.path}`)}): 1 request, ${count(operation.tokens, 'token')}, even if nothing has changed.`,
			firstPoll[emitExisting],
			'All new records of a poll start a single execution, oldest first.',
			...notices(fields),
		]),
		'## Cost',
		costs(event),
		'## Parameters',
		fieldTable([...fields, options]) || 'None.',
		'## Output',
		[
			'One item per event.',
			secrets && `Not included unless you turn on **Options > Include Secrets**: ${secrets}.`,
		]
			.filter(Boolean)
			.join(' '),
		json(eventOutput(event)),
		'## What it stores',
		...memory(event),
		'## When the service does not respond',
		`Temporary issues (timeouts, 429, 5xx) are only logged at first. The next successful poll picks up everything that changed in the meantime. Refer to [Errors](../errors.md) for the messages.`,
		`**Fetch Test Event** in the editor shows the newest one to three records and changes nothing. If there are none, it says: “${event.emptyMessage}”`,
		'[All resources and events](../README.md)',
	);
}

/** The index of events, for docs/README.md. */
export function eventIndex(events: TriggerEvent[]): string {
	return table(
		['Event', 'Starts the workflow when', 'Tokens per poll'],
		events.map(({ event, name, description, list }) => [
			`[${name}](events/${event}.md)`,
			description,
			String(list.operation.tokens),
		]),
	);
}
