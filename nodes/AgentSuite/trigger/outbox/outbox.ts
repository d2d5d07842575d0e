import type { IDataObject } from 'n8n-workflow';

import type { Difference } from '../difference/difference';
import { isSameParts, type Rows } from '../difference/rows';
import type { Selected } from '../difference/selectChanges';
import { Deliveries } from './deliveries';
import type { Delivery } from './delivery';
import { Flights, type Flight, type Passenger } from './flights';
import { afterRound, canSend, noRound, type RoundStep } from './round';
import { byTurn, dueAfter, isDue, isReady, isRefused } from './schedule';
import { after, isDisturbed } from './stage';
import type { StoredDeliveries } from './stored';

/** How an execution ended, as far as n8n says. */
export type Ending = 'delivered' | 'failed' | 'stopped' | 'notStarted';

/** How many records an execution gets: what a poll finds, in pieces after a failure, always all of it, or one. */
export type RecordsPerExecution = 'automatic' | 'all' | 'one';

/** How often n8n can fail to start the execution of a record with retries off, until that is given up. */
const MAX_STARTS = 5;
/** Number of failures of a record that are logged. */
const REPORTED_FAILURES = 5;

/** The settings of a poll. */
export interface OutboxSettings {
	retries: boolean;
	recordsPerExecution: RecordsPerExecution;
	/** Whether the workflow was published since the last poll. */
	isPublished: boolean;
}

export type Log = (level: 'debug' | 'info' | 'warn' | 'error', text: string) => void;

/**
 * What is on its way to the workflow, and what goes next. `stage.ts` says what happens to one record, `round.ts` how
 * much is sent again, and when. Times come in, ms of the steady clock.
 */
export class Outbox {
	private readonly flights = new Flights();
	/** The records. Others only look. */
	readonly deliveries: Deliveries;
	private round = noRound;
	private retries = true;
	private recordsPerExecution: RecordsPerExecution = 'automatic';
	/** When an execution succeeded last. */
	private succeededAt: number | undefined;
	/** Writes to the log of the last poll. */
	log: Log = () => undefined;

	constructor(stored: StoredDeliveries = {}) {
		this.deliveries = new Deliveries(this.flights, stored);
	}

	/** At the start of a poll: ends leases, and follows the settings. */
	beginPoll(settings: OutboxSettings, now: number): void {
		for (const flight of this.flights.endLeases(now)) {
			this.log('debug', 'the end of an execution was not reported, so its place is free');
			if (flight.retries) this.fail(flight, now);
		}
		if (this.retries && !settings.retries) {
			this.flights.turnOffRetries();
			this.deliveries.settleSent();
		}
		this.retries = settings.retries;
		this.recordsPerExecution = settings.recordsPerExecution;
		if (settings.isPublished) {
			this.deliveries.makeAllDue();
			this.step({ did: 'repair' });
		}
	}

	/** Gives up on records that have left the list. @returns the rows that the snapshot must forget */
	giveUpGone(rows: Rows): number[] {
		const before = this.deliveries.undelivered.length;
		const forgotten = this.deliveries.dropGone(rows);
		const gone = before - this.deliveries.undelivered.length;
		if (gone > 0) this.log('warn', `not retried, because they have left the list: ${gone} records`);
		return forgotten;
	}

	/** Follows the records to the rows of the list that was read. */
	followList(
		result: Pick<Difference, 'movedTo' | 'snapshot' | 'records'>,
		itemOf: (delivery: Delivery) => IDataObject | null | undefined,
	): void {
		const isEdited = this.deliveries.follow(result, itemOf);
		if (isEdited) this.step({ did: 'repair' });
	}

	/**
	 * Adds the fresh records of a poll, and begins a round unless the destination counts as down.
	 * @returns the piece that starts at once, beside the round. Empty if what is fresh waits for its turn.
	 */
	takeFreshPiece(
		fresh: Array<Pick<Selected, 'row' | 'was' | 'item'>>,
		rows: Rows,
		now: number,
	): Delivery[] {
		const added = this.deliveries.add(fresh, rows, now);
		if (added.length > 0) this.step({ did: 'arrive' });
		this.beginRound(now);
		// One after another, as a round sends them.
		const isQueued = this.recordsPerExecution === 'one' || this.flights.isFull;
		if (added.length === 0 || isQueued) return [];
		return this.recordsPerExecution === 'all' ? this.ready() : added;
	}

	/** Begins a round, unless a piece is in progress or the destination counts as down. */
	beginRound(now: number): void {
		if (!this.flights.holdsUp(now)) this.step({ did: 'poll', now });
	}

	/** Takes the next piece of the round. If nothing is due, that can end the round. */
	takeNextPiece(now: number): Delivery[] | undefined {
		if (this.round.isOver || this.flights.holdsUp(now) || this.flights.isFull) return undefined;
		const due = this.dueNow(now);
		if (due.length === 0) {
			this.step({ did: 'runOut', now });
			return undefined;
		}
		if (this.isNeverSplit) return due;
		due.sort(byTurn);
		const isAmongRefused = isRefused(due[0]);
		this.step({ did: 'reach', isRefused: isAmongRefused });
		const size = this.recordsPerExecution === 'one' ? 1 : this.round.size;
		return due.filter((one) => isRefused(one) === isAmongRefused).slice(0, size);
	}

	/** Without retries, only what could not start is sent again, and its destination has refused nothing. */
	private get isNeverSplit(): boolean {
		const { recordsPerExecution, retries } = this;
		return recordsPerExecution === 'all' || (recordsPerExecution === 'automatic' && !retries);
	}

	private dueNow(now: number): Delivery[] {
		return this.ready().filter((delivery) => {
			return isDue(delivery, now) && canSend(this.round, isRefused(delivery), now);
		});
	}

	/** Everything that waits and could be sent, oldest first. */
	private ready(): Delivery[] {
		return this.deliveries.undelivered.filter(isReady).sort((one, two) => one.row - two.row);
	}

	/** Takes the items of all records that could be sent, oldest first. They count as delivered. */
	takeAll(): IDataObject[] {
		const ready = this.ready();
		const items = ready.map(({ item }) => item as IDataObject);
		for (const delivery of ready) delivery.stage = after(delivery.stage, { did: 'resolve' });
		this.deliveries.forgetSettled();
		return items;
	}

	/**
	 * An execution with these records starts now.
	 * @param isOfRound whether the round sends them, so that its next piece waits for the end
	 * @returns its number
	 */
	launch(records: Delivery[], now: number, leaseMs: number, isOfRound: boolean): number {
		const { retries } = this;
		const passengers = new Map<Delivery, Passenger>();
		for (const delivery of records) {
			const { now: values, delivered } = delivery;
			passengers.set(delivery, { values, delivered });
			if (!retries) delivery.delivered = values;
		}
		const leaseEndsAt = now + leaseMs;
		const flight = { passengers, startedAt: now, leaseEndsAt, isOfRound, retries };
		const { execution } = this.flights.add(flight);
		for (const delivery of records)
			delivery.stage = after(delivery.stage, { did: 'launch', execution, retries });
		return execution;
	}

	/** An execution has ended. The last success defines what was delivered, even if it comes late. */
	end(execution: number, ending: Ending, now: number): void {
		const flight = this.flights.take(execution);
		if (!flight) return;
		this.log('debug', `an execution with ${flight.passengers.size} records has ended: ${ending}`);
		if (ending === 'notStarted') this.miss(flight, now);
		else if (ending === 'delivered' || !flight.retries) this.settle(flight, now);
		else if (flight.isOverdue) this.disturb(flight);
		else if (ending === 'stopped') this.stop(flight, now);
		else this.fail(flight, now);
		this.deliveries.forgetSettled();
	}

	private step(step: RoundStep): void {
		const wasOver = this.round.isOver;
		this.round = afterRound(this.round, step);
		if (this.round.isOver && !wasOver) this.log('debug', 'nothing more is sent again for now');
	}

	/** Whether the end of this execution decides about the record. */
	private isIn(execution: number, { stage }: Delivery): boolean {
		return 'execution' in stage && stage.execution === execution;
	}

	/** It counts as delivered: it has succeeded, or it has ended in any way and retries are off. */
	private settle({ execution, passengers, isOfRound, retries }: Flight, now: number): void {
		let isRepaired = false;
		for (const [delivery, { values }] of passengers) {
			const { stage } = delivery;
			const isOwn = this.isIn(execution, delivery);
			// Without retries, an earlier execution says nothing about a later one.
			if (!isOwn && !retries) continue;
			const isLatest = isSameParts(values, delivery.now);
			delivery.stage = after(stage, { did: 'deliver', execution, isLatest });
			delivery.delivered = values;
			// What an execution beside it might have written is still to be corrected.
			if (stage.is === 'flying' && !isOwn && !isLatest) delivery.tried = values;
			else if (isOwn ? !isDisturbed(stage) : isSameParts(values, delivery.tried))
				delivery.tried = undefined;
			// It says what has changed since an earlier delivery. The next read makes a new one.
			delivery.item = undefined;
			delivery.misses = 0;
			if (!isOwn) continue;
			isRepaired ||= isRefused(delivery);
			delivery.failuresAlone = 0;
			delivery.refusals = 0;
			delivery.waitsSince = now;
		}
		this.succeededAt = now;
		this.step({ did: isOfRound ? 'succeed' : 'freshSucceed' });
		if (isRepaired) this.makeRefusedDue();
	}

	/** Somebody has repaired something, so the other refused records are worth a try. */
	private makeRefusedDue(): void {
		for (const delivery of this.ready().filter(isRefused))
			delivery.stage = after(delivery.stage, { did: 'makeDue' });
	}

	private fail(flight: Flight, now: number): void {
		const { execution, passengers, startedAt, isOfRound, isOverdue } = flight;
		const isAlone = passengers.size === 1;
		const isWhole = isAlone || this.recordsPerExecution === 'all';
		// After an edit or a publication, it says nothing about the next try.
		const isOutdated = [...passengers.keys()].some(
			({ stage }) => stage.is === 'flying' && stage.isDueAfterFailure,
		);
		for (const [delivery, { values }] of passengers) {
			if (!isSameParts(values, delivery.delivered)) delivery.tried = values;
			if (!this.isIn(execution, delivery)) continue;
			if (isAlone) this.countFailure(delivery, now);
			const dueAt = isWhole ? dueAfter(delivery.refusals, startedAt) : now;
			delivery.stage = after(delivery.stage, { did: 'fail', execution, dueAt });
			// The rest of a group keeps its turn.
			if (isWhole) delivery.waitsSince = now;
		}
		if (isOverdue) return;
		const count = passengers.size;
		if (isOfRound) {
			const isOnlyRefused = this.dueNow(now).every(isRefused);
			this.step({ did: 'fail', count, startedAt, isOnlyRefused });
		} else if (isWhole && !isOutdated) this.step({ did: 'freshFail', startedAt });
	}

	/** It is refused if something else succeeded in this round, or since it failed last. Otherwise all can be down. */
	private countFailure(delivery: Delivery, now: number): void {
		const { failedAt } = delivery;
		const { succeededAt } = this;
		const isSince = failedAt !== undefined && succeededAt !== undefined && succeededAt > failedAt;
		delivery.failedAt = now;
		delivery.failuresAlone += 1;
		if (this.round.hasSucceeded || isSince) delivery.refusals += 1;
		if (delivery.failuresAlone === REPORTED_FAILURES)
			this.log('info', `the record in row ${delivery.row} has failed ${REPORTED_FAILURES} times`);
	}

	private stop({ execution, passengers }: Flight, now: number): void {
		for (const [delivery, { values }] of passengers) {
			if (!isSameParts(values, delivery.delivered)) delivery.tried = values;
			delivery.stage = after(delivery.stage, { did: 'stop', execution });
			delivery.waitsSince = now;
		}
		this.step({ did: 'interrupt' });
	}

	/** It was not delivered, and this says nothing about its records. */
	private miss(flight: Flight, now: number): void {
		const { execution, passengers, retries } = flight;
		let givenUp = 0;
		for (const [delivery, passenger] of passengers) {
			if (!retries) this.takeBack(delivery, passenger);
			if (!this.isIn(execution, delivery)) continue;
			delivery.misses += 1;
			delivery.waitsSince = now;
			delivery.stage = after(delivery.stage, { did: 'miss', execution });
			if (retries || delivery.misses < MAX_STARTS) continue;
			givenUp += 1;
			delivery.stage = after(delivery.stage, { did: 'resolve' });
		}
		if (givenUp > 0)
			this.log(
				'warn',
				`given up after ${MAX_STARTS} executions that n8n could not start: ${givenUp} records`,
			);
		this.step({ did: 'interrupt' });
	}

	/** Without retries, it counted as delivered from the start on. */
	private takeBack(delivery: Delivery, { values, delivered }: Passenger): void {
		const { stage } = delivery;
		if (isSameParts(values, delivery.delivered)) delivery.delivered = delivered;
		const later = 'execution' in stage ? this.flights.get(stage.execution) : undefined;
		const passenger = later?.passengers.get(delivery);
		if (passenger && isSameParts(values, passenger.delivered)) passenger.delivered = delivered;
	}

	/** It counted as failed before. It can have passed on an earlier state since. */
	private disturb({ execution, passengers }: Flight): void {
		for (const [delivery, { values }] of passengers) {
			if (isSameParts(values, delivery.now)) continue;
			delivery.tried = values;
			delivery.stage = after(delivery.stage, { did: 'disturb', execution });
		}
	}
}
