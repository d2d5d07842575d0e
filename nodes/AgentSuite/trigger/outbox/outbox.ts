import type { RecordsPerExecution } from '../../parameters/readTrigger';
import type { Difference } from '../difference/difference';
import { isSameParts, type Rows } from '../difference/rows';
import type { ItemSince } from '../difference/itemSince';
import type { Selected } from '../difference/selectChanges';
import { Deliveries } from './deliveries';
import type { Delivery } from './delivery';
import {
	isIn,
	recordDelivered,
	recordDisturbed,
	recordFailed,
	recordNotStarted,
	recordStopped,
	type Ended,
} from './endings';
import { Flights, type Flight, type Passenger } from './flights';
import { roundAfter, canSend, noRound, type RoundStep } from './round';
import { byPriority, dueAfter, isDue, isReady, isRefused } from './schedule';
import { stageAfter } from './stage';
import type { StoredDeliveries } from './stored';

/** How an execution ended, as far as n8n says. */
export type Ending = 'delivered' | 'failed' | 'stopped' | 'notStarted';

/**
 * How long a record that n8n cannot start an execution with is sent again with retries off, ms. It ends, in case n8n reports
 * that by mistake each time.
 */
const MAX_NOT_STARTED_MS = 86_400_000;
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

/** Whether a record of it was edited, or the workflow published, since it started. Then its failure says nothing about the next. */
const isRepaired = ({ passengers }: Flight) =>
	[...passengers.keys()].some(({ stage }) => stage.is === 'flying' && stage.isRepaired);

/**
 * What is on its way to the workflow, and what goes next. A record is a delivery, an execution in progress a flight.
 *
 * - `stage.ts`: what happens to one record, `endings.ts`: at the end of its execution
 * - `round.ts`: how much is sent again, and when, `schedule.ts`: which records first
 * - `deliveries.ts`: the records, from one list to the next
 *
 * A record that is refused waits for up to a day (`schedule.ts`), and all refused ones pause for up to an hour (`round.ts`).
 *
 * With retries off, what is launched counts as delivered (stage `handedOver`). If n8n could not start it, that is taken back
 * (`takeBack`). Any other end settles it (`finish`).
 *
 * A poll calls `beginPoll`, then, if it has read the list, `giveUpGone`, `followList`, and `add`, then `beginRound`. What
 * starts is picked, launched, and ended. Times come in, ms of the steady clock.
 */
export class Outbox {
	private readonly flights = new Flights();
	/** The records. Others look, and `compare` drops what other settings no longer return. */
	readonly deliveries: Deliveries;
	private round = noRound;
	/** Of the last poll. True at first, so that what was sent before a restart is settled if they are off now. */
	private retries = true;
	private recordsPerExecution: RecordsPerExecution = 'automatic';
	/** When an execution succeeded last. With retries off, a failed one counts too. */
	private succeededAt: number | undefined;
	/** That of the last poll. */
	private log: Log = () => undefined;

	constructor(stored: StoredDeliveries = {}) {
		this.deliveries = new Deliveries(this.flights, stored);
	}

	/** At the start of a poll: ends leases, and follows the settings. */
	beginPoll(settings: OutboxSettings, log: Log, now: number): void {
		this.log = log;
		for (const flight of this.flights.endLeases(now)) {
			this.log('debug', 'the end of an execution was not reported, so its place is free');
			if (flight.retries) this.fail(flight, now);
		}
		if (this.retries && !settings.retries) {
			this.flights.turnOffRetries();
			const dropped = this.deliveries.settleSent();
			if (dropped > 0) this.log('warn', `not retried, because retries are off: ${dropped} records`);
		}
		this.retries = settings.retries;
		this.recordsPerExecution = settings.recordsPerExecution;
		if (settings.isPublished) this.makeAllDue();
	}

	/** After a publication, or if all records are asked for: all is due, also what a person has stopped. */
	makeAllDue(): void {
		this.deliveries.makeAllDue();
		this.step({ did: 'repair' });
	}

	/**
	 * Gives up on records that have left the list.
	 * @param rows what is known of the list. What was delivered of these records is written back to it
	 * @returns the rows of those that were never delivered, which the snapshot must forget
	 */
	giveUpGone(rows: Rows): number[] {
		const before = this.deliveries.undelivered.length;
		const forgotten = this.deliveries.dropGone(rows);
		const gone = before - this.deliveries.undelivered.length;
		if (gone > 0)
			this.log(
				'warn',
				`not retried, because in two polls in a row they had left the list: ${gone} records`,
			);
		return forgotten;
	}

	/** Follows the records to the rows of the list that was read. */
	followList(
		result: Pick<Difference, 'movedTo' | 'snapshot' | 'records'>,
		itemOf: (delivery: Delivery) => ItemSince,
	): void {
		const isEdited = this.deliveries.follow(result, itemOf);
		if (isEdited) this.step({ did: 'repair' });
	}

	/** Adds the fresh records of a poll. */
	add(fresh: Array<Pick<Selected, 'row' | 'was' | 'item'>>, rows: Rows, now: number): Delivery[] {
		const added = this.deliveries.add(fresh, rows, now);
		if (added.length > 0) this.step({ did: 'arrive' });
		return added;
	}

	/** Begins a round, unless a piece is in progress or the destination counts as down. */
	beginRound(now: number): void {
		if (!this.flights.holdsUp(now)) this.step({ did: 'poll', now });
	}

	/**
	 * What starts at once, beside the round: what this poll has added, with all that waits if there is one execution a poll.
	 * Changes nothing: `launch` does.
	 * @returns nothing if it waits for the round
	 */
	pickFresh(added: Delivery[]): Delivery[] {
		// One after another, as a round sends them.
		const isQueued = this.recordsPerExecution === 'one' || this.flights.isFull;
		if (added.length === 0 || isQueued) return [];
		return this.recordsPerExecution === 'all' ? this.ready() : added;
	}

	/** The next piece of the round. Changes the round, but no record: `launch` does. If nothing is due, that can end the round. */
	pickNextPiece(now: number): Delivery[] | undefined {
		if (this.round.isOver || this.flights.holdsUp(now) || this.flights.isFull) return undefined;
		const due = this.dueNow(now);
		if (due.length === 0) {
			this.step({ did: 'runOut', now });
			return undefined;
		}
		// All of it goes, so it stays oldest first.
		if (this.isNeverSplit) return due;
		due.sort(byPriority);
		const isOfRefused = isRefused(due[0]);
		this.step({ did: 'reach', isOfRefused });
		const size = this.recordsPerExecution === 'one' ? 1 : this.round.size;
		return due.filter((one) => isRefused(one) === isOfRefused).slice(0, size);
	}

	/** With retries off, only what could not start is sent again, and its destination has refused nothing. */
	private get isNeverSplit(): boolean {
		const { recordsPerExecution, retries } = this;
		return recordsPerExecution === 'all' || (recordsPerExecution === 'automatic' && !retries);
	}

	private dueNow(now: number): Delivery[] {
		return this.ready().filter((delivery) => {
			return isDue(delivery, now) && canSend(this.round, isRefused(delivery), now);
		});
	}

	/** Everything that waits and could be sent, oldest first. Changes nothing. */
	ready(): Delivery[] {
		return this.deliveries.undelivered.filter(isReady).sort((one, two) => one.row - two.row);
	}

	/** Records that n8n gets without a promise of their end. They count as delivered. */
	settle(records: Delivery[]): void {
		for (const delivery of records) delivery.stage = stageAfter(delivery.stage, { did: 'settle' });
		this.deliveries.forgetSettled();
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
			const { latest: values, delivered } = delivery;
			passengers.set(delivery, { values, delivered });
			// Until n8n says that it could not start.
			if (!retries) delivery.delivered = values;
		}
		const leaseEndsAt = now + leaseMs;
		const flight = { passengers, startedAt: now, leaseEndsAt, isOfRound, retries };
		const execution = this.flights.add(flight);
		for (const delivery of records)
			delivery.stage = stageAfter(delivery.stage, { did: 'launch', execution, retries });
		return execution;
	}

	/** An execution has ended. */
	end(execution: number, ending: Ending, now: number): void {
		const flight = this.flights.take(execution);
		if (!flight) return;
		this.log('debug', `an execution with ${flight.passengers.size} records has ended: ${ending}`);
		if (ending === 'notStarted') this.notStart(flight, now);
		else if (ending === 'delivered' || !flight.retries) this.finish(flight, now);
		// It counted as failed at the end of its lease. However it fails now, that can only disturb.
		else if (flight.isOverdue) this.disturb(flight, now);
		else if (ending === 'stopped') this.stop(flight, now);
		else this.fail(flight, now);
		this.deliveries.forgetSettled();
	}

	private step(step: RoundStep): void {
		const wasOver = this.round.isOver;
		this.round = roundAfter(this.round, step);
		if (this.round.isOver && !wasOver) this.log('debug', 'nothing more is sent again for now');
	}

	/** Each record of an execution that has ended, and what that had of it. */
	private *recordsOf({ execution, passengers }: Flight, at: number): Generator<[Delivery, Ended]> {
		for (const [delivery, passenger] of passengers)
			yield [delivery, { ...passenger, execution, at }];
	}

	/** It has succeeded. Or it has failed with retries off: nothing of it is sent again, so all goes on as after a success. */
	private finish(flight: Flight, now: number): void {
		const { execution, isOfRound, retries } = flight;
		let hasHelpedRefused = false;
		for (const [delivery, ended] of this.recordsOf(flight, now)) {
			const isOwn = isIn(execution, delivery);
			// With retries off, an earlier execution says nothing about a later one.
			if (!isOwn && !retries) continue;
			hasHelpedRefused ||= isOwn && isRefused(delivery);
			recordDelivered(delivery, ended);
		}
		this.succeededAt = now;
		this.step({ did: isOfRound ? 'succeed' : 'freshSucceed' });
		if (hasHelpedRefused) this.makeRefusedDue();
	}

	/** Somebody has repaired something, so the other refused records are worth a try. */
	private makeRefusedDue(): void {
		for (const delivery of this.ready().filter(isRefused))
			delivery.stage = stageAfter(delivery.stage, { did: 'makeDue' });
	}

	private fail(flight: Flight, now: number): void {
		const { passengers, startedAt, isOfRound, isOverdue } = flight;
		const goesOnInPieces = passengers.size > 1 && this.recordsPerExecution !== 'all';
		// Asks what the stages say, so before `failRecords`.
		const wasRepaired = isRepaired(flight);
		this.failRecords(flight, goesOnInPieces, now);
		// It is a failure of the records, but not of the round, because nobody knows yet how it has ended.
		if (isOverdue) return;
		// Asks what is due now, so after it.
		if (isOfRound) this.failPiece(flight, now);
		else if (!goesOnInPieces && !wasRepaired) this.step({ did: 'freshFail', startedAt });
	}

	private failRecords(flight: Flight, goesOnInPieces: boolean, now: number): void {
		const { execution, passengers, startedAt } = flight;
		const isAlone = passengers.size === 1;
		for (const [delivery, ended] of this.recordsOf(flight, now)) {
			// At the end of its lease too, so that a record whose executions hang comes less and less often.
			if (isAlone && isIn(execution, delivery)) this.countFailure(delivery, now);
			const dueAt = goesOnInPieces ? undefined : dueAfter(delivery.refusals, startedAt);
			recordFailed(delivery, ended, dueAt);
		}
	}

	/** The round goes on with smaller pieces, or ends. */
	private failPiece({ passengers, startedAt }: Flight, now: number): void {
		const othersAreDue = this.dueNow(now).some((delivery) => !isRefused(delivery));
		this.step({ did: 'fail', count: passengers.size, startedAt, othersAreDue });
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

	private stop(flight: Flight, now: number): void {
		for (const [delivery, ended] of this.recordsOf(flight, now)) recordStopped(delivery, ended);
		this.step({ did: 'interrupt' });
	}

	private notStart(flight: Flight, now: number): void {
		const { execution, retries } = flight;
		let givenUp = 0;
		for (const [delivery, ended] of this.recordsOf(flight, now)) {
			const isOwn = isIn(execution, delivery);
			recordNotStarted(delivery, ended);
			if (retries) continue;
			this.takeBack(delivery, ended);
			if (!isOwn) continue;
			delivery.notStartedSince ??= now;
			if (now - delivery.notStartedSince < MAX_NOT_STARTED_MS) continue;
			givenUp += 1;
			delivery.stage = stageAfter(delivery.stage, { did: 'settle' });
		}
		if (givenUp > 0) {
			const why = 'given up, because for a day n8n could not start their executions';
			this.log('warn', `${why}: ${givenUp} records`);
		}
		this.step({ did: 'interrupt' });
	}

	/**
	 * With retries off, `launch` has counted it as delivered. What had been delivered before counts again: in the record, and in
	 * a later execution that noted these values as delivered before it.
	 */
	private takeBack(delivery: Delivery, { values, delivered }: Passenger): void {
		const { stage } = delivery;
		if (isSameParts(values, delivery.delivered)) delivery.delivered = delivered;
		// Edited meanwhile, so the item is out of date. The next list makes a new one.
		if (!isSameParts(values, delivery.latest)) delivery.item = undefined;
		const later = 'execution' in stage ? this.flights.get(stage.execution) : undefined;
		const passenger = later?.passengers.get(delivery);
		if (passenger && isSameParts(values, passenger.delivered)) passenger.delivered = delivered;
	}

	private disturb(flight: Flight, now: number): void {
		for (const [delivery, ended] of this.recordsOf(flight, now)) recordDisturbed(delivery, ended);
	}
}
