import type { IDataObject } from 'n8n-workflow';

import type { Execution } from './execution';

/**
 * Where a record is that has to be sent:
 *
 * - `fresh`: found by the last list. It goes at once, with all others
 * - `lane`: goes in pieces. That of the refused ones if the table says so, otherwise the backlog
 * - `stopped`: a person has stopped its execution. It goes after an edit, a publication, or a restart
 * - an execution, whose end decides whether it has to be sent again
 */
type Place = 'fresh' | 'lane' | 'stopped' | Execution;

/** A record of which the workflow has to be told, or that is in an execution. */
export interface Pending {
	/** Its row in the table. */
	row: number;
	/** What it is returned as, in the state of the last list that has found it due. */
	item: IDataObject;
	/** Undefined if nothing of it has to be sent before the next list. */
	at?: Place;
	/** The round of the lanes in which it failed last without a smaller piece to try. It goes again in a later one. */
	triedIn?: number;
}
