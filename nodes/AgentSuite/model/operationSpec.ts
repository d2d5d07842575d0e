/** What the files of resources and operations declare. */

import type { IBuilderHint, IDataObject } from 'n8n-workflow';

import type { Effect } from './endpoint';
import type { Field, RequiredField } from './field';
import type { ReadParameters, UpdateValues, ValuesOf } from './parameterTypes';
import type { Refuse } from './refusal';

/** What an operation file declares: an entry of the menu of its resource, and what it does, in data and pure functions. */
export interface OperationSpec<
	Fields extends readonly Field[],
	Options extends readonly Field[],
	TargetName extends string,
	UpdateName extends string,
	Parameters = Record<TargetName, string> &
		ValuesOf<Fields> &
		UpdateValues<UpdateName> & { options: Partial<ValuesOf<Options>> },
> extends Omit<MenuEntry, 'value'> {
	/**
	 * The title in n8n's list of actions. n8n also uses it as the name of the node and as the description for AI models,
	 * so it has no article, price, or warning.
	 */
	action: string;
	/**
	 * Decides whether a request that might have been processed is sent again. Default: what its method says (`methods` in
	 * `endpoint.ts`). A PATCH that adds or counts is a 'create', a POST that is safe to send twice an 'update', and one that changes
	 * nothing a 'read'.
	 */
	effect?: Effect;
	/** What a user has to know before they run the operation. Shown above its fields, after the role that can run it. */
	notice?: string;
	/**
	 * Asks for the ID of the record that the operation is about: by a `pickId` if a documented read returns such IDs, otherwise by an
	 * `idField`. Without one, a 404 means a wrong base URL.
	 */
	target?: Target<TargetName>;
	/**
	 * In n8n's format. After a request with a `password` field, no text of the service is shown, because it could repeat the secret.
	 */
	fields?: Fields;
	/** For a list, which also has Return All and Limit. */
	filters?: readonly Filter[];
	/** Its own, in addition to those of every operation. The values of those that the user adds are in `parameters.options`. */
	options?: Options;
	/**
	 * Texts that it changes if a user adds them, `updateFields` of the parameters. The service has to keep what the body leaves out. If
	 * nothing is in the body but the target, nothing is sent.
	 */
	updates?: ReadonlyArray<Field & { type: 'string'; name: UpdateName }>;
	/**
	 * Refuses values that would only cost tokens, or cannot be undone. Events and pick lists call it with the defaults of its fields, and
	 * no options. Texts are trimmed, but not those of several lines, and passwords.
	 * @param refuse throws
	 */
	refuse?(
		parameters: Parameters,
		refuse: Refuse<
			NoInfer<TargetName | Fields[number]['name'] | Options[number]['name'] | UpdateName>
		>,
	): void;
	/**
	 * Makes a body that is not just what is entered. Default: like path and query, it is filled by the fields, options, and updates of the
	 * names in the contract, and what is empty is not sent. It has to send all that path and query do not: nothing notices a field or an
	 * option that it leaves out.
	 */
	body?(parameters: Parameters): IDataObject;
	/** Makes a brief form of a record, and adds the field Simplify, also to events. A tool then also leaves out long texts. */
	simplify?(record: IDataObject): IDataObject;
	/**
	 * Adds what depends on the other records of a list, which the service must not shorten: without query parameters. Filters find it
	 * too. Events and pick lists do not use it.
	 */
	addFromList?(records: IDataObject[]): IDataObject[];
	/** A record as the node returns it, after the filters, simplified. Default: as it is. Events and pick lists do not use it. */
	shape?(record: IDataObject, parameters: Parameters): IDataObject;
	/**
	 * What to do, in place of the general advice. That for 400 is also for every other 4xx that has no text of its own. That for `inDoubt`,
	 * only of a create, says how to see whether it was processed.
	 */
	advice?: Pick<Advice, 400 | 'inDoubt'>;
}

/** What an operation file declares, without the types of its fields. */
export type AnySpec = OperationSpec<
	readonly Field[],
	readonly Field[],
	string,
	string,
	ReadParameters
>;

/** What an operation is about. */
export interface Target<Name extends string = string> {
	/** Asks for its ID, first of all fields. */
	field: RequiredField & { name: Name };
	/** What to do if it does not exist. */
	notFoundAdvice: string;
}

/** A filter of a list, in the collection Filters. A user can add any of them, and gets what matches all that he has added. */
export interface Filter {
	field: Field;
	/**
	 * Items with the same records share a search, so it can make an index.
	 * @returns the search: the records that match a value, in the order of the list
	 */
	search(records: IDataObject[]): (value: unknown) => IDataObject[];
}

/**
 * What to do after such a status, or about a request that might have been processed. A 404 means that its target does not exist, or
 * without advice a wrong base URL.
 */
export type Advice = Readonly<Partial<Record<400 | 403 | 404 | 'inDoubt', string>>>;

/** A resource: an entry of the menu of resources. */
export interface Resource extends MenuEntry {
	/**
	 * The `value` of the operation that is selected at first, best a read: "getAll". n8n does not save what is selected at first, so another
	 * one would change saved nodes.
	 */
	preselected: string;
	/** The node of n8n in which its records can be kept, and how, for n8n's workflow builder. */
	keptIn?: RelatedNode;
}

/** A node to combine with, as in n8n's hints for its workflow builder. */
export type RelatedNode = NonNullable<IBuilderHint['relatedNodes']>[number];

/** An entry of a menu, as in n8n's `INodePropertyOptions`. */
export interface MenuEntry {
	/** In title case. */
	name: string;
	/** Saved in workflows, so never change it. */
	value: string;
	description: string;
}
