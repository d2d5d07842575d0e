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
	/** What it does, by which filters, and which role can run it. */
	description: string;
	/** What a user has to know before they run it, after which role can run it. */
	notice?: string;
	/** The fields of its file: its target, `fields`, the collection of its `updates`, and Simplify. */
	fields: readonly Field[];
	filters: readonly Filter[];
	/** The options of its file, and Clear Empty Fields if it has `updates`. Not the options of every operation. */
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
	/** The advice of its file, of its target, and of its role. */
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
