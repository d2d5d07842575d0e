import type { IDataObject } from 'n8n-workflow';

/** What a success of an operation returns, as the contract says. */
export interface ResponseSpec {
	/** A record is what was read or written, a list has any number of them. A confirmation has only a message, `success`, or nothing. */
	kind: 'record' | 'list' | 'confirmation';
	/** The field with the list. Absent if the body is the list. */
	field?: string;
	/**
	 * What the API documents of the record, or of one of the list: names and types of its fields, with invented values. After a request
	 * with a secret, only they are shown.
	 */
	documented: IDataObject;
	/** Of a record. All that follow get it without them, unless the user includes them (`records/secrets.ts`). */
	secrets?: Secrets;
}

/** Secrets that the service returns. */
export interface Secrets {
	/** Dotted, through objects, and lists of objects. */
	paths: readonly string[];
	/** What they are, in words. It adds the option Include Secrets. Without it, they are never in the output. */
	option?: string;
}
