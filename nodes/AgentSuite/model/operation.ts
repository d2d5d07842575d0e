import type { IBuilderHint, IDataObject } from 'n8n-workflow';

import type { Effect, Endpoint, ResponseSpec } from './endpoint';
import type { Field, Named } from './field';
import type { ReadParameters } from './parameterTypes';

/** An operation as the package uses it: what its file (`operationSpec.ts`) and the contract (`endpoint.ts`) say, and what follows from both. */
export interface Operation extends MenuEntry {
	/** Of its resource and its own name, as in the contract: "lead.getAll". */
	id: string;
	/** In whose menu it is. */
	resource: Resource;
	/** The title in n8n's list of actions, and the description for AI models. */
	action: string;
	/** Shown above the fields: which role can run it, and what users have to know before they do. */
	notice?: string;
	/** Its own, with the target first, those to update, and Simplify. */
	fields: readonly Field[];
	/** Of a list. The node applies them to what the service returns. */
	filters: readonly Filter[];
	/** Its own, without those of every operation. */
	options: readonly Field[];
	method: Endpoint['method'];
	/** Below the base URL, with `{name}` for the value of that name. */
	path: Endpoint['path'];
	/** Cost of one request. */
	tokens: number;
	/** Decides whether a request that might have been processed is sent again. */
	effect: Effect;
	/** What is sent for the values of its fields and options. @throws {Problem} for a value that it refuses */
	request(parameters: ReadParameters): RequestParts;
	/** What a success returns, as the contract says. */
	response: ResponseSpec;
	/**
	 * The records of the decoded body of a success.
	 * @throws {Problem} when the response does not have the documented shape
	 */
	readRecords(body: unknown, onSkipped?: OnSkipped): IDataObject[];
	/** Adds what depends on the other records of a list, before the filters. */
	addFromList?(records: IDataObject[]): IDataObject[];
	/** Makes a brief form of a record, also for events. */
	simplify?(record: IDataObject): IDataObject;
	/** A record as the node returns it, after the filters, simplified if the user has that on. */
	shape(record: IDataObject, parameters: ReadParameters): IDataObject;
	/** What to do after a failure, in place of the general advice. */
	advice: Advice;
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

/** What fills a request. */
interface RequestParts {
	/** One for each place. */
	path: Sent[];
	query: Sent[];
	/** Sent as JSON. */
	body?: IDataObject;
}

/** A value for a name of the contract, and the field that it was entered in. */
export interface Sent {
	name: string;
	/** Undefined if nothing is entered. */
	value: IDataObject[string];
	field: Named;
}

/** Called with the number of records that were skipped because they are empty or of another kind. */
type OnSkipped = (count: number) => void;

/** An entry of a menu, as in n8n's `INodePropertyOptions`. */
export interface MenuEntry {
	/** In title case. */
	name: string;
	/** Saved in workflows, so never change it. */
	value: string;
	description: string;
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
