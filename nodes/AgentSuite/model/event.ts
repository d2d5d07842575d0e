import type { IDataObject } from 'n8n-workflow';

import type { Field, Operation, ValuesOf } from './operation';

interface PartData {
	/** The field's name. For several fields together, what `Before` calls them. */
	name: string;
}

/** Something about a record that is compared from one poll to the next. */
export type Part =
	/** A hash of the field of this name. A contact tells records of one identity apart. */
	| (PartData & { kind: 'field'; contact?: boolean })
	/** A hash over all fields but these, whatever they are. */
	| (PartData & { kind: 'others'; except: readonly string[] })
	/**
	 * One of a few texts, kept word for word.
	 * @param previous the text kept for the record at the same place, if it has the same identity
	 */
	| (PartData & { kind: 'literal'; literal(record: IDataObject, previous?: string): string });

/** A list of the service that the trigger watches. What is remembered of it is the same for all its events. */
export interface WatchedList {
	/** Stored with what is remembered: never change it. */
	name: string;
	/** Where the records come from: its path, tokens, secrets and checks hold here, too. */
	operation: Operation;
	/** Whether the service lists the newest first. The trigger always returns the oldest first. */
	newestFirst: boolean;
	/** What is the same for all states of one record. */
	identity(record: IDataObject): string;
	/** Whether no two records share an identity. Where they can, each gets a number, which is remembered. */
	unique: boolean;
	parts: readonly Part[];
	/** Whether what changes is a state that lasts, of which somebody must hear: rather twice than never. */
	alerts: boolean;
	/** The record as its events put it out: given the number that tells it from others of its identity, from 1 on. */
	output?(record: IDataObject, number: number): IDataObject;
}

/** What was remembered of a record that is not as it was. */
export interface Before {
	/** The names of the fields that have changed. Never empty. */
	changed: string[];
	/** The earlier text of a part that is kept word for word. Undefined when it is not known. */
	literal(part: string): string | undefined;
}

interface EventData<Parameters> {
	/** Saved in workflows: never change it. The same as the name under which the table exports it. */
	event: string;
	/** Whether the trigger starts with it. One event does. */
	isDefault?: true;
	/** Title in the menu of events, in title case. */
	name: string;
	description: string;
	list: WatchedList;
	/** Whether a record as it stands can be the event, so that the first poll can emit those that exist. */
	emitExisting: 'never' | 'option' | 'always';
	/** The record as the manual run shows it. Undefined when it is none to show. */
	preview(record: IDataObject, parameters: Parameters): IDataObject | undefined;
	/** What the manual run says when there is nothing to show. */
	emptyMessage: string;
	/** What the sample of the operation has to say to be a sample of the event. */
	sampleExtra?: IDataObject;
}

/** The typed values of the fields and options of an event. */
type Parameters<
	Fields extends readonly Field[],
	Options extends readonly Field[],
> = ValuesOf<Fields> & {
	options: Partial<ValuesOf<Options>>;
};

/** What an event file declares: data and pure functions. */
export interface EventSpec<
	Fields extends readonly Field[],
	Options extends readonly Field[],
> extends EventData<Parameters<Fields, Options>> {
	fields: Fields;
	/** In `options`, beside those that several events have. */
	options?: Options;
	/**
	 * The output for a record that is new or not as it was. Undefined when that is not this event.
	 * @param before undefined for a record that was not there
	 */
	emit(
		record: IDataObject,
		before: Before | undefined,
		parameters: Parameters<Fields, Options>,
	): IDataObject | undefined;
}

/** An event as the trigger sees it: the same for all, whatever its fields. */
export interface TriggerEvent extends EventData<unknown> {
	fields: readonly Field[];
	options?: readonly Field[];
	emit(
		record: IDataObject,
		before: Before | undefined,
		parameters: unknown,
	): IDataObject | undefined;
}

/** Declares an event. Parameter types are computed from `fields` and `options`, as for an operation. */
export function defineEvent<
	const Fields extends readonly Field[],
	const Options extends readonly Field[] = [],
>(spec: EventSpec<Fields, Options>): TriggerEvent {
	return spec as TriggerEvent;
}
