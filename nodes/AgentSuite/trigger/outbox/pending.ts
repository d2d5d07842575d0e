import type { IDataObject } from 'n8n-workflow';

import type { Execution } from './executions';

/**
 * Where a record is, and when it goes:
 *
 * - `fresh`: found by the last list. It goes at once, with all others
 * - `queued`: goes in pieces, unless it has failed in this round. Its lane is that of the refused ones if the table says so,
 *   otherwise the backlog
 * - `stopped`: a person has stopped its execution. It goes after an edit, a publication, or a restart
 * - an execution, whose end decides whether it has to be sent again. With retries off, only if n8n could not start it
 */
type Place = 'fresh' | 'queued' | 'stopped' | Execution;

/** A record on its way. One that the workflow was told, or that the last list has not found due, is none. */
export interface Pending {
	/** Its row in the table. */
	row: number;
	/** What it is returned as, in the state of the last list that has found it due. */
	item: IDataObject;
	place: Place;
	/** The number of the round in which it failed last, alone or with *All*. It is not tried again in that one. */
	failedInRound?: number;
}
