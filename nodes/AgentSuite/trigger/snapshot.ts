import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { isRecord } from '../model/record';

/** Entries that have left the list on one day. */
export interface Departed {
	/** Days since 1970. */
	day: number;
	entries: Buffer;
}

/** What is remembered of a list of records: one entry each, all of the same width. */
export interface Memory {
	/** Those on the list, oldest first. */
	listed: Buffer;
	/** Those that were on it, by the day they left. */
	departed: Departed[];
	/** The texts that entries name by number, from 1 on. */
	words: string[];
	/** Whose records they are, as far as they say; empty when they do not. */
	owner: string;
}

/**
 * A memory as n8n stores it: plain JSON, each key assigned as a whole. Entries are base64, so that
 * 100,000 of the widest are 2.5 MB.
 */
export interface State {
	version: 1;
	event: string;
	owner: string;
	words: string[];
	listed: string;
	departed: Array<[day: number, entries: string]>;
}

/**
 * Bytes of the identity in an entry. Where it is all that tells records apart it has to be the surer one;
 * elsewhere two records that share it are told apart by their parts (`trigger/match.ts`).
 */
export function identityBytes({ unique }: Pick<TriggerEvent, 'unique'>): 4 | 6 {
	return unique ? 6 : 4;
}

/** Bytes of one entry: the identity, then each part. */
export function widthOf(event: Pick<TriggerEvent, 'parts' | 'unique'>): number {
	return event.parts.reduce<number>(
		(sum, part) => sum + ('bytes' in part ? part.bytes : 1),
		identityBytes(event),
	);
}

export function stateOf({ event }: Pick<TriggerEvent, 'event'>, memory: Memory): State {
	return {
		version: 1,
		event,
		owner: memory.owner,
		words: memory.words,
		listed: memory.listed.toString('base64'),
		departed: memory.departed.map(({ day, entries }) => [day, entries.toString('base64')]),
	};
}

/** Why a state cannot be gone on from. */
export type Unusable = 'absent' | 'unreadable' | 'other event';

function entriesOf(text: unknown, width: number): Buffer | undefined {
	if (typeof text !== 'string') return undefined;
	const entries = Buffer.from(text, 'base64');
	// What is no base64 is skipped by the decoder.
	const whole = entries.length % width === 0 && entries.toString('base64') === text;
	return whole ? entries : undefined;
}

function departedOf(list: unknown, width: number): Departed[] | undefined {
	if (!Array.isArray(list)) return undefined;
	const departed: Departed[] = [];
	for (const pair of list as unknown[]) {
		if (!Array.isArray(pair)) return undefined;
		const [day, text] = pair as unknown[];
		const entries = entriesOf(text, width);
		if (!Number.isInteger(day) || entries === undefined) return undefined;
		departed.push({ day: day as number, entries });
	}
	return departed;
}

/** Reads a stored state; everything in it is checked and copied. */
export function memoryOf(event: TriggerEvent, state: unknown): Memory | Unusable {
	if (!isRecord(state)) return 'unreadable';
	if (Object.keys(state).length === 0) return 'absent';
	if (state.version !== 1) return 'unreadable';
	if (state.event !== event.event)
		return typeof state.event === 'string' ? 'other event' : 'unreadable';
	const width = widthOf(event);
	const listed = entriesOf(state.listed, width);
	const departed = departedOf(state.departed, width);
	const words = Array.isArray(state.words) ? (state.words as unknown[]).map(String) : undefined;
	if (!listed || !departed || !words || typeof state.owner !== 'string') return 'unreadable';
	return { listed, departed, words, owner: state.owner };
}

/** Whether two states say the same. */
export function sameState(left: IDataObject | State, right: IDataObject | State): boolean {
	return Object.keys(right).every((name) => {
		const [before, after] = [left as IDataObject, right as IDataObject].map((state) => state[name]);
		return before === after || JSON.stringify(before) === JSON.stringify(after);
	});
}
