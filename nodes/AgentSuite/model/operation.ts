import type { IBuilderHint, IDataObject } from 'n8n-workflow';

import type { Endpoint } from './endpoint';
import type { ReadParameters } from './field';
import type { Advice, AnySpec, MenuEntry } from './operationSpec';

/** What its file declares, and the operation keeps as it is. */
type Kept = Pick<AnySpec, 'action' | 'notice' | 'simplify' | 'addFromList'>;

/** What its file can leave out, and the operation has in any case. */
type Completed = Required<Pick<AnySpec, 'effect' | 'fields' | 'filters' | 'options' | 'shape'>>;

/** An operation as the package uses it: what its file declares, what the contract says, and here, what follows from both. */
export interface Operation
	extends MenuEntry, Kept, Completed, Omit<Endpoint, 'role' | 'query' | 'body'> {
	/** Of its resource and its own name, as in the contract: "lead.getAll". */
	id: string;
	resource: Resource;
	advice: Advice;
	/** @throws {Problem} for a value that it refuses */
	request(parameters: ReadParameters): RequestParts;
	/**
	 * The records of the decoded body of a success.
	 * @throws {Problem} when the response does not have the documented shape
	 */
	readRecords(body: unknown, onSkipped?: OnSkipped): IDataObject[];
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

/** What a request has beside its path. */
interface RequestParts {
	query?: Query;
	/** Sent as JSON. */
	body?: IDataObject;
}

export type Query = Readonly<Record<string, string>>;

/** Called with the number of records that were skipped because they are empty or of another kind. */
type OnSkipped = (count: number) => void;
