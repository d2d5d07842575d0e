import type { IDataObject } from 'n8n-workflow';

import type { Field, RequiredField, ValuesOf } from './field';
import type { Problem } from './problem';
import type { Simplify } from './simplify';

/** What an operation file declares: an entry of the menu of its resource, and what it does, in data and pure functions. */
export interface OperationSpec<
	Fields extends readonly Field[],
	Options extends readonly Field[],
	Target extends RequiredField,
	Parameters = ValuesOf<readonly Target[]> & ValuesOf<Fields> & { options: ValuesOf<Options> },
> extends Omit<MenuEntry, 'value'> {
	resource: Resource;
	/** Of the table that `npm run generate` makes from the contract. */
	endpoint: Endpoint;
	/**
	 * The title in n8n's list of actions. n8n also uses it as the name of the node and as the description for AI models,
	 * so it has no article, price, or warning.
	 */
	action: string;
	/**
	 * Decides whether a request that might have been processed is sent again. Default: what its method says (`effectOf`). A PATCH that
	 * adds or counts is a 'create', and a POST that changes nothing a 'read'.
	 */
	effect?: Effect;
	/** What a user has to know before they run it, shown above the fields, after the role. Up to 124 characters in all. */
	notice?: string;
	/** The ID of what it is about: an `idField`, or a `pickId`. A 404 tells its hint. It is the first field. */
	target?: Target;
	/**
	 * In n8n's format. After a request with a `password` field, no text of the service is shown, because it could repeat the secret.
	 */
	fields?: Fields;
	/** Texts that a user adds to change them. The others keep their values. It adds the fields, and the body (`define/updates.ts`). */
	updates?: readonly Field[];
	/** For a list, which also has Return All and Limit. */
	filters?: readonly Filter[];
	/** Its own, in addition to those of every operation. Their values are in `parameters.options`. */
	options?: Options;
	/**
	 * What one input item sends beside the path, and beside the `updates`: `{}` for nothing.
	 * @param refuse makes what it throws for a value that would only cost tokens, or cannot be undone
	 */
	request?(
		parameters: Parameters,
		refuse: Refuse<Target['name'] | Fields[number]['name']>,
	): RequestParts;
	/** A `record`, a `list`, a `listIn` a field, or a `confirmation`, with what the record is. */
	response: ResponseSpec;
	/** Adds what depends on the other records of a list. Filters find it too. Events and pick lists do not use it. */
	enrich?(records: IDataObject[]): IDataObject[];
	/** A record as the node returns it, after the filters, simplified. Default: as it is. Events and pick lists do not use it. */
	shape?(record: IDataObject, parameters: Parameters): IDataObject;
	/**
	 * What to do after a response with such a status, in place of the general advice. That for 400 is also for every other 4xx
	 * that has no text of its own. With one for 404, that status means a missing record, otherwise a wrong base URL. One for
	 * `inDoubt` says how to see whether a create was processed.
	 */
	advice?: Advice;
}

/** What an operation file declares, without the types of its fields. */
export type AnySpec = OperationSpec<readonly Field[], readonly Field[], RequiredField, unknown>;

/** An operation without the types of its fields, with defaults, and with what follows from its file. */
export interface Operation
	extends
		MenuEntry,
		Omit<Endpoint, 'role'>,
		Omit<AnySpec, 'endpoint' | 'target' | 'updates' | 'request' | 'shape'> {
	/** With its target, and those that follow from `updates` and from `simplify` of its record. */
	fields: readonly Field[];
	filters: readonly Filter[];
	options: readonly Field[];
	advice: Advice;
	effect: Effect;
	/** Whether it returns any number of records, so that it has Return All and Limit. */
	isList: boolean;
	/** @throws {Problem} for a value that it refuses */
	request(parameters: unknown): RequestParts;
	shape(record: IDataObject, parameters: unknown): IDataObject;
	/**
	 * The records of the decoded body of a success.
	 * @throws {Problem} when the response does not have the documented shape
	 */
	readRecords(body: unknown, onSkipped?: OnSkipped): IDataObject[];
}

/** What the contract says of an operation. */
export interface Endpoint {
	/** Its resource, and its own name in saved workflows: "lead.getAll". */
	id: string;
	method: Method;
	/** Below the base URL, with `{name}` for the value of the target, or of the required field of that name. */
	path: `/${string}`;
	/** Cost of one request. */
	tokens: number;
	/** The only role that can call it. Description, notice, and advice for 403 say so. */
	role?: 'admin';
}

/** An entry of a menu, as in n8n's `INodePropertyOptions`. */
export interface MenuEntry {
	/** In title case. */
	name: string;
	/** Saved in workflows, so never change it. */
	value: string;
	description: string;
}

/** A resource: an entry of the menu of resources. */
export interface Resource extends MenuEntry {
	/**
	 * The operation that is selected at first, best a read: "lead.getAll". n8n does not save what is selected at first, so another one would change
	 * saved nodes.
	 */
	preselected: string;
}

/** The Problem of a value that cannot be sent. The node adds the item. @param field by name */
export type Refuse<Name extends string> = (field: Name, texts: RefusalTexts) => Problem;

export interface RefusalTexts {
	/** What is wrong, after the label of the field. */
	what: string;
	/** What to do about it. */
	advice: string;
	/** What the AI model can do that has given the value. Default: correct it. */
	forModel?: string;
}

/** Undefined values are not sent. */
export type Query = Record<string, string | undefined>;

/** What a request has beside its path. */
export interface RequestParts {
	query?: Readonly<Query>;
	/** Sent as JSON. */
	body?: IDataObject;
}

/** A record of the service, as operations that return it share it. */
export interface RecordSpec {
	/** What the API documents of it: names and types of its fields, with invented values. After a request with a secret, only they are shown. */
	documented: IDataObject;
	/** Before `shape` and `emit`. A tool then also leaves out long texts. Pick lists do not use it. */
	simplify?: Simplify;
	/** Its secrets. All that follow get it without them, unless the user includes them (`secrets.ts`). */
	secrets?: Secrets;
}

/** Where the records of a success are. Made by the functions of `define/responses.ts`. */
export interface ResponseSpec extends RecordSpec {
	/** In words. */
	expected: string;
	/** The record in a body, or in an entry of its list. Undefined if it is none. An empty body is an empty text. */
	recordOf(value: unknown): IDataObject | undefined;
	/** The list in a body. Without it, the body is the record. */
	listOf?(body: unknown): unknown;
}

/** Secrets that the service returns. */
export interface Secrets {
	/** Dotted, through objects and lists. */
	paths: readonly string[];
	/** What they are, in words. It adds the option Include Secrets. Without it, they are never in the output. */
	option?: string;
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

/** What a request does to the data of the service, by its method (RFC 9110, 9.2, and RFC 5789). */
export const effectOf = {
	/** It changes nothing. */
	GET: 'read',
	/** It changes what exists. Sent twice, it has the same result as sent once. */
	PUT: 'update',
	/** The same, if it sets fields to values. Otherwise, sent twice, it can add twice. */
	PATCH: 'update',
	/** It adds something. Sent twice, it adds two. */
	POST: 'create',
} as const;

export type Effect = (typeof effectOf)[keyof typeof effectOf];
type Method = keyof typeof effectOf;

type Advice = Readonly<Partial<Record<400 | 403 | 404 | 'inDoubt', string>>>;

/** Called with the number of records that were skipped because they are empty or of another kind. */
export type OnSkipped = (count: number) => void;
