import type { IDataObject } from 'n8n-workflow';

import type { Simplify } from './simplify';

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
export interface ResponseSpec {
	record: RecordSpec;
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
