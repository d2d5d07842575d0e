import { leads } from '../../../../nodes/AgentSuite/resources/lead/leads';
import { emptyRows } from '../../../../nodes/AgentSuite/trigger/difference/rows';
import { Outbox } from '../../../../nodes/AgentSuite/trigger/outbox/outbox';
import { pseudoRandom } from '../../../../sandbox/faults';
import { HOUR, LEASE, MINUTE, SECOND, Simulation } from './simulation';

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

function destination(count: number, share: number): Simulation {
	const simulation = new Simulation();
	const random = pseudoRandom(20);
	for (let row = 0; row < count; row++) {
		if (random() < share) simulation.bad.add(row);
	}
	return simulation;
}

describe('a first import', () => {
	test.each([
		[300, 0.1],
		[1000, 0.05],
		[1000, 0.25],
		[2000, 0.2],
	])('of %i with %d refused: all good ones arrive in the same poll', (count, share) => {
		const simulation = destination(count, share);
		simulation.poll(count);
		expect(simulation.goodLeft).toBe(0);
		expect(simulation.sent.length).toBeLessThan(count);
	});

	test('a piece that fails is split by its own size, however large it could have been', () => {
		const simulation = destination(36, 0);
		simulation.bad = new Set(range(31, 36));
		simulation.poll(36);
		const sizes = simulation.sent.map(({ length }) => length);
		expect(sizes.slice(0, 8)).toEqual([36, 1, 2, 4, 8, 16, 5, 1]);
	});

	test('two refused ones at its start look like an outage, so the rest arrives with the next poll', () => {
		const simulation = destination(100, 0);
		simulation.bad = new Set([0, 1]);
		simulation.poll(100);
		expect(simulation.goodLeft).toBe(98);
		simulation.now += MINUTE;
		simulation.poll();
		expect(simulation.goodLeft).toBe(0);
	});

	test.each([
		[0.5, 2],
		[0.9, 350],
	])('of 1000 with %d refused takes at most %i polls', (share, most) => {
		const simulation = destination(1000, share);
		simulation.poll(1000);
		let polls = 1;
		while (simulation.goodLeft > 0) {
			simulation.now += 15 * MINUTE;
			simulation.poll();
			polls++;
		}
		expect(polls).toBeLessThanOrEqual(most);
	});
});

/** A destination that refuses a fifth, and everything else has arrived. */
function withRefused(refused: number): Simulation {
	const simulation = new Simulation();
	for (let row = 0; row < refused * 5; row += 5) simulation.bad.add(row);
	simulation.poll(refused * 5);
	return simulation;
}

test.each([30, 100, 300])(
	'%i refused ones: after a hiccup, good ones arrive with the next poll',
	(refused) => {
		const simulation = withRefused(refused);
		for (let poll = 0; poll < 100; poll++) {
			simulation.now += 15 * MINUTE;
			simulation.poll();
		}
		simulation.isDown = true;
		simulation.poll(3);
		simulation.isDown = false;
		expect(simulation.goodLeft).toBe(3);
		simulation.now += 15 * MINUTE;
		simulation.poll();
		expect(simulation.goodLeft).toBe(0);
	},
);

describe('refused ones', () => {
	test.each([
		[100, 'nothing new', 1, 0],
		[100, 'nothing new', 15, 0],
		[100, 'a good lead every hour', 1, 1],
		[100, 'a good lead every hour', 15, 1],
	])(
		'%i, %s, polls every %i min: 48 failed executions a day',
		(refused, _what, minutes, hourly) => {
			const simulation = withRefused(refused);
			for (let day = 0; day < 2; day++) {
				const before = simulation.failed;
				for (let minute = minutes; minute <= 24 * 60; minute += minutes) {
					simulation.now = Math.max(simulation.now, day * 24 * HOUR + minute * MINUTE);
					simulation.poll(minute % 60 === 0 ? hourly : 0);
				}
				// The first waits are shorter than an hour.
				expect(simulation.failed - before).toBeLessThanOrEqual(day === 0 ? 60 : 48);
			}
			expect(simulation.goodLeft).toBe(0);
		},
	);

	test('somebody repairs the cause: all arrive once one has been tried', () => {
		const simulation = withRefused(100);
		for (let poll = 0; poll < 20; poll++) {
			simulation.now += 15 * MINUTE;
			simulation.poll();
		}
		simulation.bad.clear();
		const before = simulation.sent.length;
		for (let poll = 0; poll < 5; poll++) {
			simulation.now += 15 * MINUTE;
			simulation.poll();
		}
		expect(simulation.goodLeft).toBe(0);
		expect(simulation.sent.length - before).toBeLessThan(15);
	});
});

test('refused ones that wait for hours: once another one arrives, they follow in the same poll', () => {
	const simulation = withRefused(3);
	const shortestWait = () => {
		const stages = simulation.outbox.deliveries.undelivered.map(({ stage }) => stage);
		return Math.min(
			...stages.map((stage) => (stage.is === 'waiting' ? stage.dueAt - simulation.now : 0)),
		);
	};
	for (let hour = 0; hour < 240 && shortestWait() < 2 * HOUR; hour++) {
		simulation.now += HOUR;
		simulation.poll(1);
	}
	expect(shortestWait()).toBeGreaterThan(2 * HOUR);
	// The one before it succeeds, so it is refused.
	const last = simulation.listed + 1;
	simulation.bad.add(last);
	simulation.poll(2);
	expect(simulation.goodLeft).toBe(0);
	simulation.bad.clear();
	// Refused ones as a whole pause for up to an hour.
	simulation.now += HOUR;
	const [first, ...others] = simulation.poll();
	expect(first).toEqual([last]);
	expect(others.flat().sort((one, two) => one - two)).toEqual([0, 5, 10]);
});

describe('a destination that is down', () => {
	test('costs two executions a poll at most, beside the one with new records', () => {
		const simulation = new Simulation();
		simulation.isDown = true;
		for (let poll = 0; poll < 500; poll++) {
			simulation.now += MINUTE;
			expect(simulation.poll(poll % 3 === 0 ? 4 : 0).length).toBeLessThanOrEqual(3);
		}
	});

	test('pauses, and is tried again once there are new records', () => {
		const simulation = new Simulation();
		simulation.isDown = true;
		expect(simulation.poll(3)).toEqual([[0, 1, 2], [0], [1]]);
		expect(simulation.poll()).toEqual([]);
		expect(simulation.logged.filter((line) => line.includes('nothing more'))).toHaveLength(1);
		expect(simulation.poll(1)).toEqual([[3], [2]]);
	});

	test('a record that has failed five times is logged once', () => {
		const simulation = new Simulation();
		simulation.isDown = true;
		simulation.poll(1);
		for (let hour = 0; hour < 9; hour++) {
			simulation.now += HOUR;
			simulation.poll();
		}
		expect(simulation.failed).toBe(10);
		expect(simulation.logged.filter((line) => line.startsWith('info'))).toHaveLength(1);
	});

	test('without new records, waits longer and longer, to an hour', () => {
		const simulation = new Simulation();
		simulation.isDown = true;
		simulation.poll(1000);
		for (let minute = 0; minute < 24 * 60; minute += 5) {
			simulation.now += 5 * MINUTE;
			simulation.poll();
		}
		expect(simulation.failed).toBeLessThan(65);
		simulation.isDown = false;
		const before = simulation.sent.length;
		for (let minute = 0; minute < 60; minute++) {
			simulation.now += MINUTE;
			simulation.poll();
		}
		expect(simulation.goodLeft).toBe(0);
		expect(simulation.sent.length - before).toBeLessThan(20);
	});

	test('one record: tried after 50 s, then after twice as long, up to an hour', () => {
		const simulation = new Simulation();
		simulation.isDown = true;
		simulation.executionMs = 0;
		simulation.poll(1);
		const tries = [0];
		for (let second = 1; second <= 30_000; second++) {
			simulation.now += SECOND;
			if (simulation.poll().length > 0) tries.push(second);
		}
		const waits = tries.slice(1).map((second, index) => second - tries[index]);
		expect(waits.slice(0, 9)).toEqual([50, 100, 200, 400, 800, 1600, 3200, 3600, 3600]);
	});
});

describe('who goes first', () => {
	test('never refused, then what failed alone least often, then who waits longest, then the oldest', () => {
		const simulation = withRefused(2);
		// Rows 0 and 5 are refused.
		simulation.isDown = true;
		simulation.now += 20 * MINUTE;
		// While the new ones are in their execution, only refused ones are due.
		expect(simulation.poll(4)).toEqual([range(10, 14), [0], [10]]);
		simulation.isDown = false;
		simulation.now += 20 * MINUTE;
		expect(simulation.poll()).toEqual([[11], [12, 13], [10], [5], [0]]);
	});

	test('an edit or a publication makes a refused record due, and does not mix it with others', () => {
		const simulation = withRefused(1);
		simulation.now += MINUTE;
		expect(simulation.poll()).toEqual([[0]]);
		expect(simulation.poll()).toEqual([]);
		simulation.editAll();
		expect(simulation.poll()).toEqual([[0]]);
		expect(simulation.poll()).toEqual([]);
		expect(simulation.poll(0, true)).toEqual([[0]]);
	});
});

describe('an execution whose end is not reported', () => {
	test('holds up the others for five minutes, and at most eight are in progress', () => {
		const simulation = new Simulation();
		simulation.isDown = true;
		simulation.poll(20);
		simulation.outcome = () => undefined;
		let started = 0;
		for (let second = 0; second < 50 * 60; second += 30) {
			simulation.now += 30 * SECOND;
			const before = started;
			started += simulation.poll().length;
			expect(started - before).toBeLessThanOrEqual(1);
			expect(started).toBeLessThanOrEqual(1 + second / 300);
			expect(simulation.running.length).toBeLessThanOrEqual(8);
		}
		expect(simulation.running).toHaveLength(8);
	});

	test('counts as failed after its lease', () => {
		const simulation = new Simulation();
		simulation.outcome = () => undefined;
		simulation.poll(1);
		simulation.now += LEASE - 1;
		expect(simulation.poll()).toEqual([]);
		simulation.now += 1;
		expect(simulation.poll()).toEqual([[0]]);
	});

	test('of a record that hangs each time, while others arrive: it comes less and less often', () => {
		const simulation = new Simulation();
		simulation.outcome = (rows) => (rows.includes(0) ? undefined : 'delivered');
		simulation.poll(1);
		const perDay = [0, 0, 0];
		for (let minute = 1; minute < 3 * 24 * 60; minute++) {
			simulation.now = Math.max(simulation.now, minute * MINUTE);
			const started = simulation.poll(minute % 60 === 0 ? 2 : 0);
			perDay[Math.floor(minute / (24 * 60))] += started.filter((rows) => rows.includes(0)).length;
			expect(simulation.goodLeft).toBeLessThanOrEqual(1);
		}
		expect(perDay[0]).toBeLessThan(15);
		expect(perDay[2]).toBeLessThan(3);
	});

	test('has a longer lease than a day: it counts as failed after that, and a late success counts', () => {
		const simulation = new Simulation();
		simulation.leaseMs = 30 * HOUR;
		simulation.outcome = () => undefined;
		simulation.poll(1);
		simulation.now += 25 * HOUR;
		expect(simulation.poll()).toEqual([]);
		simulation.now += 5 * HOUR;
		expect(simulation.poll()).toEqual([[0]]);
		simulation.end(0, 'delivered');
		simulation.end(0, 'delivered');
		expect(simulation.outbox.deliveries.undelivered.length).toBe(0);
	});

	test('past a short lease, it holds up nobody, is no longer in progress, and is logged once', () => {
		const simulation = new Simulation();
		simulation.leaseMs = 2 * MINUTE;
		simulation.outcome = () => undefined;
		for (let poll = 0; poll < 8; poll++) simulation.poll(1);
		expect(simulation.poll(1)).toEqual([]);
		simulation.now += simulation.leaseMs;
		expect(simulation.poll(1)).toHaveLength(2);
		simulation.poll();
		simulation.now += simulation.leaseMs;
		expect(simulation.poll()).toHaveLength(1);
		const logged = simulation.logged.filter((line) => line.includes('was not reported'));
		expect(logged).toHaveLength(10);
	});

	test.each([
		[23, 0],
		[25, 1],
	])('succeeds %i hours after its lease: %i left', (hours, left) => {
		const simulation = new Simulation();
		simulation.outcome = () => undefined;
		simulation.poll(1);
		simulation.itemOf = () => undefined;
		simulation.now += LEASE;
		simulation.poll();
		simulation.now += hours * HOUR;
		simulation.poll();
		simulation.end(0, 'delivered');
		expect(simulation.outbox.deliveries.undelivered).toHaveLength(left);
	});

	/** An execution past its lease, and one with a newer state. */
	function overtaken(): Simulation {
		const simulation = new Simulation();
		simulation.outcome = () => undefined;
		simulation.poll(1);
		simulation.editAll();
		simulation.now += LEASE;
		expect(simulation.poll()).toEqual([[0]]);
		return simulation;
	}

	test.each(['failed', 'stopped', 'delivered'] as const)(
		'that has %s late, while an execution with a newer state is in progress: that is due again',
		(ending) => {
			const simulation = overtaken();
			simulation.end(0, ending);
			simulation.end(0, 'delivered');
			simulation.outcome = () => 'delivered';
			expect(simulation.poll()).toEqual([[0]]);
			expect(simulation.poll()).toEqual([]);
		},
	);

	test.each<[string, boolean]>([
		['before', true],
		['after', false],
	])(
		'that has delivered late, %s an edit that the event does not return: nothing is left',
		(_when, isFirst) => {
			const simulation = new Simulation();
			simulation.outcome = () => undefined;
			simulation.poll(1);
			simulation.now += LEASE;
			simulation.poll();
			if (isFirst) simulation.end(0, 'delivered');
			simulation.editAll();
			simulation.itemOf = () => undefined;
			simulation.poll();
			if (!isFirst) simulation.end(0, 'delivered');
			simulation.end(0, 'failed');
			expect(simulation.outbox.deliveries.undelivered).toHaveLength(1);
			simulation.now += MINUTE;
			expect(simulation.poll()).toEqual([]);
			expect(simulation.outbox.deliveries.toStore()).toEqual({});
		},
	);

	test.each(['failed', 'stopped', 'delivered'] as const)(
		'that has %s late, and can have written an earlier state: the newer one is due again',
		(ending) => {
			const simulation = overtaken();
			simulation.end(1, 'delivered');
			expect(simulation.outbox.deliveries.undelivered).toEqual([]);
			simulation.end(0, ending);
			expect(simulation.outbox.deliveries.undelivered).toHaveLength(1);
			expect(simulation.poll()).toEqual([[0]]);
		},
	);
});

test('what a person stops waits, and ends the round without counting', () => {
	const simulation = new Simulation();
	simulation.outcome = () => 'stopped';
	simulation.poll(2);
	simulation.now += 24 * HOUR;
	expect(simulation.poll()).toEqual([]);
	simulation.outcome = () => 'delivered';
	expect(simulation.poll(0, true)).toEqual([[0], [1]]);
});

test('what a person stops in a round ends that', () => {
	const simulation = new Simulation();
	simulation.outcome = (rows) => (rows.length > 1 ? 'failed' : 'stopped');
	expect(simulation.poll(3)).toEqual([[0, 1, 2], [0]]);
});

test('with retries, what could not start is never given up', () => {
	const simulation = new Simulation();
	simulation.outcome = () => 'notStarted';
	simulation.poll(1);
	for (let poll = 0; poll < 9; poll++) expect(simulation.poll()).toEqual([[0]]);
});

test('a poll while a piece is in progress begins no new round', () => {
	const simulation = new Simulation();
	simulation.outcome = (rows) => {
		if (rows.length === 4) return undefined;
		return rows.length === 20 ? 'failed' : 'delivered';
	};
	expect(simulation.poll(20).at(-1)).toEqual(range(3, 7));
	simulation.poll();
	simulation.end(0, 'delivered');
	expect(simulation.sent).toContainEqual(range(7, 15));
});

test('an edit while the execution is in progress: due at once if that is stopped or fails', () => {
	for (const ending of ['stopped', 'failed'] as const) {
		const simulation = new Simulation();
		simulation.outcome = () => undefined;
		simulation.poll(1);
		simulation.editAll();
		expect(simulation.poll()).toEqual([]);
		simulation.end(0, ending);
		simulation.poll();
		expect(simulation.sent).toEqual([[0], [0]]);
	}
});

test.each([false, true])(
	'delivered in an earlier state, and the event does not return the change: nothing is left (restart: %s)',
	(isRestarted) => {
		const simulation = new Simulation();
		simulation.outcome = () => undefined;
		simulation.poll(1);
		simulation.editAll();
		simulation.poll();
		simulation.end(0, 'delivered');
		const stored = simulation.outbox.deliveries.toStore();
		expect(stored.unsent).toHaveLength(1);
		if (isRestarted) simulation.outbox = new Outbox(stored);
		simulation.itemOf = () => undefined;
		expect(simulation.poll()).toEqual([]);
		expect(simulation.outbox.deliveries.toStore()).toEqual({});
	},
);

describe('all in one execution', () => {
	const digest = () => {
		const simulation = new Simulation();
		simulation.settings = { retries: true, recordsPerExecution: 'all' };
		return simulation;
	};

	test('is sent again whole, with what is new', () => {
		const simulation = digest();
		simulation.isDown = true;
		expect(simulation.poll(3)).toEqual([[0, 1, 2]]);
		simulation.now += MINUTE;
		expect(simulation.poll()).toEqual([[0, 1, 2]]);
		simulation.isDown = false;
		simulation.now += MINUTE;
		expect(simulation.poll(1)).toEqual([[0, 1, 2, 3]]);
		expect(simulation.poll()).toEqual([]);
	});

	test('what has failed waits, also beside nothing new', () => {
		const simulation = digest();
		simulation.isDown = true;
		simulation.poll(2);
		expect(simulation.poll()).toEqual([]);
	});

	test('costs one execution a poll in an outage', () => {
		const simulation = digest();
		simulation.isDown = true;
		for (let poll = 0; poll < 300; poll++) {
			simulation.now += MINUTE;
			const sent = simulation.poll(poll % 5 === 0 ? 2 : 0);
			expect(sent.length).toBeLessThanOrEqual(1);
			expect(simulation.sent.at(-1)).toEqual(range(0, simulation.sent.at(-1)!.length));
		}
	});
});

describe('one record each', () => {
	test.each([true, false])('retries %s: fresh ones too, one after another', (retries) => {
		const simulation = new Simulation();
		simulation.settings = { retries, recordsPerExecution: 'one' };
		simulation.outcome = () => undefined;
		expect(simulation.poll(3)).toEqual([[0]]);
		simulation.end(0, 'delivered');
		simulation.end(0, 'delivered');
		expect(simulation.sent).toEqual([[0], [1], [2]]);
	});

	test('a refused one holds up nobody', () => {
		const simulation = destination(200, 0.3);
		// Two failures before any success would count as a destination that is down.
		simulation.bad.delete(0);
		simulation.settings = { retries: true, recordsPerExecution: 'one' };
		simulation.poll(200);
		expect(simulation.goodLeft).toBe(0);
		expect(new Set(simulation.sent.map(({ length }) => length))).toEqual(new Set([1]));
	});
});

describe('with retries off', () => {
	const off = () => {
		const simulation = new Simulation();
		simulation.settings = { retries: false, recordsPerExecution: 'automatic' };
		return simulation;
	};

	test.each(['failed', 'stopped', 'delivered'] as const)('once, even if it has %s', (ending) => {
		const simulation = off();
		simulation.outcome = () => ending;
		expect(simulation.poll(2)).toEqual([[0, 1]]);
		for (const pause of [0, MINUTE, LEASE, 24 * HOUR]) {
			simulation.now += pause;
			expect(simulation.poll()).toEqual([]);
		}
		expect(simulation.outbox.deliveries.toStore()).toEqual({});
	});

	test('once, even if its end is reported hours after the lease, or never', () => {
		const simulation = off();
		simulation.outcome = () => undefined;
		simulation.poll(2);
		for (let hour = 0; hour < 5; hour++) {
			simulation.now += HOUR;
			expect(simulation.poll()).toEqual([]);
		}
		simulation.end(0, 'failed');
		expect(simulation.poll()).toEqual([]);
		simulation.now += 48 * HOUR;
		expect(simulation.poll()).toEqual([]);
	});

	test('what could not start is tried again for a day', () => {
		const simulation = off();
		simulation.outcome = () => 'notStarted';
		simulation.poll(3);
		const first = simulation.now;
		while (simulation.now < first + 24 * HOUR - 5 * MINUTE) {
			simulation.now += 5 * MINUTE;
			expect(simulation.poll()).toEqual([[0, 1, 2]]);
		}
		const isWarning = (line: string) => line.startsWith('warn');
		expect(simulation.logged.filter(isWarning)).toEqual([]);
		simulation.now += 5 * MINUTE;
		expect(simulation.poll()).toEqual([[0, 1, 2]]);
		expect(simulation.logged.filter(isWarning)).toEqual([
			'warn: given up, because for a day n8n could not start their executions: 3 records',
		]);
		expect(simulation.poll()).toEqual([]);
		expect(simulation.outbox.deliveries.toStore()).toEqual({});
	});

	test.each([
		['a restart', (it: Simulation) => (it.outbox = new Outbox(it.outbox.deliveries.toStore()))],
		['retries were on', (it: Simulation) => (it.settings = { ...off().settings })],
	])('what could not start, and then %s: its day begins again', (what, happens) => {
		const simulation = off();
		if (what === 'retries were on') simulation.settings = new Simulation().settings;
		simulation.outcome = () => 'notStarted';
		simulation.poll(1);
		simulation.now += 24 * HOUR;
		happens(simulation);
		for (let poll = 0; poll < 2; poll++) expect(simulation.poll()).toEqual([[0]]);
	});

	test('a change that could not start is not lost when an earlier execution succeeds', () => {
		const simulation = off();
		simulation.outcome = () => undefined;
		const changed = () => [{ row: 0, was: [100_001, 0, 0, 0, 0], item: { row: 0 } }];
		simulation.poll(1);
		const { outbox } = simulation;
		simulation.editAll();
		simulation.poll();
		// The change is fresh, because the first execution counts as delivered.
		expect(outbox.deliveries.hasUndelivered(0)).toBe(false);
		const at = outbox.pickFresh(outbox.add(changed(), emptyRows(leads, 1), simulation.now));
		const second = outbox.launch(at, simulation.now, LEASE, false);
		outbox.end(second, 'notStarted', simulation.now);
		simulation.end(0, 'delivered');
		expect(outbox.deliveries.hasUndelivered(0)).toBe(true);
		expect(simulation.poll()).toEqual([[0]]);
	});

	test('what waits behind eight executions and was never sent is stored, and comes after a restart', () => {
		const simulation = off();
		simulation.outcome = () => undefined;
		for (let poll = 0; poll < 10; poll++) simulation.poll(1);
		expect(simulation.running).toHaveLength(8);
		const stored = simulation.outbox.deliveries.toStore();
		expect(stored.sent).toBeUndefined();
		expect(stored.unsent?.map(([row]) => row)).toEqual([8, 9]);
	});

	test('turned off: a change that was seen, but not sent, is kept', () => {
		const simulation = new Simulation();
		simulation.isDown = true;
		simulation.outcome = (rows) => (rows.length === 1 ? undefined : 'failed');
		simulation.poll(2);
		expect(simulation.running).toEqual([expect.objectContaining({ rows: [0] })]);
		simulation.editAll();
		expect(simulation.poll()).toEqual([]);
		simulation.settings = { retries: false, recordsPerExecution: 'automatic' };
		// The first one changed while it was in progress, the other one after it had failed.
		simulation.poll();
		simulation.end(0, 'failed');
		expect(simulation.sent.slice(2)).toEqual([[0, 1]]);
		simulation.now += 24 * HOUR;
		expect(simulation.poll()).toEqual([]);
	});

	test('turned off: the log tells how many failed records are not retried', () => {
		const simulation = new Simulation();
		simulation.bad = new Set([1, 3]);
		simulation.poll(5);
		simulation.settings = { retries: false, recordsPerExecution: 'automatic' };
		for (let poll = 0; poll < 2; poll++) simulation.poll();
		const warnings = simulation.logged.filter((line) => line.startsWith('warn'));
		expect(warnings).toEqual(['warn: not retried, because retries are off: 2 records']);
	});

	test('turned off: what was sent is dropped, what was not is kept', () => {
		const simulation = new Simulation();
		simulation.outcome = () => undefined;
		for (let poll = 0; poll < 10; poll++) simulation.poll(1);
		simulation.settings = { retries: false, recordsPerExecution: 'automatic' };
		simulation.end(0, 'failed');
		simulation.poll();
		simulation.end(0, 'failed');
		simulation.poll();
		expect(simulation.outbox.deliveries.toStore().sent).toBeUndefined();
		const sent = simulation.sent.flat();
		expect([...sent].sort((one, two) => one - two)).toEqual(
			expect.arrayContaining(range(0, 10)) as number[],
		);
	});
});
