import type { IBuilderHint, IDataObject } from 'n8n-workflow';

import type { Field, ReadParameters } from './field';
import type { ResponseSpec } from './responseSpec';

/** An operation as the package uses it: what its file declares (`operationSpec.ts`), and what follows from that and its contract. */
export interface Operation extends MenuEntry, Omit<Endpoint, 'role' | 'query'> {
	/** Of its resource and its own name, as in the contract: "lead.getAll". */
	id: string;
	resource: Resource;
	action: string;
	notice?: string;
	effect: Effect;
	/** With its target, and that of `simplify`. */
	fields: readonly Field[];
	filters: readonly Filter[];
	options: readonly Field[];
	advice: Advice;
	/** @throws {Problem} for a value that it refuses */
	request(parameters: ReadParameters): RequestParts;
	/**
	 * The records of the decoded body of a success.
	 * @throws {Problem} when the response does not have the documented shape
	 */
	readRecords(body: unknown, onSkipped?: OnSkipped): IDataObject[];
	addFromList?(records: IDataObject[]): IDataObject[];
	/** Before `shape` and `emit`. A tool then also leaves out long texts. Pick lists do not use it. */
	simplify?(record: IDataObject): IDataObject;
	shape(record: IDataObject, parameters: ReadParameters): IDataObject;
}

/** What the contract says of an operation. */
export interface Endpoint {
	method: Method;
	/** Below the base URL, with `{name}` for the value of the target, or of the required field of that name. */
	path: `/${string}`;
	/** Names of the query parameters, each that of a field or an option. */
	query?: readonly string[];
	/** Cost of one request. */
	tokens: number;
	/** The only role that can call it. Description, notice, and advice for 403 say so. */
	role?: 'admin';
	response: ResponseSpec;
}

/** What these cost, each once, in order. */
export const tokenCosts = (priced: ReadonlyArray<Pick<Endpoint, 'tokens'>>): number[] =>
	[...new Set(priced.map(({ tokens }) => tokens))].sort((one, other) => one - other);

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
	 * The `value` of the operation that is selected at first, best a read: "getAll". n8n does not save what is selected at first, so another
	 * one would change saved nodes.
	 */
	preselected: string;
	/** The node of n8n in which its records can be kept, and how, for n8n's workflow builder. */
	keptIn?: RelatedNode;
}

/** A node to combine with, as in n8n's hints for its workflow builder. */
export type RelatedNode = NonNullable<IBuilderHint['relatedNodes']>[number];

/** Undefined values are not sent. */
export type Query = Record<string, string | undefined>;

/** What a request has beside its path. */
export interface RequestParts {
	query?: Readonly<Query>;
	/** Sent as JSON. */
	body?: IDataObject;
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

/**
 * What to do after such a status, or about a request that might have been processed. A 404 means that its target does not exist, or
 * without advice a wrong base URL.
 */
export type Advice = Readonly<Partial<Record<400 | 403 | 404 | 'inDoubt', string>>>;

/** Called with the number of records that were skipped because they are empty or of another kind. */
type OnSkipped = (count: number) => void;
