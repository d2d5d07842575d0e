import type { IDataObject } from 'n8n-workflow';

import type { Difference } from './difference/difference';
import { isSameParts, LISTED, partsAt, type PartValues, type Rows } from './difference/rows';
import type { Earlier, Selected } from './difference/selectChanges';

/** Time between two tries, ms. The first is less than a minute, so that no poll misses it by a moment. */
const [FIRST_RETRY_MS, MAX_RETRY_MS] = [50_000, 3_600_000];
/** Maximum number of pieces of what is sent again. */
const PIECES = 10;
/** Number of pieces that fail in a row until no more are sent. */
const OUTAGE = 2;
/** Number of failed tries that are reported, and without retries, of starts of an execution. */
const MANY_TRIES = 5;
/** How long a late success still counts, ms. */
const LATE_MS = 86_400_000;

/** The end of an execution. */
export type Outcome = 'delivered' | 'failed' | 'stopped' | 'notStarted';

/** A record that has not been delivered, or that an execution could still deliver. */
export interface Delivery extends Earlier {
	/**
	 * waiting: to be sent once it is due; sent: in an execution; stopped: by a person, so it waits for its next change or
	 * publication; closed: nothing is left to deliver, but an execution could still deliver an earlier state.
	 */
	state: 'waiting' | 'sent' | 'stopped' | 'closed';
	/** What to return. Undefined if the event does not match now, or the record has left the list. */
	item?: IDataObject;
	tries: number;
	due: number;
	/** Number to send together since the last failure. Many bad records would hold up the good ones without it. */
	group?: number;
	flight?: Flight;
}

export interface Flight {
	/** The records, with their values when they were sent. */
	sent: Map<Delivery, PartValues>;
	startedAt: number;
	/** When it counts as failed if its end has not been reported. Infinity once it does. */
	leaseEnd: number;
}

/** As n8n stores it, with the values delivered last, if any. No personal data. */
export type StoredDelivery = [row: number, tries: number, ...delivered: number[]];

const isReady = ({ state, item }: Delivery) => state === 'waiting' && item !== undefined;

/** Makes a record due, also one that a person has stopped. */
function renew(delivery: Delivery): void {
	if (delivery.state === 'stopped') delivery.state = 'waiting';
	delivery.due = 0;
}

/** What has not been delivered, and which of it is sent next. Times come in, ms of a clock that is never set back. */
export class Deliveries {
	private retries = true;
	private all = new Map<number, Delivery>();
	private readonly flights = new Set<Flight>();
	/** Pieces to send one after another. */
	private queue: Delivery[][] = [];
	/** The piece in progress. */
	private probe: Flight | undefined;
	private failedInARow = 0;
	private publishedAt = 0;
	/** Writes to the log of the last poll. */
	log: (level: 'debug' | 'info' | 'warn', text: string) => void = () => undefined;

	/** @throws an error of any kind if what `store` returned cannot be read. All of it is due. */
	constructor(stored: StoredDelivery[] = []) {
		for (const [row, tries, ...values] of stored) {
			const delivered = values.length > 0 ? values : undefined;
			// Which state was tried last is not stored, so that it differs from each.
			const due = { state: 'waiting' as const, now: [], delivered, tried: [], due: 0 };
			this.all.set(row, { row, tries, ...due });
		}
	}

	store(): StoredDelivery[] | undefined {
		if (!this.retries || this.open.length === 0) return undefined;
		return this.open.map(({ row, tries, delivered = [] }) => [row, tries, ...delivered]);
	}

	/** The records that have not been delivered. */
	get open(): Delivery[] {
		return [...this.all.values()].filter(({ state }) => state !== 'closed');
	}

	get inFlight(): number {
		return [...this.flights].filter(({ leaseEnd }) => leaseEnd < Infinity).length;
	}

	/** Ends the leases that are over, and follows a change of the option. */
	begin(now: number, retries: boolean, isPublished: boolean): void {
		for (const flight of this.flights) {
			if (now >= flight.leaseEnd) {
				flight.leaseEnd = Infinity;
				this.log('debug', 'the end of an execution was not reported, so it counts as failed');
				this.fail(flight, 'failed');
			}
			if (now - flight.startedAt > LATE_MS) this.flights.delete(flight);
		}
		if (this.retries && !retries) this.open.forEach((delivery) => this.close(delivery));
		this.retries = retries;
		if (isPublished) {
			this.publishedAt = now;
			this.all.forEach(renew);
		}
		if (!this.probe) this.failedInARow = 0;
	}

	/**
	 * Drops records that have left the list, once no execution can deliver them any more. The snapshot keeps the state
	 * that was delivered.
	 * @returns the rows of those that were never delivered, which the snapshot must forget, so that they are new again
	 */
	dropGone(rows: Rows): number[] {
		const gone = this.open.filter(
			(one) => rows.leftOn[one.row] !== LISTED && !this.isReferenced(one),
		);
		for (const delivery of gone) {
			this.log('warn', 'a record that was not delivered has left the list, so it is not retried');
			delivery.delivered?.forEach((value, part) => {
				rows.parts[part][delivery.row] = value;
			});
			this.close(delivery);
		}
		return gone.filter(({ delivered }) => !delivered).map(({ row }) => row);
	}

	/**
	 * Follows the records to the rows of the next snapshot.
	 * @param itemOf what to return for a record. Undefined if the event does not match, null if nothing has changed.
	 */
	follow(
		{ movedTo, snapshot, records }: Pick<Difference, 'movedTo' | 'snapshot' | 'records'>,
		itemOf: (delivery: Delivery) => IDataObject | null | undefined,
	): void {
		const moved: Delivery[] = [];
		for (const delivery of this.all.values()) {
			const row = movedTo[delivery.row];
			if (row === undefined) continue;
			moved.push(delivery);
			delivery.row = row;
			delivery.item = undefined;
			if (delivery.row >= records.length) continue;
			const now = partsAt(snapshot.rows, delivery.row);
			if (!isSameParts(now, delivery.now)) renew(delivery);
			delivery.now = now;
			const item = delivery.state === 'closed' ? undefined : itemOf(delivery);
			if (item === null && delivery.state !== 'sent') delivery.state = 'closed';
			delivery.item = item ?? undefined;
		}
		const kept = moved.filter((one) => one.state !== 'closed' || this.isReferenced(one));
		this.all = new Map(kept.map((delivery) => [delivery.row, delivery]));
	}

	/** Whether the record of this row is returned by a retry, and not as a fresh change. */
	isWaiting(row: number): boolean {
		const state = this.all.get(row)?.state ?? 'closed';
		return state !== 'closed' && (this.retries || state !== 'sent');
	}

	/** Adds the fresh records of a poll, which are sent together. */
	add(fresh: Array<Pick<Selected, 'row' | 'was' | 'item'>>, rows: Rows): Delivery[] {
		return fresh.map(({ row, was, item }) => {
			const known = { row, now: partsAt(rows, row), delivered: was, item };
			const due = { ...known, state: 'waiting' as const, tries: 0, due: 0, group: undefined };
			const delivery: Delivery = Object.assign(this.all.get(row) ?? {}, due);
			this.all.set(row, delivery);
			return delivery;
		});
	}

	/** Queues what is due, unless pieces are still being sent: the longest due first, then the oldest. */
	queueDue(now: number): void {
		if (this.probe) return;
		const due = this.open.filter((delivery) => isReady(delivery) && delivery.due <= now);
		this.queue = [];
		this.split(due.sort((one, two) => one.due - two.due || one.row - two.row));
	}

	/** The piece to send next, if none is in progress. */
	next(): Delivery[] | undefined {
		while (!this.probe && this.queue.length > 0) {
			const ready = (this.queue.shift() ?? []).filter(isReady);
			if (ready.length > 0) return ready;
		}
		return undefined;
	}

	/** The items of all records that can be sent, oldest first. They count as delivered. */
	takeAll(): IDataObject[] {
		const ready = this.open.filter(isReady).sort((left, right) => left.row - right.row);
		const items = ready.map(({ item }) => item as IDataObject);
		for (const delivery of ready) this.close(delivery);
		return items;
	}

	/** An execution with these records starts now. Only one that is a probe is in progress at any time. */
	launch(records: Delivery[], now: number, leaseMs: number, isProbe: boolean): Flight {
		const sent = new Map(records.map((delivery) => [delivery, delivery.now]));
		const flight = { sent, startedAt: now, leaseEnd: now + leaseMs };
		for (const delivery of records) Object.assign(delivery, { state: 'sent', flight });
		this.flights.add(flight);
		if (isProbe) this.probe = flight;
		return flight;
	}

	/** An execution has ended. The last success defines what was delivered, even if it comes late. */
	end(flight: Flight, outcome: Outcome): void {
		if (!this.flights.delete(flight)) return;
		this.log('debug', `an execution with ${flight.sent.size} records has ended: ${outcome}`);
		if (this.retries ? outcome === 'delivered' : outcome !== 'notStarted') this.succeed(flight);
		else if (flight.leaseEnd < Infinity) this.fail(flight, outcome);
		for (const delivery of flight.sent.keys())
			if (delivery.state === 'closed') this.close(delivery);
	}

	private succeed(flight: Flight): void {
		if (this.probe === flight) this.probe = undefined;
		// One more can fail then: one bad record is both in the last piece of a group and in the first part of that.
		this.failedInARow = -1;
		flight.sent.forEach((values, delivery) => {
			Object.assign(delivery, { delivered: values, tried: undefined, item: undefined });
			if (delivery.state === 'sent' && delivery.flight !== flight) return;
			const isLatest = !this.retries || isSameParts(values, delivery.now);
			Object.assign(delivery, { state: isLatest ? 'closed' : 'waiting', tries: 0, due: 0 });
		});
	}

	private fail(flight: Flight, outcome: Outcome): void {
		const { sent, startedAt } = flight;
		const isOf = (one: Delivery) => one.state === 'sent' && one.flight === flight;
		const failed = [...sent.keys()].filter(isOf);
		for (const delivery of failed) {
			const tries = ++delivery.tries;
			const wait = Math.min(FIRST_RETRY_MS * 2 ** (tries - 1), MAX_RETRY_MS);
			delivery.due = this.retries && startedAt >= this.publishedAt ? startedAt + wait : 0;
			if (this.retries) delivery.group = Math.ceil(sent.size / PIECES);
			const values = sent.get(delivery) as PartValues;
			const isStopped = outcome === 'stopped' && isSameParts(values, delivery.now);
			delivery.state = isStopped ? 'stopped' : 'waiting';
			if (!isSameParts(values, delivery.delivered)) delivery.tried = values;
			if (tries === MANY_TRIES && this.retries)
				this.log('info', `the record at place ${delivery.row} has failed ${tries} times`);
			if (tries === MANY_TRIES && !this.retries) delivery.state = 'closed';
		}
		const isProbe = this.probe === flight;
		if (isProbe) {
			this.probe = undefined;
			this.failedInARow++;
		}
		const isOut = this.failedInARow >= OUTAGE || outcome === 'stopped';
		if (isProbe && isOut) {
			this.queue = [];
			this.log('debug', 'nothing more is retried before the next poll');
		}
		if (this.retries && !isOut && failed.length > 1) this.split(failed);
	}

	/** Queues records in pieces of a tenth, or less if they failed in smaller ones. Without retries, in one. */
	private split(records: Delivery[]): void {
		const most = this.retries ? Math.ceil(records.length / PIECES) : records.length;
		let piece: Delivery[] = [];
		let last = 0;
		for (const delivery of records) {
			const size = Math.min(delivery.group ?? most, most);
			if (piece.length >= last || size !== last) this.queue.push((piece = []));
			piece.push(delivery);
			last = size;
		}
	}

	private isReferenced(delivery: Delivery): boolean {
		return [...this.flights].some(({ sent }) => sent.has(delivery));
	}

	private close(delivery: Delivery): void {
		Object.assign(delivery, { state: 'closed', item: undefined });
		const isKept = this.isReferenced(delivery) || this.all.get(delivery.row) !== delivery;
		if (!isKept) this.all.delete(delivery.row);
	}
}
