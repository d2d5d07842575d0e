import type { IDataObject } from 'n8n-workflow';

import type { Before, TriggerEvent } from '../model/event';
import { difference, slotsOf, textOf, Writer } from './encode';
import { Matcher, type Layout } from './match';
import { identityBytes, widthOf, type Departed, type Memory } from './snapshot';

/** How long a record that has left the list is remembered, in days. */
export const REMEMBERED_DAYS = 30;
/**
 * Entries at most, those on the list included. Beyond it the records that left first are forgotten
 * early; never those on the list, and never those of the last day on which any left: a list that comes
 * back empty once by mistake must not make every record new.
 */
export const MOST_ENTRIES = 100_000;

export interface Selection {
	/** The records that are the event, oldest first. */
	items: IDataObject[];
	memory: Memory;
}

/** Whose records they are: the service shows the records of one organization only. */
function ownerOf(records: IDataObject[]): string {
	for (let index = records.length - 1; index >= 0; index--) {
		const owner = textOf(records[index].clientOrgId);
		if (owner !== '') return owner;
	}
	return '';
}

/** Whether the records belong to someone else than those that are remembered. */
export function isOthers(memory: Memory, records: IDataObject[]): boolean {
	const owner = ownerOf(records);
	return memory.owner !== '' && owner !== '' && memory.owner !== owner;
}

/** The records oldest first; one that is listed twice once, where that can be told. */
export function inOrder(event: TriggerEvent, list: IDataObject[]): IDataObject[] {
	const records = event.newestFirst ? [...list].reverse() : list;
	if (!event.unique) return records;
	const seen = new Set<string>();
	return records.filter((record) => {
		const identity = event.identity(record);
		const first = !seen.has(identity);
		seen.add(identity);
		return first;
	});
}

/** Entries that are put together from others, one by one. */
class Gathered {
	private readonly bytes: Buffer;
	private end = 0;

	constructor(
		private readonly width: number,
		most: number,
	) {
		this.bytes = Buffer.alloc(width * most);
	}

	add(from: Buffer, place: number): void {
		this.end += from.copy(this.bytes, this.end, place * this.width, (place + 1) * this.width);
	}

	all(): Buffer {
		return this.bytes.subarray(0, this.end);
	}
}

/** Puts what has left today behind what left before, and forgets what left long ago. */
function departures(before: Departed[], left: Buffer, today: number, most: number): Departed[] {
	const groups = before.filter(
		({ day, entries }) => entries.length > 0 && day > today - REMEMBERED_DAYS,
	);
	const last = groups.at(-1);
	if (left.length > 0 && last && last.day >= today) {
		groups.splice(-1, 1, { day: last.day, entries: Buffer.concat([last.entries, left]) });
	} else if (left.length > 0) {
		groups.push({ day: today, entries: left });
	}
	let total = groups.reduce((sum, { entries }) => sum + entries.length, 0);
	while (groups.length > 1 && total > most) total -= groups.shift()?.entries.length ?? 0;
	return groups;
}

/** The memory after a list: each entry as its record now is, in the old order; new ones at the end. */
function renewed(
	memory: Memory,
	records: { bytes: Buffer; count: number },
	entryOf: Int32Array,
	width: number,
	today: number,
	most: number,
): Pick<Memory, 'listed' | 'departed'> {
	const were = memory.listed.length / width;
	const gone = memory.departed.reduce((sum, { entries }) => sum + entries.length / width, 0);
	const recordOf = new Int32Array(were + gone).fill(-1);
	entryOf.forEach((entry, record) => {
		if (entry >= 0) recordOf[entry] = record;
	});

	const listed = new Gathered(width, records.count);
	const left = new Gathered(width, were);
	for (let entry = 0; entry < were; entry++) {
		if (recordOf[entry] < 0) left.add(memory.listed, entry);
		else listed.add(records.bytes, recordOf[entry]);
	}
	entryOf.forEach((entry, record) => {
		if (entry < 0 || entry >= were) listed.add(records.bytes, record);
	});

	let start = were;
	const departed = memory.departed.map(({ day, entries }) => {
		const count = entries.length / width;
		const stay = new Gathered(width, count);
		for (let index = 0; index < count; index++) {
			if (recordOf[start + index] < 0) stay.add(entries, index);
		}
		start += count;
		return { day, entries: stay.all() };
	});
	return { listed: listed.all(), departed: departures(departed, left.all(), today, most) };
}

/**
 * Picks what is the event out of a list of records. Pure: the same records and memory give the same.
 * @param memory what is remembered; undefined at the start, when every record is as good as seen
 * @param today days since 1970
 * @param emitExisting at the start, emit what is there
 */
export function select(
	event: TriggerEvent,
	list: IDataObject[],
	memory: Memory | undefined,
	parameters: unknown,
	today: number,
	emitExisting = false,
): Selection {
	const records = inOrder(event, list);
	const slots = slotsOf(event);
	const width = widthOf(event);
	const writer = new Writer(event, slots, parameters, memory?.words ?? []);
	const entries = writer.entries(records);
	const { words } = writer;
	const owner = ownerOf(records) || (memory?.owner ?? '');
	const items: IDataObject[] = [];
	const emit = (record: IDataObject, before: Before | undefined) => {
		const item = event.emit(record, before, parameters);
		if (item) items.push(item);
	};

	if (memory === undefined) {
		if (emitExisting) for (const record of records) emit(record, undefined);
		return { items, memory: { listed: entries.bytes, departed: [], words, owner } };
	}

	const most = Math.max(0, MOST_ENTRIES - records.length) * width;
	// Nothing has happened, which is what most polls find.
	if (entries.bytes.equals(memory.listed)) {
		const departed = departures(memory.departed, Buffer.alloc(0), today, most);
		return { items, memory: { listed: memory.listed, departed, words, owner } };
	}

	const gone = Buffer.concat(memory.departed.map((group) => group.entries));
	const were = memory.listed.length / width;
	const layout: Layout = {
		width,
		identity: identityBytes(event),
		contacts: slots.filter(({ part }) => part.contact).map(({ from, to }) => [from, to]),
	};
	const { entryOf } = new Matcher(
		entries,
		{ bytes: memory.listed, count: were },
		{ bytes: gone, count: gone.length / width },
		layout,
	);
	records.forEach((record, index) => {
		const entry = entryOf[index];
		if (entry < 0) return emit(record, undefined);
		const [bytes, at] = entry < were ? [memory.listed, entry] : [gone, entry - were];
		const before = difference(slots, words, [bytes, at * width], [entries.bytes, index * width]);
		if (before) emit(record, before);
	});
	return {
		items,
		memory: { ...renewed(memory, entries, entryOf, width, today, most), words, owner },
	};
}
