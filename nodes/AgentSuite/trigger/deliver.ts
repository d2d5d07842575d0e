import type { IDataObject } from 'n8n-workflow';

import {
	DAY,
	isSameParts,
	partsAt,
	readRows,
	setPartsAt,
	storeRows,
	type PartValues,
	type Rows,
	type StoredRows,
} from './difference/rows';
import { NEW } from './difference/match';

/** When a record is due after its first failed try, ms. Less than a minute, so that no poll misses it by a moment. */
const FIRST_RETRY_MS = 50_000;
/** Longest time between two tries, ms. */
const MAX_RETRY_MS = 3_600_000;
/** Maximum number of pieces of a failed group. */
const PIECES = 10;
/** Number of pieces that fail in a row until no more are sent. */
const OUTAGE = 2;
/** Number of failed tries that are reported. */
const REPORTED_TRIES = 5;
/** How often a record is tried whose execution cannot start, without retries. */
const MAX_STARTS = 5;
/** How long a late success still counts, ms. */
const LATE_MS = 86_400_000;

/** A record that has not been delivered, or that an execution could still deliver. Times are of a monotonic clock, ms. */
export interface Delivery {
	/** Its row in the snapshot. */
	row: number;
	/** Its values at the last poll that listed it. */
	now: PartValues;
	/** The values that were delivered last. Undefined if there are none. */
	delivered?: PartValues;
	/** The values of the last failed try, if they differ from the delivered ones. */
	tried?: PartValues;
	/** What to return. Undefined if the event does not match now, or the record has left the list. */
	item?: IDataObject;
	/** Number of failed tries. */
	tries: number;
	/** When it is due again. Infinity after a person has stopped its execution. */
	due: number;
	/** Number of records to send together. */
	group: number;
	/** Whether it must still be delivered. */
	isOpen: boolean;
	/** The execution in progress. */
	flight?: Flight;
}

/** An execution. */
export interface Flight {
	/** The records, with their values when they were sent. */
	sent: Map<Delivery, PartValues>;
	startedAt: number;
	/** When it counts as failed if its end has not been reported. */
	leaseEnd: number;
	hasExpired: boolean;
}

/** The end of an execution. */
export type Outcome = 'delivered' | 'failed' | 'stopped' | 'notStarted';

interface Piece {
	records: Delivery[];
	/** The group that it is a piece of. */
	of: object;
}

/** The earlier try of a record, and what is due. Pure apart from its own state: the clock and the log come in. */
export class Deliveries {
	/** Whether failed executions are retried. */
	private retries = true;
	private readonly all = new Set<Delivery>();
	private byRow = new Map<number, Delivery>();
	private readonly flights = new Set<Flight>();
	/** Pieces to send one after another, and the one in progress. */
	private queue: Piece[] = [];
	private probe: Flight | undefined;
	private lastGroup: object | undefined;
	private failedInARow = 0;
	private hasSucceeded = false;

	/** Writes to the log of the last poll. */
	log: (level: 'debug' | 'info' | 'warn', text: string) => void = () => undefined;

	/** @param parts number of parts of the list */
	constructor(private readonly parts: number) {}

	/**
	 * Reads what `store` wrote. All of it is due.
	 * @throws an error of any kind for anything else
	 */
	load(stored: StoredRows): void {
		const [rows, tries, groups, hasDelivered, ...values] = readRows(stored, 4 + this.parts);
		rows.forEach((row, index) => {
			const delivered =
				hasDelivered[index] === 1 ? values.map((column) => column[index]) : undefined;
			const state = { now: [], delivered, tries: tries[index], group: groups[index] };
			this.all.add({ row, ...state, due: 0, isOpen: true });
		});
	}

	/** The undelivered records as n8n stores them, if they are retried. No personal data. */
	store(): StoredRows | undefined {
		const open = this.retries ? [...this.all].filter(({ isOpen }) => isOpen) : [];
		if (open.length === 0) return undefined;
		const none = new Array<number>(this.parts).fill(0);
		const rows = open.map(({ row, tries, group, delivered }) => [
			...[row, tries, group, delivered ? 1 : 0],
			...(delivered ?? none),
		]);
		return storeRows(rows[0].map((_value, column) => Uint32Array.from(rows, (row) => row[column])));
	}

	/** The values that must stay readable. */
	*values(): Generator<PartValues> {
		for (const { delivered, tried } of this.all) {
			if (delivered) yield delivered;
			if (tried) yield tried;
		}
		for (const { sent } of this.flights) yield* sent.values();
	}

	/** Number of records that have not been delivered. */
	get open(): number {
		return [...this.all].filter(({ isOpen }) => isOpen).length;
	}

	/** Number of executions in progress. */
	get inFlight(): number {
		return [...this.flights].filter(({ hasExpired }) => !hasExpired).length;
	}

	/** Starts a poll: ends the leases that are over, and follows a change of the option. */
	begin(now: number, retries: boolean, isPublished: boolean): void {
		for (const flight of this.flights) {
			if (!flight.hasExpired && now >= flight.leaseEnd) {
				flight.hasExpired = true;
				this.log('debug', `the end of an execution was not reported, so it counts as failed`);
				this.fail(flight, 'failed');
			}
			if (now - flight.startedAt > LATE_MS) this.flights.delete(flight);
		}
		if (this.retries && !retries && this.open > 0) {
			this.log('debug', `retries are off, so ${this.open} undelivered records are dropped`);
			for (const delivery of this.all) this.close(delivery);
		}
		this.retries = retries;
		if (isPublished) for (const delivery of this.all) delivery.due = 0;
		if (!this.probe) [this.failedInARow, this.hasSucceeded] = [0, false];
	}

	/**
	 * Drops records that have left the list, once no execution can deliver them any more. The snapshot keeps the state
	 * that was delivered.
	 * @returns the rows of those that were never delivered. The snapshot must forget them, so that they are new again.
	 */
	dropGone(rows: Rows): number[] {
		const forgotten: number[] = [];
		for (const delivery of this.all) {
			const { row, delivered, isOpen } = delivery;
			if (!isOpen || rows[DAY][row] === 0 || this.isReferenced(delivery)) continue;
			this.log('warn', 'a record that was not delivered has left the list, so it is not retried');
			if (delivered) setPartsAt(rows, row, delivered);
			else forgotten.push(row);
			this.close(delivery);
		}
		return forgotten;
	}

	/**
	 * Follows the records to the rows of the next snapshot.
	 * @param listed number of rows that are on the list
	 * @param itemOf what to return for a record. Undefined if the event does not match, null if nothing has changed.
	 */
	follow(
		movedTo: Int32Array,
		rows: Rows,
		listed: number,
		itemOf: (delivery: Delivery) => IDataObject | null | undefined,
	): void {
		for (const delivery of this.all) {
			delivery.row = movedTo[delivery.row];
			delivery.item = undefined;
			if (delivery.row === NEW) this.all.delete(delivery);
			if (delivery.row === NEW || delivery.row >= listed) continue;
			const now = partsAt(rows, delivery.row);
			if (!isSameParts(now, delivery.now)) Object.assign(delivery, { now, due: 0 });
			if (!delivery.isOpen) continue;
			const item = itemOf(delivery);
			if (item === null && !delivery.flight) this.close(delivery);
			delivery.item = item ?? undefined;
		}
		this.byRow = new Map([...this.all].map((delivery) => [delivery.row, delivery]));
	}

	/** Whether the record of this row is returned by a retry, and not as a fresh change. */
	isWaiting(row: number): boolean {
		const delivery = this.byRow.get(row);
		return delivery?.isOpen === true && (this.retries || !delivery.flight);
	}

	/** Adds the fresh records of a poll, which are sent together. */
	add(fresh: Array<{ row: number; was?: PartValues; item: IDataObject }>, rows: Rows): Delivery[] {
		return fresh.map(({ row, was, item }) => {
			const delivery = this.byRow.get(row) ?? {
				row,
				now: [],
				due: 0,
				tries: 0,
				group: 0,
				isOpen: true,
			};
			const state = { now: partsAt(rows, row), delivered: was, item, group: fresh.length };
			this.all.add(Object.assign(delivery, state, { due: 0, tries: 0, isOpen: true }));
			return delivery;
		});
	}

	/** Queues what is due, unless pieces are still being sent: the longest due first, oldest first. */
	queueDue(now: number): void {
		if (this.probe) return;
		const due = [...this.all].filter((delivery) => isReady(delivery) && delivery.due <= now);
		due.sort((left, right) => left.due - right.due || left.row - right.row);
		const of = due;
		this.queue = [];
		for (const delivery of due) {
			const last = this.queue.at(-1)?.records;
			const fits = last && last[0].group === delivery.group && last.length < delivery.group;
			if (fits) last.push(delivery);
			else this.queue.push({ records: [delivery], of });
		}
	}

	/** The piece to send next, if none is in progress. */
	next(): Delivery[] | undefined {
		while (!this.probe && this.queue.length > 0) {
			const { records, of } = this.queue.shift() as Piece;
			const ready = records.filter(isReady);
			if (ready.length === 0) continue;
			// The last piece of one group and the first of another say nothing about an outage, if others succeeded.
			if (of !== this.lastGroup && this.hasSucceeded) this.failedInARow = 0;
			this.lastGroup = of;
			return ready;
		}
		return undefined;
	}

	/** All records that can be sent, oldest first. They count as delivered. */
	takeAll(): IDataObject[] {
		const ready = [...this.all].filter(isReady).sort((left, right) => left.row - right.row);
		const items = ready.map(({ item }) => item as IDataObject);
		for (const delivery of ready) this.close(delivery);
		return items;
	}

	/** Records that an execution starts now. Only one that is a probe is in progress at any time. */
	launch(records: Delivery[], now: number, leaseMs: number, isProbe: boolean): Flight {
		const sent = new Map(records.map((delivery) => [delivery, delivery.now]));
		const flight = { sent, startedAt: now, leaseEnd: now + leaseMs, hasExpired: false };
		for (const delivery of records) delivery.flight = flight;
		this.flights.add(flight);
		if (isProbe) this.probe = flight;
		return flight;
	}

	/** Records how an execution has ended. The last success defines what was delivered, even if it comes late. */
	end(flight: Flight, outcome: Outcome): void {
		if (!this.flights.delete(flight)) return;
		const isOver = this.retries ? outcome === 'delivered' : outcome !== 'notStarted';
		this.log('debug', `an execution with ${flight.sent.size} records has ended: ${outcome}`);
		if (isOver) this.succeed(flight);
		else if (!flight.hasExpired) this.fail(flight, outcome);
		for (const delivery of flight.sent.keys()) if (!delivery.isOpen) this.close(delivery);
	}

	private succeed(flight: Flight): void {
		if (this.probe === flight) this.probe = undefined;
		[this.failedInARow, this.hasSucceeded] = [0, true];
		flight.sent.forEach((values, delivery) => {
			if (!this.all.has(delivery)) return;
			const { flight: current, now } = delivery;
			Object.assign(delivery, { delivered: values, tried: undefined, item: undefined });
			if (current !== undefined && current !== flight) return;
			delivery.flight = undefined;
			delivery.isOpen = this.retries && !isSameParts(values, now);
			if (delivery.isOpen) Object.assign(delivery, { tries: 0, due: 0, group: 1 });
		});
	}

	private fail(flight: Flight, outcome: Outcome): void {
		const { sent, startedAt } = flight;
		const failed = [...sent.keys()].filter((delivery) => delivery.flight === flight);
		const group = this.retries ? Math.ceil(sent.size / PIECES) : sent.size;
		for (const delivery of failed) {
			const values = sent.get(delivery) as PartValues;
			const tries = delivery.tries + 1;
			const wait = Math.min(FIRST_RETRY_MS * 2 ** (tries - 1), MAX_RETRY_MS);
			const due = outcome === 'stopped' ? Infinity : this.retries ? startedAt + wait : 0;
			Object.assign(delivery, { tries, group, due, flight: undefined });
			if (!isSameParts(values, delivery.delivered)) delivery.tried = values;
			if (!this.retries && tries >= MAX_STARTS) delivery.isOpen = false;
			if (tries === REPORTED_TRIES && this.retries)
				this.log('info', `the record at place ${delivery.row} has failed ${tries} times`);
		}
		const isProbe = this.probe === flight;
		if (isProbe) this.probe = undefined;
		if (isProbe && (++this.failedInARow >= OUTAGE || outcome === 'stopped')) {
			this.queue = [];
			this.log('debug', 'no more retries before the next poll');
		} else if (
			outcome !== 'stopped' &&
			this.retries &&
			this.failedInARow < OUTAGE &&
			failed.length > 1
		) {
			const pieces = Math.ceil(failed.length / group);
			this.log('debug', `a group of ${failed.length} records is sent again in ${pieces} pieces`);
			for (let index = 0; index < failed.length; index += group)
				this.queue.push({ records: failed.slice(index, index + group), of: flight });
		}
	}

	private isReferenced(delivery: Delivery): boolean {
		return [...this.flights].some(({ sent }) => sent.has(delivery));
	}

	/** Nothing is left to deliver. An execution that could still deliver an earlier state keeps it in memory. */
	private close(delivery: Delivery): void {
		delivery.isOpen = false;
		delivery.item = undefined;
		if (!this.isReferenced(delivery)) this.all.delete(delivery);
	}
}

/** Whether a record can be sent. */
const isReady = ({ isOpen, flight, item, due }: Delivery): boolean =>
	isOpen && !flight && item !== undefined && due !== Infinity;
