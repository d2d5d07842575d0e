import type { IDataObject } from 'n8n-workflow';

import type { RecordsPerExecution } from '../../parameters/triggerFields';
import type { Comparison } from '../table/compare';
import type { Table } from '../table/table';
import { Lane } from './lane';

const MINUTE_MS = 60_000;

/** What records are returned as, by row, in the order in which they go. */
export type ItemsByRow = Map<number, IDataObject>;

const LANES = ['backlog', 'refused'] as const;
export type LaneName = (typeof LANES)[number];

/**
 * Where a record can wait:
 *
 * - `fresh`: found by the last list. It goes at once, with all others
 * - `backlog`: not delivered at the first try, or before a restart, or with one record per execution. It goes in pieces
 * - `refused`: has failed alone while others succeeded, as the table says. It goes in pieces, last
 * - `tried`: has failed, and there is no smaller piece. It goes after a success or the next poll, as the last of its lane
 * - `stopped`: a person has stopped its execution. It goes after an edit, a publication, or a restart
 */
const PLACES = ['fresh', ...LANES, 'tried', 'stopped'] as const;
type Place = (typeof PLACES)[number];

const newPlaces = () =>
	Object.fromEntries(PLACES.map((place) => [place, new Map()])) as Record<Place, ItemsByRow>;

/** Records for one execution. */
export interface Piece {
	items: ItemsByRow;
	/** Undefined if fresh records are among them. */
	lane?: LaneName;
}

/** The records that wait, each in one place. Records are named by their rows. */
export class Waiting {
	recordsPerExecution: RecordsPerExecution = 'automatic';
	private places = newPlaces();
	private readonly lanes: Record<LaneName, Lane> = {
		// Two probes, because one can be of a record that the destination refuses.
		backlog: new Lane({ probes: 2, longestWaitMs: 55 * MINUTE_MS }),
		refused: new Lane({ probes: 1, longestWaitMs: 175 * MINUTE_MS }),
	};

	constructor(private table: Table) {}

	/** After a comparison: follows what still has to be sent to its new rows, in its latest state. */
	follow({ table, movedTo }: Comparison, due: ItemsByRow): void {
		this.table = table;
		const { places } = this;
		this.places = newPlaces();
		for (const place of PLACES) {
			for (const row of places[place].keys()) {
				const next = movedTo[row];
				const item = next === undefined ? undefined : due.get(next);
				if (next !== undefined && item) this.places[place].set(next, item);
			}
		}
	}

	has(row: number): boolean {
		return PLACES.some((place) => this.places[place].has(row));
	}

	/**
	 * A list has found that this has to be sent.
	 * @param isRetry whether it has failed, or perhaps ended n8n, so that it does not go with all others
	 */
	add(row: number, item: IDataObject, isRetry: boolean): void {
		this.remove(row);
		if (this.table.isRefused(row)) this.places.refused.set(row, item);
		else if (!isRetry && this.recordsPerExecution !== 'one') this.places.fresh.set(row, item);
		else {
			this.places.backlog.set(row, item);
			this.lanes.backlog.endWait();
		}
	}

	remove(row: number): void {
		for (const place of PLACES) this.places[place].delete(row);
	}

	retryAll(): void {
		this.returnFrom('stopped');
		for (const lane of LANES) this.lanes[lane].endWait();
	}

	openLanes(now: number): void {
		this.returnFrom('tried');
		this.lanes.backlog.open(now);
		// What is refused after this waits for the next poll.
		if (this.places.refused.size > 0) this.lanes.refused.open(now);
	}

	/** Nothing but what is fresh goes until the next poll. */
	closeLanes(): void {
		for (const lane of LANES) this.lanes[lane].close();
	}

	/**
	 * What to send next. Undefined if nothing can be sent now.
	 * @param isHeldUp whether a piece of a lane is in progress, so that only fresh records can go
	 */
	next(isHeldUp: boolean): Piece | undefined {
		const isWhole = this.recordsPerExecution === 'all';
		if (this.places.fresh.size > 0)
			return { items: isWhole ? this.all : new Map(this.places.fresh) };
		if (isHeldUp) return undefined;
		for (const lane of LANES) {
			const items = this.pieceOf(lane);
			if (items.size > 0) return { items: isWhole ? this.all : items, lane };
		}
		return undefined;
	}

	private pieceOf(name: LaneName): ItemsByRow {
		const lane = this.lanes[name];
		const waiting = this.places[name];
		// Of the newest, in case the destination refuses the oldest.
		if (lane.isSecondProbe) return new Map([...waiting].slice(-1));
		const size = this.recordsPerExecution === 'one' ? Math.min(lane.size, 1) : lane.size;
		const piece: ItemsByRow = new Map();
		for (const [row, item] of waiting) {
			if (piece.size >= size) break;
			piece.set(row, item);
		}
		return piece;
	}

	/** All that can go, oldest first. */
	get all(): ItemsByRow {
		const { fresh, backlog, refused, tried } = this.places;
		const items = [...fresh, ...backlog, ...refused, ...tried];
		return new Map(items.sort(([one], [two]) => one - two));
	}

	/** Whether something has succeeded since the poll has opened the lanes, so that the destination is not down. */
	get isDestinationUp(): boolean {
		return this.lanes.backlog.isSending;
	}

	/** An execution has succeeded. @param size number of its records */
	succeed(lane: LaneName | undefined, size: number): void {
		this.returnFrom('tried');
		this.lanes.backlog.succeed(lane === 'backlog' ? size : 0);
		// Somebody has repaired something.
		if (lane === 'refused') this.lanes.refused.succeed(size);
	}

	/** A piece of a lane has failed, and its records wait again. */
	fail(lane: LaneName, startedAt: number): void {
		this.lanes[lane].fail(this.places[lane].size > 0, startedAt);
	}

	/** These have to be sent again. @param lane of which they were a piece, so that they keep their place */
	putBack(items: ItemsByRow, lane: LaneName | undefined): void {
		for (const name of LANES) {
			const own = [...items].filter(([row]) => this.laneOf(row) === name);
			if (own.length === 0) continue;
			const others = this.places[name];
			this.places[name] = new Map(lane ? [...own, ...others] : [...others, ...own]);
		}
	}

	putAside(items: ItemsByRow, place: 'tried' | 'stopped'): void {
		for (const [row, item] of items) this.places[place].set(row, item);
	}

	private returnFrom(place: 'tried' | 'stopped'): void {
		for (const [row, item] of this.places[place]) this.places[this.laneOf(row)].set(row, item);
		this.places[place].clear();
	}

	private laneOf(row: number): LaneName {
		return this.table.isRefused(row) ? 'refused' : 'backlog';
	}

	/** Numbers of records, for the log, without those that go at once. */
	get counts(): { refused: number; others: number } {
		const { backlog, refused, tried, stopped } = this.places;
		const rows = [backlog, refused, tried, stopped].flatMap((items) => [...items.keys()]);
		const others = rows.filter((row) => this.laneOf(row) === 'backlog').length;
		return { refused: rows.length - others, others };
	}
}
