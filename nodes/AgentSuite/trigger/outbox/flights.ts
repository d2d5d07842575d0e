import type { PartValues } from '../difference/rows';
import type { Delivery } from './delivery';

/** How long the end of an execution still counts after its lease, ms. */
const LATE_MS = 86_400_000;
/** How long a piece whose end is not reported holds up the next one, ms. */
const HOLD_MS = 300_000;
/** Executions in progress at most. n8n warns from eleven on. */
const MAX_IN_FLIGHT = 8;

/** What an execution was given of a record. */
export interface Passenger {
	/** Its values when it was sent. */
	values: PartValues;
	/** What had been delivered before. */
	delivered?: PartValues;
}

/**
 * An execution of the workflow, from its start until its end is reported. If that takes long: it holds up the next piece for
 * 5 minutes (`HOLD_MS`), counts as failed at the end of its lease, and its end still counts for a day after (`LATE_MS`).
 * Times are of the steady clock, ms.
 */
export interface Flight {
	/** The number of the execution. Counted here, because n8n does not tell its ID. */
	execution: number;
	passengers: Map<Delivery, Passenger>;
	startedAt: number;
	leaseEndsAt: number;
	/** Whether its end was not reported within its lease, so that it counts as failed. */
	isOverdue: boolean;
	/** Whether a round sent it, so that the next piece waits for its end. Fresh records go beside the round. */
	isOfRound: boolean;
	/** Whether it started with retries on. */
	retries: boolean;
}

/** The executions in progress, by number. */
export class Flights {
	private readonly all = new Map<number, Flight>();
	private last = 0;

	/** @returns its number */
	add(flight: Omit<Flight, 'execution' | 'isOverdue'>): number {
		const execution = ++this.last;
		this.all.set(execution, { ...flight, execution, isOverdue: false });
		return execution;
	}

	/** Takes it out when it has ended. Undefined if that is too late, or was reported before. */
	take(execution: number): Flight | undefined {
		const flight = this.all.get(execution);
		this.all.delete(execution);
		return flight;
	}

	/** Those whose lease ends now. Forgets the ones that are too late to count. */
	endLeases(now: number): Flight[] {
		const ended = [...this.all.values()].filter(
			(flight) => !flight.isOverdue && now >= flight.leaseEndsAt,
		);
		for (const flight of ended) flight.isOverdue = true;
		for (const { execution, leaseEndsAt } of [...this.all.values()]) {
			if (now - leaseEndsAt > LATE_MS) this.all.delete(execution);
		}
		return ended;
	}

	/** With retries off, their failures count for nothing. */
	turnOffRetries(): void {
		for (const flight of this.all.values()) flight.retries = false;
	}

	get(execution: number): Flight | undefined {
		return this.all.get(execution);
	}

	/** The values of a record in an execution. */
	valuesIn(execution: number, delivery: Delivery): PartValues | undefined {
		return this.all.get(execution)?.passengers.get(delivery)?.values;
	}

	get isFull(): boolean {
		return [...this.all.values()].filter(({ isOverdue }) => !isOverdue).length >= MAX_IN_FLIGHT;
	}

	/** Whether a piece is in progress that the next one waits for. */
	holdsUp(now: number): boolean {
		return [...this.all.values()].some(
			({ isOfRound, isOverdue, startedAt }) => isOfRound && !isOverdue && now - startedAt < HOLD_MS,
		);
	}

	/** Whether an execution could still deliver this record. */
	has(delivery: Delivery): boolean {
		return [...this.all.values()].some(({ passengers }) => passengers.has(delivery));
	}
}
