import type { RecordsPerExecution } from '../../parameters/readTrigger';

export const LANES = ['backlog', 'refused'] as const;
export type LaneName = (typeof LANES)[number];
/** What one execution gets: fresh records, with *All* beside all others, or a piece of a lane. */
export type BatchKind = 'fresh' | LaneName;

/** How many failures in a row a success allows until it waits. */
const TRIES_AFTER_SUCCESS = 10;
/** The first wait, ms. Less than a minute, so that a poll each minute does not miss its end by a moment. */
const FIRST_WAIT_MS = 50_000;

interface LaneOptions {
	/** How many failures in a row a poll allows until it waits. */
	triesAPoll: number;
	longestWaitMs: number;
}

/**
 * How many records go next, in pieces one after another. A poll allows a few failures, a success more. Once they are used up, it
 * waits: exponential backoff. The size of the pieces is slow start: one record, after each success twice as many, after a failure
 * one again.
 *
 * Times are of the steady clock, ms.
 */
export class Lane {
	private size = 1;
	/** It is open, for so many failures, or waits until a poll after this time opens it. */
	private state: { triesLeft: number } | { waitsUntil: number } = { waitsUntil: -Infinity };
	/** How often in a row it has waited. */
	private waits = 0;

	constructor(private readonly options: LaneOptions) {}

	/**
	 * @param ready what can go, in the order of the queue
	 * @returns the next piece. Empty if nothing goes now
	 */
	pick<T>(ready: T[], recordsPerExecution: RecordsPerExecution): T[] {
		if (!('triesLeft' in this.state)) return [];
		if (recordsPerExecution === 'all') return ready;
		// Those at the beginning can be refused, which looks like a destination that is down. So the last of several tries is another.
		const isLastTry = this.options.triesAPoll > 1 && this.state.triesLeft === 1;
		const from = isLastTry ? Math.floor(ready.length / 2) : 0;
		const size = recordsPerExecution === 'one' ? 1 : this.size;
		return ready.slice(from, from + size);
	}

	/** At each poll, also while a piece is in progress. */
	open(now: number): void {
		if ('waitsUntil' in this.state && now >= this.state.waitsUntil)
			this.state = { triesLeft: this.options.triesAPoll };
	}

	/** Whether it has waited several times in a row. After one record that is refused, it waits only once. */
	get isInOutage(): boolean {
		return this.waits > 1;
	}

	/** Its wait ends with the next poll. If that fails, the next wait is longer. */
	endWait(): void {
		if ('waitsUntil' in this.state) this.state = { waitsUntil: -Infinity };
	}

	/** The same, and the next wait is a short one: there is a reason to try again. */
	startOver(): void {
		this.endWait();
		this.waits = 0;
	}

	/** The destination takes records, so it waits no longer. @param size the number of those in its own piece */
	succeed(size = 0): void {
		this.waits = 0;
		this.size = Math.max(this.size, 2 * size);
		this.state = { triesLeft: TRIES_AFTER_SUCCESS };
	}

	/** An execution has failed, so the next piece has one record. */
	shrink(): void {
		this.size = 1;
	}

	/** A piece of it has failed. Once its tries are used up, or there is nothing else to try, it waits. @param left what can go */
	fail(now: number, left: number): void {
		if (!('triesLeft' in this.state)) return;
		if (this.state.triesLeft > 1 && left > 0) this.state.triesLeft -= 1;
		else this.wait(now);
	}

	/** Nothing of it goes until its wait is over, or something succeeds. It does not wait longer if it waits already. */
	wait(now: number): void {
		if ('waitsUntil' in this.state) return;
		const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.waits, this.options.longestWaitMs);
		this.state = { waitsUntil: now + waitMs };
		this.waits += 1;
	}
}
