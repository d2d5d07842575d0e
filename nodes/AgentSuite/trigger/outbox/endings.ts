/** What the end of an execution means for one record in it: for its stage, its states, and its counts. */
import { isSameParts } from '../difference/rows';
import type { Delivery } from './delivery';
import type { Passenger } from './flights';
import { stageAfter, isDisturbed } from './stage';

/** An execution that has ended, with what it was given of the record. */
export interface Ended extends Passenger {
	execution: number;
	/** When it ended, by the steady clock, ms. */
	at: number;
}

/** Whether the end of this execution decides about the record. Otherwise it is an earlier one that ends late. */
export const isIn = (execution: number, { stage }: Delivery): boolean =>
	'execution' in stage && stage.execution === execution;

/**
 * An example: an execution with state A does not end in time. The record is edited to B, and another execution starts. Now
 * the first one succeeds: A is delivered, and while the second one is in progress, nobody knows which of them writes last.
 *
 * 1. The record is in this execution, undisturbed: nothing
 * 2. In this execution, disturbed by an earlier one: what that has tried
 * 3. In a later one: these values, unless they are the latest, because they might be written after its own
 * 4. Otherwise: what was tried before, unless it is the same
 *
 * Reads stage, latest, and tried as they were before this end.
 * @returns the values that can have been written after those that this execution delivers. Undefined if these were the last
 */
function triedAfterDelivery(delivery: Delivery, { execution, values }: Ended): Delivery['tried'] {
	const { stage, latest, tried } = delivery;
	// 2 and 1
	if (isIn(execution, delivery)) return isDisturbed(stage) ? tried : undefined;
	// 3
	if (stage.is === 'flying' && !isSameParts(values, latest)) return values;
	// 4
	return tried !== 'forgotten' && isSameParts(values, tried) ? undefined : tried;
}

/** The last success defines what was delivered, even if it comes late. */
export function recordDelivered(delivery: Delivery, ended: Ended): void {
	const { execution, values, at } = ended;
	const isOwn = isIn(execution, delivery);
	const isLatest = isSameParts(values, delivery.latest);
	// Before the stage changes, which tells whether this execution was the last.
	delivery.tried = triedAfterDelivery(delivery, ended);
	delivery.stage = stageAfter(delivery.stage, { did: 'deliver', execution, isLatest });
	delivery.delivered = values;
	// It says what has changed since an earlier delivery. The next list makes a new one.
	delivery.item = undefined;
	delivery.wasReturned = false;
	delivery.notStartedSince = undefined;
	if (!isOwn) return;
	delivery.failuresAlone = 0;
	delivery.refusals = 0;
	delivery.waitsSince = at;
}

/** It failed, or a person stopped it. It can have passed on its values before. */
function noteTried(delivery: Delivery, { values }: Ended): void {
	if (!isSameParts(values, delivery.delivered)) delivery.tried = values;
}

/** @param dueAt when it is sent again. Undefined if it keeps its place among the rest of a group, which goes on at once. */
export function recordFailed(delivery: Delivery, ended: Ended, dueAt: number | undefined): void {
	const { execution, at } = ended;
	noteTried(delivery, ended);
	if (!isIn(execution, delivery)) return;
	delivery.stage = stageAfter(delivery.stage, { did: 'fail', execution, dueAt: dueAt ?? at });
	if (dueAt !== undefined) delivery.waitsSince = at;
}

export function recordStopped(delivery: Delivery, ended: Ended): void {
	noteTried(delivery, ended);
	delivery.stage = stageAfter(delivery.stage, { did: 'stop', execution: ended.execution });
	delivery.waitsSince = ended.at;
}

/** It could not start, which says nothing about the record. */
export function recordNotStarted(delivery: Delivery, { execution, at }: Ended): void {
	if (!isIn(execution, delivery)) return;
	delivery.waitsSince = at;
	delivery.stage = stageAfter(delivery.stage, { did: 'notStart', execution });
}

/**
 * An example: an execution with state A does not end in time, so it counts as failed. The record is edited to B, and another
 * execution delivers that. Now the first one fails: it might have written A after B, so B is delivered again.
 *
 * - It had the latest state: nothing changes
 * - It had another one: that is noted as tried, and a settled record is due again, one in an execution once that has ended
 */
export function recordDisturbed(delivery: Delivery, { execution, values }: Ended): void {
	if (isSameParts(values, delivery.latest)) return;
	delivery.tried = values;
	delivery.stage = stageAfter(delivery.stage, { did: 'disturb', execution });
}
