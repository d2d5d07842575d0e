import type { IDataObject } from 'n8n-workflow';

import type { RecordsPerExecution } from '../../parameters/triggerFields';
import type { Comparison } from '../table/compare';
import type { Table } from '../table/table';
import { Lane } from './lane';

/** Records for one execution. */
export interface Piece {
	/** What each is returned as, by row. */
	items: Map<number, IDataObject>;
	/** The lane that it is a piece of. Undefined if fresh records are among them. */
	lane?: Lane;
}

const oldestFirst = (rows: Iterable<number>): number[] => [...rows].sort((one, two) => one - two);

/**
 * What waits, and what goes next. A record waits in one place:
 *
 * - `fresh`: found by the last list. It goes at once, with all others
 * - `backlog`: not delivered at the first try, or before a restart, or with one record per execution. It goes in pieces
 * - `refused`: has failed alone while others succeeded. It goes in pieces, last
 * - `stopped`: a person has stopped its execution. It goes after an edit, a publication, or a restart
 *
 * Records are named by their rows.
 */
export class Waiting {
	recordsPerExecution: RecordsPerExecution = 'automatic';
	/** What to return of each record of which the workflow has to be told as of the last list, in an execution or not. */
	private items = new Map<number, IDataObject>();
	private fresh = new Set<number>();
	private stopped = new Set<number>();
	/** Two failures end its round, because the first can be of a record that the destination refuses. */
	readonly backlog = new Lane({ maxFailures: 2, maxWaitHours: 1 });
	readonly refused = new Lane({ maxFailures: 1, maxWaitHours: 3 });
	private readonly lanes = [this.backlog, this.refused];

	constructor(private table: Table) {}

	/**
	 * After a comparison: follows the records to their new rows, and takes over what is due.
	 * @param isSent whether the end of an execution decides when a record is sent again
	 */
	follow({ table, movedTo, due, isEdited }: Comparison, isSent: (row: number) => boolean): void {
		this.table = table;
		this.items = new Map(due.map(({ row, item }) => [row, item]));
		const isDue = (row: number | undefined): row is number =>
			row !== undefined && this.items.has(row);
		const move = (rows: Set<number>) => new Set([...rows].map((row) => movedTo[row]).filter(isDue));
		this.fresh = move(this.fresh);
		this.stopped = move(this.stopped);
		for (const lane of this.lanes) lane.follow(move);
		for (const { row, isRetry } of due) {
			// Its latest state was never refused.
			if (isEdited(row)) table.setRefused(row, false);
			if (isSent(row) || this.fresh.has(row)) continue;
			const isWaiting = this.stopped.has(row) || this.lanes.some((lane) => lane.has(row));
			if (!isWaiting) this.add(row, isRetry);
			else if (isEdited(row)) this.addEdited(row);
		}
	}

	/** @param isRetry whether it has failed, or perhaps ended n8n, so that it does not go with all others */
	private add(row: number, isRetry: boolean): void {
		if (this.table.isRefused(row)) this.refused.add(row);
		else if (isRetry) this.backlog.add(row);
		else if (this.recordsPerExecution !== 'one') this.fresh.add(row);
		else {
			this.backlog.add(row);
			this.backlog.endWait();
		}
	}

	private addEdited(row: number): void {
		this.take(row);
		this.backlog.add(row);
		this.backlog.endWait();
	}

	/** After a publication, all can go. What was refused stays in its lane. */
	publish(): void {
		for (const row of this.stopped) this.add(row, true);
		this.stopped.clear();
		for (const lane of this.lanes) lane.endWait();
	}

	openLanes(now: number): void {
		for (const lane of this.lanes) lane.open(now);
	}

	/** Nothing but what is fresh goes until the next poll. */
	closeLanes(): void {
		for (const lane of this.lanes) lane.close();
	}

	/**
	 * What to send next. Undefined if nothing can be sent now.
	 * @param isHeldUp whether a piece of a lane is in progress, so that only fresh records can go
	 */
	next(isHeldUp: boolean): Piece | undefined {
		const isAll = this.recordsPerExecution === 'all';
		if (this.fresh.size > 0) return this.pieceOf(isAll ? this.all : oldestFirst(this.fresh));
		if (isHeldUp) return undefined;
		const most = this.recordsPerExecution === 'one' ? 1 : undefined;
		for (const lane of this.lanes) {
			const rows = lane.nextPiece(most);
			if (rows.length > 0) return this.pieceOf(isAll ? this.all : rows, lane);
		}
		return undefined;
	}

	private pieceOf(rows: number[], lane?: Lane): Piece {
		const items = new Map(rows.map((row) => [row, this.items.get(row) as IDataObject]));
		return { items, lane };
	}

	/** All that can go, oldest first. */
	private get all(): number[] {
		return oldestFirst([...this.fresh, ...this.backlog.rows, ...this.refused.rows]);
	}

	/** The same, to return it without an execution of which the end is reported. */
	get whole(): Piece {
		return this.pieceOf(this.all);
	}

	/** Whether the workflow has to be told of it, as of the last list. */
	isDue(row: number): boolean {
		return this.items.has(row);
	}

	/** It is in an execution now. */
	take(row: number): void {
		this.fresh.delete(row);
		this.stopped.delete(row);
		for (const lane of this.lanes) lane.remove(row);
	}

	/** The workflow was told of it. */
	drop(row: number): void {
		this.take(row);
		this.items.delete(row);
	}

	/**
	 * These were not delivered.
	 * @param from the lane of which they were a piece, so that they keep their place
	 */
	addAgain(rows: number[], from: Lane | undefined): void {
		for (const [lane, ofLane] of this.byLane(rows)) {
			if (from) lane.addFirst(ofLane);
			else for (const row of ofLane) lane.add(row);
		}
	}

	/** These were not delivered, and there is no smaller piece to try, so others go first. */
	putAside(rows: number[]): void {
		for (const [lane, ofLane] of this.byLane(rows)) lane.putAside(ofLane);
	}

	private byLane(rows: number[]): Array<[Lane, number[]]> {
		const isRefused = (row: number) => this.table.isRefused(row);
		return [
			[this.backlog, rows.filter((row) => !isRefused(row))],
			[this.refused, rows.filter(isRefused)],
		];
	}

	addStopped(rows: number[]): void {
		for (const row of rows) this.stopped.add(row);
	}

	/** Numbers of records, for the log, without those that go at once. */
	get counts(): { refused: number; others: number } {
		const refused = this.refused.rows.length;
		return { refused, others: this.backlog.rows.length + this.stopped.size };
	}
}
