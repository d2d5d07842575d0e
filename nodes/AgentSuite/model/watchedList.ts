import type { IDataObject } from 'n8n-workflow';

import type { Operation } from './operation';

/** A part of a record that is compared from one poll to the next. */
export interface Part<Name extends string = string> {
	/** Its name in `Before`, and in the stored state. If a release changes the names or their order, triggers start over. */
	name: Name;
	/** What is compared, by a hash of 32 bits. Default: the field of that name. */
	text?(record: IDataObject): string;
	/** Whether the text is stored in full, beside its hash. Only for short texts that may be stored, such as a status or a number. */
	isLiteral?: boolean;
	/** Whether it identifies a record among those with the same identity, as an email address does. */
	isAlternateKey?: boolean;
	/** Whether it is part of the name of the record. A record with the same identity and name is the same one. */
	isName?: boolean;
	/** Whether it compares fields that the documentation does not name. If it changes in most records at once, that is ignored. */
	isUndocumented?: boolean;
	/** The names of its fields that the record has, for `changedFields`, if the part compares several. */
	fields?(record: IDataObject): string[];
}

/**
 * A list of the service that the trigger watches. What is stored of it is the same for all its events. Made by `listById`, or declared
 * with `as const satisfies WatchedList`, so that an event that asks about a part it does not have does not compile.
 */
export interface WatchedList<PartName extends string = string> {
	/** The key of what is stored, and never shown. Never change it: triggers would start over. */
	name: string;
	/**
	 * The operation that reads the records, without parameters. Its cost and secrets are those of the events: what `emit` and `example`
	 * get is without secrets. `identity`, `suffix`, `parts`, and `withKey` get all, so they must not copy a secret under another name.
	 */
	operation: Operation;
	/** Whether the service lists the newest first. The trigger always returns the oldest first. */
	newestFirst?: true;
	/** Stays the same when a record changes, and decides what is stored. Several records can have the same one. */
	identity(record: IDataObject): string;
	/** Whether each record has an identity of its own. `listById` makes such lists. */
	hasUniqueIdentity?: true;
	parts: ReadonlyArray<Part<PartName>>;
	/**
	 * Whether its events are about a lasting state that somebody has to end, such as a low balance. What lasts is returned by the first
	 * poll, again after each restart, and if other parameters decide about it. Not for what is only news.
	 */
	alerts?: true;
	/**
	 * What tells a record apart from others with the same identity, as a number of 32 bits. If it is 0 or taken, the next free one is
	 * stored.
	 */
	suffix?(record: IDataObject): number;
	/**
	 * The record with a key of its own, as its events return it.
	 * @param suffix 0 for one that was the only one of its identity when it was new
	 */
	withKey?(record: IDataObject, suffix: number): IDataObject;
}
