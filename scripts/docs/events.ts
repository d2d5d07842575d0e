import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../../nodes/AgentSuite/model/event';
import type { Part, WatchedList } from '../../nodes/AgentSuite/model/watchedList';
import type { Operation } from '../../nodes/AgentSuite/model/operation';
import { testItems } from '../../nodes/AgentSuite/trigger/preview';
import { REMEMBERED_DAYS } from '../../nodes/AgentSuite/trigger/table/gone';
import { describeTrigger } from '../../nodes/AgentSuite/description/describeTrigger';
import type { ParameterReader } from '../../nodes/AgentSuite/parameters/reader';
import { readEvent } from '../../nodes/AgentSuite/parameters/readTrigger';
import { fieldLines } from './fields';
import { anchor, bullets, code, generatedNote, json, page, picture } from './markdown';
import { operationLink, operationTitle } from './operations';

/** One output item of an operation with every parameter at its default. */
type OutputOf = (operation: Operation) => IDataObject;

/** The parameters of a node that has just been added. */
export const defaultsReader: ParameterReader = {
	read: (_name, fallback) => fallback,
	saved: {},
	version: 1,
};

/** A test event of the documented record, with default parameters. */
export function eventOutput(event: TriggerEvent): IDataObject {
	const { operation } = event.list;
	const parameters = readEvent(defaultsReader, event);
	const [shown] = testItems({ event, parameters }, [operation.response.documented]);
	if (!shown) {
		throw new Error(
			`The documented record does not show ${event.event}: check the names and values that its emit compares with. If they are right, add an example.`,
		);
	}
	return shown;
}

/** Where an event is described, below docs/. */
export const eventLink = ({ name }: TriggerEvent): string => `events.md#${anchor(name)}`;

/** The events that have a field, or those that do not if they are fewer. */
function onlyOn(names: string[], events: TriggerEvent[]): string {
	const ofLeads = events.filter(({ list }) => list.operation.resource.value === 'lead');
	if (names.join() === ofLeads.map(({ name }) => name).join()) return 'Only on events about leads.';
	const others = events.map(({ name }) => name).filter((name) => !names.includes(name));
	return others.length < names.length
		? `Not on ${others.join(', ')}.`
		: `Only on ${names.join(', ')}.`;
}

/** The fields of the trigger, each once, with the events that have it unless all do. */
function fields(events: TriggerEvent[]): string {
	const all = describeTrigger(events, events[0]).filter(({ name }) => name !== 'event');
	const eventsOf = new Map<string, string[]>();
	for (const { event, name } of events) {
		const own = all.filter(({ displayOptions }) => {
			const shown = displayOptions?.show?.event as string[] | undefined;
			return shown?.includes(event) ?? true;
		});
		for (const line of fieldLines(own)) {
			eventsOf.set(line, [...(eventsOf.get(line) ?? []), name]);
		}
	}
	const lines = [...eventsOf].map(([line, names]) =>
		names.length === events.length ? line : `${line} ${onlyOn(names, events)}`,
	);
	return bullets(lines);
}

function partText(part: Part): string {
	if (part.isLiteral) return `${code(part.name)} (value)`;
	return part.fields ? 'all other fields together (hash)' : `${code(part.name)} (hash)`;
}

/** What the trigger remembers of each record of a list. */
function memory(lists: WatchedList[]): string {
	const lines = lists.map((list) => {
		const parts = list.parts.filter(({ text }) => text !== list.identity).map(partText);
		return `**${operationTitle(list.operation)}**: ${parts.join(', ') || 'nothing else'}`;
	});
	return bullets(lines);
}

/** What the items of an event contain: a link to the operation, and the fields that the event adds. */
function output(event: TriggerEvent, outputOf: OutputOf): string[] {
	const { operation } = event.list;
	const known = Object.keys(outputOf(operation));
	const added = Object.entries(eventOutput(event)).filter(([name]) => !known.includes(name));
	const link = `[${operationTitle(operation)}](${operationLink(operation)})`;
	if (added.length === 0) return [`Returns the fields of ${link}.`];
	return [`Returns the fields of ${link}, and:`, json(Object.fromEntries(added))];
}

function section(event: TriggerEvent, outputOf: OutputOf): string[] {
	const { name, description } = event;
	return [
		`## ${name}`,
		`${description}. Saved as ${code(event.event)}.`,
		...output(event, outputOf),
	];
}

/** The page of all events. */
export function eventsPage(events: TriggerEvent[], outputOf: OutputOf): string {
	const lists = [...new Set(events.map(({ list }) => list))];
	return page(
		generatedNote,
		'# Events',
		'**Agent Suite Trigger** starts a workflow when something changes in the service. [When something fails](when-something-fails.md) covers retries, restarts, and duplicates.',
		picture('trigger', 'The trigger with its event, filter, and interval, and three test events'),
		bullets([
			'The new and changed records of a poll usually start one execution. Leads are in the order of the API. Articles are reversed, because the API usually lists the newest first.',
			'A poll that reads the list costs tokens, also if it finds nothing and starts no execution ([cost](cost.md)).',
			'**Fetch Test Event** shows up to three records: the last leads or the first articles. It costs a read, and does not change what the trigger stores.',
			'A poll whose list takes longer than 30 seconds ends, and can still cost tokens.',
		]),
		'## Fields',
		fields(events),
		...[...events]
			.sort((left, right) => left.name.localeCompare(right.name, 'en'))
			.flatMap((event) => section(event, outputOf)),
		'## What the trigger stores',
		'The static data of the workflow contains one table per trigger: each record as it was listed last, and what was delivered where that differs. It contains no names, email addresses, or phone numbers. It contains the IDs of organization, credential, and node, the event with its filters, a hash of what identifies each record, and:',
		memory(lists),
		`A record that leaves the list is remembered for ${REMEMBERED_DAYS} days.`,
	);
}
