import type { IDataObject } from 'n8n-workflow';

import type { PartValues } from '../table/rows';

/** A record that waits, that an execution has which can still end, or of which it matters what was tried. */
export interface Pending {
	/** Its row in the table. Undefined once the table has forgotten it. */
	row?: number;
	/** What to return. Undefined if nothing has to be returned as of the list that was read last. */
	item?: IDataObject;
	/** The values that an execution had which started or ended last. */
	tried?: PartValues;
	/** The execution whose end decides about it. */
	execution?: number;
	/** When it can be sent, by the steady clock, ms. `NEVER` while it is in an execution, unless it was made due meanwhile. */
	dueAt: number;
	/** When an execution with only this record failed last, by the steady clock, ms. */
	failedAt?: number;
	/** Where it waits. It stays there while a lane sends it, so that it keeps its place. */
	queue?: Set<Pending>;
}

/** Before every time of the clock. */
export const AT_ONCE = 0;
/** Until its execution fails. If a person stops that, until an edit, a publication, or a restart. */
export const NEVER = Infinity;

/** Whether it can be sent once it is due. */
export const isWaiting = ({ item, execution, dueAt }: Pending): boolean =>
	item !== undefined && execution === undefined && dueAt !== NEVER;

export function enqueue(pending: Pending, queue: Set<Pending>): void {
	dequeue(pending);
	queue.add(pending);
	pending.queue = queue;
}

export function dequeue(pending: Pending): void {
	pending.queue?.delete(pending);
	pending.queue = undefined;
}
