import type { IDataObject } from 'n8n-workflow';

/**
 * When a record goes:
 *
 * - `fresh`: found by the last list. It goes at once, with all others
 * - `queued`: goes in pieces. Its lane is that of the refused ones if the table says so, otherwise the backlog
 * - `sent`: is in an execution, whose end decides when it goes again
 * - `failed`: has failed alone, or with *All*. The next poll or success queues it
 * - `stopped`: a person has stopped its execution. It goes after an edit, a publication, with *Emit Existing*, or after a restart
 */
export type Place = 'fresh' | 'queued' | 'sent' | 'failed' | 'stopped';

/** A record that is due. */
export interface Pending {
	/** Its row in the table. */
	row: number;
	/** What it is returned as, in the state of the last list that has found it due. */
	item: IDataObject;
	place: Place;
}
