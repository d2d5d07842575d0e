import type { IDataObject } from 'n8n-workflow';

import type { Before, Part, TriggerEvent } from '../model/event';
import { Digest } from './hash';
import type { Entries } from './match';
import { identityBytes, widthOf } from './snapshot';

/** Words at most: their number has to fit into a byte, and 255 stands for all others. */
const MOST_WORDS = 254;
const LONGEST_WORD = 60;

/** Where a part stands in an entry, as [from, to). */
export interface Slot {
	part: Part<unknown>;
	from: number;
	to: number;
}

export function slotsOf(event: TriggerEvent): Slot[] {
	let from: number = identityBytes(event);
	return event.parts.map((part) => {
		const slot = { part, from, to: from + ('bytes' in part ? part.bytes : 1) };
		from = slot.to;
		return slot;
	});
}

export function textOf(value: unknown): string {
	if (typeof value === 'string') return value;
	return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** Turns records into entries, and knows what the words of entries mean. */
export class Writer {
	readonly words: string[];
	private readonly numbers: Map<string, number>;
	private readonly digest = new Digest();

	constructor(
		private readonly event: TriggerEvent,
		private readonly slots: Slot[],
		private readonly parameters: unknown,
		known: readonly string[],
	) {
		this.words = [...known];
		this.numbers = new Map(known.map((word, index) => [word, index + 1]));
	}

	entries(records: IDataObject[]): Entries {
		const width = widthOf(this.event);
		const identity = identityBytes(this.event);
		const bytes = Buffer.alloc(records.length * width);
		records.forEach((record, index) => {
			const at = index * width;
			this.digest.start().add(this.event.identity(record)).write(bytes, at, identity);
			for (const slot of this.slots) this.write(slot, record, bytes, at);
		});
		return { bytes, count: records.length };
	}

	private write({ part, from, to }: Slot, record: IDataObject, bytes: Buffer, at: number): void {
		if ('word' in part) {
			bytes[at + from] = this.numberOf(part.word(record, this.parameters));
			return;
		}
		// 0 stands for empty, and for nothing else.
		if ('fields' in part) {
			let empty = true;
			this.digest.start();
			for (const name of part.fields) {
				const text = textOf(record[name]);
				empty &&= text === '';
				this.digest.add(text);
			}
			if (empty) return;
		} else {
			this.digest.start().add(String(this.sumOfOthers(record, part.except)));
		}
		this.digest.write(bytes, at + from, to - from);
		let empty = true;
		for (let index = at + from; index < at + to; index++) empty &&= bytes[index] === 0;
		if (empty) bytes[at + from] = 1;
	}

	/** A sum, since the order of the fields of a record means nothing. */
	private sumOfOthers(record: IDataObject, except: readonly string[]): number {
		let sum = 0;
		for (const name of Object.keys(record)) {
			if (except.includes(name)) continue;
			sum = (sum + this.digest.start().add(name).add(textOf(record[name])).sum()) | 0;
		}
		return sum;
	}

	private numberOf(text: string): number {
		const word = text.slice(0, LONGEST_WORD);
		const known = this.numbers.get(word);
		if (known !== undefined) return known;
		if (this.words.length >= MOST_WORDS) return MOST_WORDS + 1;
		this.words.push(word);
		this.numbers.set(word, this.words.length);
		return this.words.length;
	}
}

/** What has changed between two entries of the same record; undefined when nothing has. */
export function difference(
	slots: Slot[],
	words: string[],
	[before, beforeAt]: [Buffer, number],
	[now, nowAt]: [Buffer, number],
): Before | undefined {
	const changed = slots.filter(({ from, to }) => {
		for (let index = from; index < to; index++) {
			if (before[beforeAt + index] !== now[nowAt + index]) return true;
		}
		return false;
	});
	if (changed.length === 0) return undefined;
	return {
		changed: changed.map(({ part }) => part.name),
		word: (name) => {
			const slot = slots.find(({ part }) => part.name === name);
			return slot && words[before[beforeAt + slot.from] - 1];
		},
	};
}
