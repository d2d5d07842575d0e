import type { IDataObject } from 'n8n-workflow';

import type { Effect, Endpoint } from './endpoint';
import type { Field, Named } from './field';
import type { Advice, AnySpec, Filter, Resource } from './operationSpec';
import type { ReadParameters } from './parameterTypes';

/** An operation as the package uses it: what its file and the contract say, which is described there, and what follows from both. */
export interface Operation
	extends
		Pick<AnySpec, 'name' | 'action' | 'addFromList' | 'simplify'>,
		Pick<Endpoint, 'method' | 'path' | 'tokens' | 'response'> {
	/** Of its resource and its own name, as in the contract: "lead.getAll". */
	id: string;
	/** In whose menu it is. */
	resource: Resource;
	/** Its own name, of the entry of the menu. */
	value: string;
	/** With its filters, and the role that can run it. */
	description: string;
	/** With the role that can run it. */
	notice?: string;
	/** Its own, with the target first, those to update, and Simplify. */
	fields: readonly Field[];
	filters: readonly Filter[];
	/** Its own, without those of every operation. */
	options: readonly Field[];
	effect: Effect;
	/** What is sent for the values of its fields and options. @throws {Problem} for a value that it refuses */
	request(parameters: ReadParameters): RequestParts;
	/**
	 * The records of the decoded body of a success.
	 * @throws {Problem} when the response does not have the documented shape
	 */
	readRecords(body: unknown, onSkipped?: OnSkipped): IDataObject[];
	/** A record as the node returns it, after the filters, simplified if the user has that on. */
	shape(record: IDataObject, parameters: ReadParameters): IDataObject;
	/** Also of its target, and its role. */
	advice: Advice;
}

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
