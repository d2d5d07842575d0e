/** What the end of an execution means for its records. Times are of the steady clock, ms. */
import { isSameParts } from '../table/rows';
import type { Execution, Given } from './executions';
import { AT_ONCE, NEVER, type Pending } from './pending';
import type { Waiting } from './waiting';
import { FIRST_WAIT_MS } from './waitAfter';

/** The records that the table still knows, with what the execution was given of them. */
function* recordsOf({ records }: Execution): Generator<[Pending, number, Given]> {
	for (const [pending, given] of records)
		if (pending.row !== undefined) yield [pending, pending.row, given];
}

/** Whether this end decides about the record. Otherwise its lease has ended before. */
const isOwn = ({ id }: Execution, { execution }: Pending): boolean => execution === id;

/**
 * It has succeeded, in time or late: told are the values that it was given. If others were tried since, these can be the last
 * that were written, so the workflow is told once more. With retries off, its start has told them, and any end counts as this one.
 */
export function succeed(execution: Execution, waiting: Waiting): void {
	const { table, failed } = waiting;
	for (const [pending, row, { values }] of recordsOf(execution)) {
		if (execution.tellsAtStart) {
			waiting.tidy(pending);
			continue;
		}
		const isLastTried = pending.tried !== undefined && isSameParts(values, pending.tried);
		table.setTold(row, { knows: isLastTried ? 'values' : 'perhapsMore', values });
		table.setRefused(row, false);
		if (isOwn(execution, pending)) Object.assign(pending, { execution: undefined, dueAt: AT_ONCE });
		// It has ended after a later one has started, so it can have written last.
		else if (pending.execution !== undefined) pending.tried = values;
		// It says what has changed since an earlier success. The next list makes a new one.
		pending.item = undefined;
		waiting.tidy(pending);
	}
	failed.noteSuccess();
	// If it was refused before, somebody has repaired something, so its lane goes on with the others.
	execution.lane?.succeed();
}

/** It did not succeed, and can have passed on its values before. */
export function noteTried(execution: Execution, { table }: Waiting): void {
	for (const [pending, row, { values }] of recordsOf(execution)) {
		table.doubt(row, values);
		pending.tried = values;
	}
}

/** The record waits again, until `dueAt`, or at once if something has made it due since the start. */
function waitAgain(pending: Pending, waiting: Waiting, dueAt: number): void {
	pending.execution = undefined;
	pending.dueAt = pending.dueAt === NEVER ? dueAt : AT_ONCE;
	if (!pending.queue) waiting.add(pending);
	waiting.tidy(pending);
}

/**
 * It has failed, or did not end within its lease.
 * @param succeededAt when an execution has succeeded last
 */
export function fail(
	execution: Execution,
	waiting: Waiting,
	now: number,
	succeededAt: number,
): void {
	const { records, startedAt, lane } = execution;
	const isAlone = records.size === 1;
	const isSentWhole = isAlone || waiting.recordsPerExecution === 'all';
	noteTried(execution, waiting);
	for (const [pending, row] of recordsOf(execution)) {
		if (!isOwn(execution, pending)) continue;
		if (isAlone) {
			// Something else has succeeded meanwhile, so the destination is not down: it refuses this one.
			if (succeededAt > (pending.failedAt ?? waiting.polledAt)) waiting.table.setRefused(row, true);
			pending.failedAt = now;
			// At the end, so that the others go first.
			waiting.add(pending);
		}
		// Otherwise it goes on at once, in smaller pieces. Longer waits are those of its lane.
		const waitMs = isSentWhole ? FIRST_WAIT_MS : 0;
		waitAgain(pending, waiting, startedAt + waitMs);
	}
	lane?.fail(records.size, startedAt);
}

/** A person has stopped it. Its records wait for an edit, a publication, or a restart. */
export function stop(execution: Execution, waiting: Waiting): void {
	noteTried(execution, waiting);
	for (const [pending] of recordsOf(execution))
		if (isOwn(execution, pending)) waitAgain(pending, waiting, NEVER);
}

/** n8n could not start it, so nobody was told. */
export function takeBack(execution: Execution, waiting: Waiting): void {
	const { table } = waiting;
	const { tellsAtStart } = execution;
	for (const [pending, row, { values, before }] of recordsOf(execution)) {
		const told = table.told(row);
		// Another one can have told something since.
		const isLast = tellsAtStart
			? isSameParts(values, told.values)
			: isOwn(execution, pending) && told.knows !== 'values';
		if (isLast) table.setTold(row, before);
		// So that it goes at once, with all others.
		if (isOwn(execution, pending)) pending.tried = undefined;
		if (isOwn(execution, pending) || (isLast && pending.item)) waitAgain(pending, waiting, AT_ONCE);
		else waiting.tidy(pending);
	}
}
