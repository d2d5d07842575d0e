import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from './watchedList';
import type { Field } from './field';
import type { ReadParameters, ValuesOf } from './parameterTypes';

/** What an event file declares: data and pure functions. */
export interface EventSpec<
	Fields extends readonly Field[],
	Options extends readonly Field[],
	PartName extends string,
	Parameters = ValuesOf<Fields> & { options: ValuesOf<Options> },
> {
	/** Saved in workflows, so never change it. */
	event: string;
	/** Title in the menu of events, in title case. */
	name: string;
	/** In the menu of events, before the price. */
	description: string;
	/** Whose records it is asked about. */
	list: WatchedList<PartName>;
	fields?: Fields;
	/** Their values are in `parameters.options`: those of options that the user does not add, too. */
	options?: Options;
	/**
	 * Has the option Emit Existing: whether the first poll returns existing records. For an event that new records match, if somebody would
	 * want to process all existing ones too. Default: it returns none, or those of an alert.
	 */
	offersExisting?: true;
	/**
	 * The output for a changed record, simplified as the operation of the list does, or without `before` for a new one. Undefined if the
	 * event did not happen.
	 */
	emit(
		record: IDataObject,
		before: Before<NoInfer<PartName>> | undefined,
		parameters: Parameters,
	): IDataObject | undefined;
	/**
	 * What test events show, and what they invent, above their output, without a period. It names test events, because the editor
	 * shows it above any execution, and nothing tells one of the published workflow apart.
	 */
	testEventHint: string;
	/**
	 * An example of the event, made from a record of the service, for *Fetch Test Event* and the documentation: the record, changed if it
	 * needs to be, and its earlier state. Default: the record, as a new one. If the documented one does not show the event then, it needs one.
	 */
	example?(record: IDataObject, parameters: Parameters): EventExample;
	/** Message of a manual run that has nothing to show. */
	emptyMessage: string;
}

/** What an event file declares, without the types of its fields. */
export type AnyEventSpec = EventSpec<readonly Field[], readonly Field[], string, ReadParameters>;

/** The earlier state of a record that has changed, by the names of the parts of its list. */
export interface Before<PartName extends string = string> {
	/** Names of the changed fields. Never empty. */
	changed: string[];
	/** The earlier literal of a part. Undefined if it is not known. */
	literal(part: PartName): string | undefined;
}

/** Whether a record is new, or this part of it has changed. Of a part that names no fields of its own. */
export const isNewOrChanged = <PartName extends string>(
	before: Before<PartName> | undefined,
	part: NoInfer<PartName>,
): boolean => before === undefined || before.changed.includes(part);

/** An example of an event: a record, and its earlier state, unless it is a new one. */
export interface EventExample {
	record: IDataObject;
	before?: Before;
}
