import type { IDataObject } from 'n8n-workflow';

import type { Execution } from './executions';
import type { LaneName } from './lane';

/**
 * Where a record is, and when it goes:
 *
 * - `fresh`: found by the last list. It goes at once, with all others
 * - `queued`: goes in pieces, unless its last try was in this round. Its lane is that of the refused ones if the table says so,
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
	/** When it failed last without a smaller piece to try: in which round, and as a piece of which lane. */
	lastTry?: { round: number; lane?: LaneName };
}
