import type { IDataObject } from 'n8n-workflow';

import type { Field, Operation, ValuesOf } from './operation';

/** Saved in workflows: never change one. */
export type EventName =
	| 'leadCreated'
	| 'leadUpdated'
	| 'leadStatusChanged'
	| 'articleCreated'
	| 'platformInvalid'
	| 'balanceLow';

interface PartData {
	/** What it is called in `Before`. */
	name: string;
	/** Tells records of one identity apart: those that have it in common are taken for the same one. */
	contact?: boolean;
}

/** Something about a record that is remembered, in a few bytes. */
export type Part<Parameters> =
	/** A digest over some fields of the record. */
	| (PartData & { bytes: 1 | 2 | 3; fields: readonly string[] })
	/** A digest over all fields but these, whatever they are. */
	| (PartData & { bytes: 1 | 2 | 3; except: readonly string[] })
	/** One of a few texts, kept word for word: one byte a record. */
	| (PartData & { word(record: IDataObject, parameters: Parameters): string });

/** What was remembered of a record that is not as it was. */
export interface Before {
	/** The names of the parts that have changed. */
	changed: string[];
	/** The earlier text of a part that is kept word for word; undefined when it is not known. */
	word(part: string): string | undefined;
}

interface EventData<Parameters> {
	event: EventName;
	/** Title in the menu of events, in title case. */
	name: string;
	description: string;
	/** Where the records come from: its path, tokens, secrets and checks hold here, too. */
	operation: Operation;
	/** Whether the service lists the newest first. Events always go out oldest first. */
	newestFirst: boolean;
	/** What is the same for all states of one record. */
	identity(record: IDataObject): string;
	/** Whether no two records share an identity; one that is listed twice is one, then. */
	unique: boolean;
	parts: ReadonlyArray<Part<Parameters>>;
	/** Whether a record as it stands can be the event: then `emitExisting` is offered. */
	existing: boolean;
	/** The record as the manual run shows it; undefined when it is none to show. */
	preview(record: IDataObject, parameters: Parameters): IDataObject | undefined;
	/** What the manual run says when there is nothing to show. */
	nothing: string;
	/** What the sample of the event has beyond, or other than, that of its operation. */
	adds?: IDataObject;
}

/** What an event file declares: data and pure functions. */
export interface EventSpec<Fields extends readonly Field[]> extends EventData<ValuesOf<Fields>> {
	fields: Fields;
	/**
	 * The output for a record that is new or not as it was; undefined when that is not this event.
	 * @param before undefined for a record that was not there
	 */
	emit(
		record: IDataObject,
		before: Before | undefined,
		parameters: ValuesOf<Fields>,
	): IDataObject | undefined;
}

/** An event as the runtime sees it: the same for all, whatever its fields. */
export interface TriggerEvent extends EventData<unknown> {
	fields: readonly Field[];
	emit(
		record: IDataObject,
		before: Before | undefined,
		parameters: unknown,
	): IDataObject | undefined;
}

/** Declares an event. Parameter types are computed from `fields`, as for an operation. */
export function defineEvent<const Fields extends readonly Field[]>(
	spec: EventSpec<Fields>,
): TriggerEvent {
	return spec as TriggerEvent;
}
