import {
	Deliveries,
	type Delivery,
	type Flight,
	type Outcome,
} from '../../../nodes/AgentSuite/trigger/deliver';
import { leads } from '../../../nodes/AgentSuite/resources/lead/leads';
import { emptyRows, LISTED, type Rows } from '../../../nodes/AgentSuite/trigger/difference/rows';

const LEASE = 3_660_000;

/** Rows with a different value each, the first `listed` of them on the list. */
function rowsOf(count: number, listed = count, value = 100): Rows {
	const rows = emptyRows(leads, count);
	for (let row = 0; row < count; row++) {
		rows.identities[row] = row + 1;
		rows.parts[0][row] = value + row;
		rows.leftOn[row] = row < listed ? LISTED : 20_000;
	}
	return rows;
}

/** Runs the probes as a poll does, until none is left, and says what was sent. */
class Runner {
	deliveries = new Deliveries();
	readonly sent: number[][] = [];
	readonly logged: string[] = [];
	now = 0;
	retries = true;
	rows: Rows;

	constructor(
		readonly count: number,
		/** How a probe with these rows ends. Undefined: it stays in progress. */
		private outcome: (rows: number[]) => Outcome | undefined,
	) {
		this.rows = rowsOf(count);
		this.deliveries.log = (level, text) => void this.logged.push(`${level}: ${text}`);
	}

	/** The fresh records of the first poll. */
	fresh(): Flight {
		this.deliveries.begin(this.now, this.retries, false);
		const fresh = Array.from({ length: this.count }, (_, row) => ({ row, item: { row } }));
		const added = this.deliveries.add(fresh, this.rows);
		return this.deliveries.launch(added, this.now, LEASE, false);
	}

	/** A poll without new records. */
	poll(ms = 0, published = false): number[][] {
		this.now += ms;
		this.deliveries.begin(this.now, this.retries, published);
		this.deliveries.dropGone(this.rows);
		const moved = Array.from({ length: this.count }, (_, row) => row);
		const records = Array.from(
			this.rows.leftOn.filter((day) => day === LISTED),
			() => ({}),
		);
		const snapshot = { rows: this.rows, literals: new Map<number, string>() };
		this.deliveries.follow({ movedTo: moved, snapshot, records }, ({ row }) => ({ row }));
		this.deliveries.queueDue(this.now);
		return this.probes();
	}

	probes(): number[][] {
		const before = this.sent.length;
		let piece: Delivery[] | undefined;
		while ((piece = this.deliveries.next())) {
			const rows = piece.map(({ row }) => row);
			this.sent.push(rows);
			const flight = this.deliveries.launch(piece, this.now, LEASE, true);
			const outcome = this.outcome(rows);
			if (!outcome) break;
			this.deliveries.end(flight, outcome);
		}
		return this.sent.slice(before);
	}

	/** The fresh group fails, and its pieces follow. */
	failFresh(): number[][] {
		this.deliveries.end(this.fresh(), 'failed');
		return this.probes();
	}
}

const all = () => 'delivered' as const;
const none = () => 'failed' as const;
const except =
	(...bad: number[]) =>
	(rows: number[]): Outcome =>
		rows.some((row) => bad.includes(row)) ? 'failed' : 'delivered';
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describe('a failed group', () => {
	test.each([
		[1, []],
		[2, [[0], [1]]],
		[10, range(0, 10).map((row) => [row])],
		[11, [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9], [10]]],
		[100, range(0, 10).map((piece) => range(piece * 10, piece * 10 + 10))],
	])('of %i records is sent again in at most ten pieces', (count, pieces) => {
		expect(new Runner(count, all).failFresh()).toEqual(pieces);
	});

	test.each([0, 9, 50, 90, 95, 99])(
		'a bad record at place %i ends up alone, and no other waits',
		(bad) => {
			const runner = new Runner(100, except(bad));
			runner.failFresh();
			expect(runner.sent.flat().filter((row) => row !== bad).length).toBeGreaterThanOrEqual(99);
			expect(runner.deliveries.open.length).toBe(1);
			expect(runner.sent.at(-1)?.length).toBe(1);
		},
	);

	test('two pieces that fail in a row end it, and the rest follows at the next polls', () => {
		const runner = new Runner(100, except(0, 10, 55));
		expect(runner.failFresh()).toEqual([range(0, 10), range(10, 20)]);
		expect(runner.deliveries.open.length).toBe(100);
		runner.poll(60_000);
		expect(runner.deliveries.open.length).toBeLessThanOrEqual(21);
		for (let poll = 0; poll < 9; poll++) runner.poll(60_000);
		expect(runner.deliveries.open.length).toBe(3);
	});

	test.each([2, 10])('if one record in %i is bad, all others arrive within a day', (nth) => {
		const bad = range(0, 500).filter((row) => row % nth === 0);
		const runner = new Runner(500, except(...bad));
		runner.failFresh();
		for (let poll = 0; poll < 96; poll++) runner.poll(900_000);
		expect(runner.deliveries.open.map(({ row }) => row)).toEqual(bad);
	});

	test('after an outage of an hour, 5000 records arrive within an hour and 2000 executions', () => {
		let isOut = true;
		const runner = new Runner(5000, () => (isOut ? 'failed' : 'delivered'));
		runner.failFresh();
		for (let poll = 0; poll < 60; poll++) runner.poll(60_000);
		isOut = false;
		const before = runner.sent.length;
		for (let poll = 0; poll < 61; poll++) runner.poll(60_000);
		expect(runner.deliveries.open.length).toBe(0);
		expect(runner.sent.length - before).toBeLessThan(2000);
	});
});

describe('a record that fails', () => {
	test('is due after 50 s, then after twice as long, up to an hour, counted from the start of the try', () => {
		const runner = new Runner(1, none);
		runner.failFresh();
		const tries: number[] = [];
		for (let second = 1; second <= 30_000; second++) {
			if (runner.poll(1000).length > 0) tries.push(second);
		}
		const waits = tries.map((second, index) => second - (tries[index - 1] ?? 0));
		expect(waits.slice(0, 9)).toEqual([50, 100, 200, 400, 800, 1600, 3200, 3600, 3600]);
	});

	test('that has changed since its execution began is due again after a person has stopped it', () => {
		const runner = new Runner(1, all);
		const flight = runner.fresh();
		runner.rows = rowsOf(1, 1, 200);
		expect(runner.poll(1000)).toEqual([]);
		runner.deliveries.end(flight, 'stopped');
		expect(runner.poll(60_000)).toEqual([[0]]);
	});
});

describe('an execution whose end is not reported', () => {
	test('a late success with an earlier state makes the record due again', () => {
		const runner = new Runner(1, all);
		const flight = runner.fresh();
		runner.rows = rowsOf(1, 1, 200);
		expect(runner.poll(LEASE)).toEqual([[0]]);
		expect(runner.deliveries.open.length).toBe(0);
		runner.deliveries.end(flight, 'delivered');
		expect(runner.deliveries.open.length).toBe(1);
		expect(runner.poll(1)).toEqual([[0]]);
		expect(runner.deliveries.open.length).toBe(0);
	});
});

test('the stored form is read as it was written, and all of it is due', () => {
	const runner = new Runner(5000, none);
	runner.failFresh();
	const stored = runner.deliveries.store();
	const again = new Runner(5000, all);
	again.deliveries = new Deliveries(JSON.parse(JSON.stringify(stored)));

	expect(again.deliveries.store()).toEqual(stored);
	expect(
		again
			.poll()
			.flat()
			.sort((left, right) => left - right),
	).toEqual(range(0, 5000));
	expect(JSON.stringify(stored).length / 5000).toBeLessThan(25);
	expect(again.deliveries.store()).toBeUndefined();
});
