import type { IDataObject } from 'n8n-workflow';

/**
 * When a record goes that is in no execution:
 *
 * - `fresh`: found by the last list. It goes at once, with all others
 * - `queued`: goes in pieces, unless it has failed in this round. Its lane is that of the refused ones if the table says so,
 *   otherwise the backlog
 * - `stopped`: a person has stopped its execution. It goes after an edit, a publication, or a restart
 */
type Place = 'fresh' | 'queued' | 'stopped';

/** A record that is due. `Executions` says whether it is in one. */
export interface Pending {
	/** Its row in the table. */
	row: number;
	/** What it is returned as, in the state of the last list that has found it due. */
	item: IDataObject;
	place: Place;
	/** The number of the round in which it failed last, alone or with *All*. It is not tried again in that one. */
	failedInRound?: number;
}
