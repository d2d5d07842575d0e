import type { IDataObject } from 'n8n-workflow';

import type { Simplify } from './simplify';

/** A record that an operation returns. */
export interface RecordSpec {
	/** What the API documents of it: names and types of its fields, with invented values. After a request with a secret, only they are shown. */
	documented: IDataObject;
	/** Before `shape` and `emit`. A tool then also leaves out long texts. Pick lists do not use it. */
	simplify?: Simplify;
	/** Its secrets. All that follow get it without them, unless the user includes them (`secrets.ts`). */
	secrets?: Secrets;
}

/** What a success of an operation returns, as the contract says. */
export interface ResponseSpec {
	/** A record is what was read or written. A confirmation has only a message, `success`, or nothing. */
	kind: 'record' | 'list' | 'confirmation';
	/** The field with the list. Absent if the body is the list. */
	field?: string;
	/** See `RecordSpec`. */
	documented: IDataObject;
	/** See `RecordSpec`. */
	secrets?: Secrets;
}

/** Secrets that the service returns. */
export interface Secrets {
	/** Dotted, through objects and lists. */
	paths: readonly string[];
	/** What they are, in words. It adds the option Include Secrets. Without it, they are never in the output. */
	option?: string;
}
