import type { IDataObject } from 'n8n-workflow';

import type { Operation } from './operation';
import type { ProblemText } from './problem';

export interface PickEntry {
	name: string;
	/** The ID that is saved. */
	value: string;
	/** What is searched beside the ID. Default: the name. */
	keywords?: string;
}

/** A list from which the user picks an ID, for a field of type `resourceLocator`. */
export interface PickList {
	/** Name of the method of the node that searches it, for `searchListMethod` of the field. */
	method: string;
	/** The operation that reads the records, without parameters. */
	from: Operation;
	/** @param records without secrets */
	entries(records: IDataObject[]): PickEntry[];
	/** What the user reads if the list has no entries. */
	empty: ProblemText;
}
