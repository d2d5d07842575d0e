import type { Difference } from '../difference/difference';
import { isSameParts, partsAt, type PartValues, type Rows } from '../difference/rows';
import type { ItemSince } from '../difference/itemSince';
import type { Selected } from '../difference/selectChanges';
import { isLatestTried, isRestored, noHistory, type Delivery } from './delivery';
import type { Flights } from './flights';
import { stageAfter, DUE } from './stage';
import type { StoredDeliveries, StoredDelivery } from './stored';

/** Polls in a row that must miss a record until it counts as gone. One list can be empty or partial by mistake. */
const POLLS_UNTIL_GONE = 2;

const isUndelivered = ({ stage }: Delivery) => stage.is !== 'settled' && stage.is !== 'handedOver';

/** Whether an execution has started with it since it was delivered: it is stored as `sent`. */
const wasSent = ({ stage, tried }: Delivery) => tried !== undefined || stage.is === 'flying';

const storedOf = (deliveries: Delivery[]): StoredDelivery[] | undefined =>
	deliveries.length === 0
		? undefined
		: deliveries.map(({ row, failuresAlone, refusals, delivered = [] }) => [
				row,
				failuresAlone,
				refusals,
				...delivered,
			]);

/** The records that are on their way, from one list to the next. */
export class Deliveries {
	private all = new Map<number, Delivery>();
	private backAsDelivered = new Set<number>();

	constructor(
		private readonly flights: Flights,
		{ sent = [], unsent = [] }: StoredDeliveries = {},
	) {
		for (const stored of sent) this.restore(stored, 'forgotten');
		for (const stored of unsent) this.restore(stored, undefined);
	}

	private restore(
		[row, failuresAlone, refusals, ...values]: StoredDelivery,
		tried: Delivery['tried'],
	): void {
		this.all.set(row, {
			...noHistory,
			row,
			// Neither this state nor the one tried last is stored, so it counts as edited.
			latest: [],
			tried,
			delivered: values.length > 0 ? values : undefined,
			stage: DUE,
			// Not stored either. One that was never delivered is only here because the event has returned it.
			wasReturned: values.length === 0,
			failuresAlone,
			refusals,
		});
	}

	/** Those that have not been delivered. */
	get undelivered(): Delivery[] {
		return [...this.all.values()].filter(isUndelivered);
	}

	/** Whether the record of this row is returned by a retry, and not as a fresh change. */
	hasUndelivered(row: number): boolean {
		const delivery = this.all.get(row);
		return delivery !== undefined && isUndelivered(delivery);
	}

	/** Whether the last list has the record of this row again in the state that was delivered, so that its change is not fresh. */
	isBackAsDelivered(row: number): boolean {
		return this.backAsDelivered.has(row);
	}

	toStore(): StoredDeliveries {
		const { undelivered } = this;
		return {
			sent: storedOf(undelivered.filter(wasSent)),
			unsent: storedOf(undelivered.filter((delivery) => !wasSent(delivery))),
		};
	}

	/**
	 * Drops records that have left the list, once no execution can deliver them any more. The snapshot keeps the state
	 * that was delivered.
	 * @returns the rows of those that were never delivered, which the snapshot must forget, so that they are new again
	 */
	dropGone(rows: Rows): number[] {
		const givenUp = this.undelivered.filter(
			(delivery) => delivery.pollsMissing >= POLLS_UNTIL_GONE && !this.flights.has(delivery),
		);
		for (const delivery of givenUp) {
			delivery.delivered?.forEach((value, part) => {
				rows.parts[part][delivery.row] = value;
			});
			this.all.delete(delivery.row);
		}
		return givenUp.filter(({ delivered }) => !delivered).map(({ row }) => row);
	}

	/**
	 * Follows the records to the rows of the next snapshot, and to what the event says about them there.
	 * @param itemOf what to return for a record
	 * @returns whether an undelivered one was edited
	 */
	follow(
		{ movedTo, snapshot, records }: Pick<Difference, 'movedTo' | 'snapshot' | 'records'>,
		itemOf: (delivery: Delivery) => ItemSince,
	): boolean {
		const moved: Delivery[] = [];
		this.backAsDelivered = new Set();
		let isEdited = false;
		for (const delivery of this.all.values()) {
			const row = movedTo[delivery.row];
			if (row === undefined) continue;
			moved.push(delivery);
			delivery.row = row;
			if (row >= records.length) {
				delivery.pollsMissing += 1;
				delivery.item = undefined;
				continue;
			}
			delivery.pollsMissing = 0;
			const wasRestored = isRestored(delivery);
			const hasChanged = this.followState(delivery, partsAt(snapshot.rows, row));
			if (!isUndelivered(delivery)) continue;
			isEdited ||= hasChanged;
			this.followItem(delivery, itemOf(delivery), wasRestored);
		}
		this.all = new Map(moved.map((delivery) => [delivery.row, delivery]));
		this.forgetSettled();
		return isEdited;
	}

	/** @returns whether the record has changed since the last list */
	private followState(delivery: Delivery, latest: PartValues): boolean {
		if (isSameParts(latest, delivery.latest)) return false;
		delivery.latest = latest;
		delivery.stage = stageAfter(delivery.stage, { did: 'makeDue' });
		return true;
	}

	/**
	 * Notes what the event returns now. If that is nothing, there can be nothing left to deliver:
	 *
	 *     event says   change was returned before     never returned
	 *     an item      replaces the item              is returned from now on
	 *     unmatched    kept, until it matches again   settled
	 *     unchanged    settled, and nothing is fresh  settled, and the change back is fresh like any other
	 *
	 * A restart forgets whether an earlier change was returned. Then nothing is fresh.
	 */
	private followItem(delivery: Delivery, itemSince: ItemSince, wasRestored: boolean): void {
		if (typeof itemSince === 'object') {
			delivery.item = itemSince;
			delivery.wasReturned = true;
			return;
		}
		const { wasReturned } = delivery;
		const isAsDelivered = itemSince === 'unchanged';
		delivery.item = undefined;
		if (wasReturned && !isAsDelivered) return;
		delivery.stage = stageAfter(delivery.stage, { did: 'settle' });
		if (isAsDelivered && (wasReturned || wasRestored)) this.backAsDelivered.add(delivery.row);
	}

	/** Drops the listed records that the event returns no more. An execution in progress goes on. */
	dropUnmatched(): void {
		for (const delivery of this.undelivered) {
			const { stage, item, pollsMissing } = delivery;
			if (item === undefined && pollsMissing === 0 && stage.is !== 'flying')
				delivery.stage = stageAfter(stage, { did: 'settle' });
		}
		this.forgetSettled();
	}

	/** Adds the fresh records of a poll. */
	add(fresh: Array<Pick<Selected, 'row' | 'was' | 'item'>>, rows: Rows, now: number): Delivery[] {
		return fresh.map(({ row, was, item }) => {
			const known = this.all.get(row);
			// The same object, because flights know it by reference.
			const delivery: Delivery = Object.assign(known ?? {}, {
				...noHistory,
				row,
				latest: partsAt(rows, row),
				delivered: was,
				tried: undefined,
				item,
				wasReturned: true,
				stage: stageAfter(known?.stage ?? DUE, { did: 'appear' }),
				waitsSince: now,
			});
			this.all.set(row, delivery);
			return delivery;
		});
	}

	/** Makes all due, also what a person has stopped. */
	makeAllDue(): void {
		for (const delivery of this.all.values())
			delivery.stage = stageAfter(delivery.stage, { did: 'makeDue' });
	}

	/**
	 * When retries are turned off: an execution in progress counts as delivered. A state that was never sent stays.
	 * @returns the number of records that were waiting or held, and are now settled
	 */
	settleSent(): number {
		let dropped = 0;
		for (const delivery of this.all.values()) {
			const { stage } = delivery;
			const inFlight =
				stage.is === 'flying' ? this.flights.valuesIn(stage.execution, delivery) : undefined;
			if (inFlight) this.countAsDelivered(delivery, inFlight);
			const isLatestSent = inFlight
				? isSameParts(inFlight, delivery.latest)
				: isLatestTried(delivery);
			delivery.stage = stageAfter(stage, { did: 'turnOff', isLatestSent });
			if (stage.is !== 'settled' && delivery.stage.is === 'settled') dropped += 1;
		}
		this.forgetSettled();
		return dropped;
	}

	/** @param inFlight what its execution was given */
	private countAsDelivered(delivery: Delivery, inFlight: PartValues): void {
		delivery.delivered = inFlight;
		delivery.tried = undefined;
		delivery.wasReturned = false;
		// The next read says what has changed since.
		if (!isSameParts(inFlight, delivery.latest)) delivery.item = undefined;
	}

	/** Others only matter while an execution could still deliver an earlier state of them. */
	forgetSettled(): void {
		for (const delivery of [...this.all.values()]) {
			if (!isUndelivered(delivery) && !this.flights.has(delivery)) this.all.delete(delivery.row);
		}
	}
}
