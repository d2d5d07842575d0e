import type { IDataObject } from 'n8n-workflow';

import type { Difference } from '../difference/difference';
import { isSameParts, partsAt, type Rows } from '../difference/rows';
import type { Selected } from '../difference/selectChanges';
import { isLatestTried, untried, type Delivery } from './delivery';
import type { Flights } from './flights';
import { after, DUE, STALE } from './stage';
import type { StoredDeliveries, StoredDelivery } from './stored';

/** Polls in a row that must miss a record until it counts as gone. One list can be empty or partial by mistake. */
const POLLS_UNTIL_GONE = 2;

const isUndelivered = ({ stage }: Delivery) => stage.is !== 'settled' && stage.is !== 'released';

/** The records that are on their way, from one list to the next. */
export class Deliveries {
	private all = new Map<number, Delivery>();
	private resolved = new Set<number>();

	constructor(
		private readonly flights: Flights,
		{ undelivered = [], unsent = [] }: StoredDeliveries = {},
	) {
		for (const stored of undelivered) this.restore(stored, true);
		for (const stored of unsent) this.restore(stored, false);
	}

	private restore([row, failuresAlone, refusals, ...values]: StoredDelivery, started: boolean) {
		this.all.set(row, {
			...untried,
			row,
			// Neither its last state nor the one tried last is stored, so it counts as edited.
			now: [],
			tried: started ? [] : undefined,
			delivered: values.length > 0 ? values : undefined,
			stage: values.length > 0 ? STALE : DUE,
			failuresAlone,
			refusals,
		});
	}

	/** Those that have not been delivered. */
	get undelivered(): Delivery[] {
		return [...this.all.values()].filter(isUndelivered);
	}

	/** Whether the record of this row is returned by a retry, and not as a fresh change. */
	isUndelivered(row: number): boolean {
		const delivery = this.all.get(row);
		return delivery !== undefined && isUndelivered(delivery);
	}

	/** Whether the last list has the record of this row again as it was delivered, so that its change is nothing fresh. */
	isResolved(row: number): boolean {
		return this.resolved.has(row);
	}

	toStore(): StoredDeliveries {
		const listOf = (started: boolean) => {
			const records = this.undelivered.filter(({ stage, tried }) => {
				return (tried !== undefined || stage.is === 'flying') === started;
			});
			return records.length === 0
				? undefined
				: records.map(({ row, failuresAlone, refusals, delivered = [] }): StoredDelivery => [
						row,
						failuresAlone,
						refusals,
						...delivered,
					]);
		};
		return { undelivered: listOf(true), unsent: listOf(false) };
	}

	/**
	 * Drops records that have left the list, once no execution can deliver them any more. The snapshot keeps the state
	 * that was delivered.
	 * @returns the rows of those that were never delivered, which the snapshot must forget, so that they are new again
	 */
	dropGone(rows: Rows): number[] {
		const gone = this.undelivered.filter(
			(delivery) => delivery.pollsMissing >= POLLS_UNTIL_GONE && !this.flights.has(delivery),
		);
		for (const delivery of gone) {
			delivery.delivered?.forEach((value, part) => {
				rows.parts[part][delivery.row] = value;
			});
			this.all.delete(delivery.row);
		}
		return gone.filter(({ delivered }) => !delivered).map(({ row }) => row);
	}

	/**
	 * Follows the records to the rows of the next snapshot.
	 * @param itemOf what to return for a record. Undefined if the event does not match, null if nothing has changed.
	 * @returns whether a record that waits was edited
	 */
	follow(
		{ movedTo, snapshot, records }: Pick<Difference, 'movedTo' | 'snapshot' | 'records'>,
		itemOf: (delivery: Delivery) => IDataObject | null | undefined,
	): boolean {
		const moved: Delivery[] = [];
		this.resolved = new Set();
		let isEdited = false;
		for (const delivery of this.all.values()) {
			const row = movedTo[delivery.row];
			if (row === undefined) continue;
			moved.push(delivery);
			delivery.row = row;
			const isListed = delivery.row < records.length;
			delivery.pollsMissing = isListed ? 0 : delivery.pollsMissing + 1;
			if (!isListed) {
				delivery.item = undefined;
				continue;
			}
			const now = partsAt(snapshot.rows, delivery.row);
			const isRestored = delivery.now.length === 0;
			if (!isSameParts(now, delivery.now)) {
				isEdited = isEdited || isUndelivered(delivery);
				delivery.stage = after(delivery.stage, { did: 'makeDue' });
			}
			delivery.now = now;
			if (!isUndelivered(delivery)) continue;
			const item = itemOf(delivery);
			// A change back after the delivery is a change like any other.
			if (item === null && (delivery.stage.is !== 'stale' || isRestored))
				this.resolved.add(delivery.row);
			const isMatch = item !== undefined;
			delivery.stage = after(
				delivery.stage,
				item === null ? { did: 'resolve' } : { did: 'compare', isMatch },
			);
			delivery.item = item ?? undefined;
		}
		this.all = new Map(moved.map((delivery) => [delivery.row, delivery]));
		this.forgetSettled();
		return isEdited;
	}

	/** Adds the fresh records of a poll. */
	add(fresh: Array<Pick<Selected, 'row' | 'was' | 'item'>>, rows: Rows, now: number): Delivery[] {
		return fresh.map(({ row, was, item }) => {
			const known = this.all.get(row);
			const delivery: Delivery = Object.assign(known ?? {}, {
				...untried,
				row,
				now: partsAt(rows, row),
				delivered: was,
				tried: undefined,
				failedAt: undefined,
				item,
				stage: after(known?.stage ?? DUE, { did: 'appear' }),
				waitsSince: now,
			});
			this.all.set(row, delivery);
			return delivery;
		});
	}

	/** Makes all due, also what a person has stopped. */
	makeAllDue(): void {
		for (const delivery of this.all.values())
			delivery.stage = after(delivery.stage, { did: 'makeDue' });
	}

	/** With retries off, an execution that has started counts as delivered. A state that was never sent stays. */
	settleSent(): void {
		for (const delivery of this.all.values()) {
			const { stage } = delivery;
			const sent =
				stage.is === 'flying' ? this.flights.valuesIn(stage.execution, delivery) : undefined;
			const isSent = sent ? isSameParts(sent, delivery.now) : isLatestTried(delivery);
			if (sent) {
				delivery.delivered = sent;
				delivery.tried = undefined;
			}
			// The next read says what has changed since.
			if (sent && !isSent) delivery.item = undefined;
			delivery.stage = after(stage, { did: 'turnOff', isSent });
		}
		this.forgetSettled();
	}

	/** Others only matter while an execution could still deliver an earlier state of them. */
	forgetSettled(): void {
		for (const delivery of [...this.all.values()]) {
			if (!isUndelivered(delivery) && !this.flights.has(delivery)) this.all.delete(delivery.row);
		}
	}
}
