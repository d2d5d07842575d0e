/** What a destination that refuses some leads costs in failed executions, and when it gets the others. */
import { pseudoRandom } from '../../../../sandbox/faults';
import { DAY, down, HOUR, MINUTE, range, Simulation } from './simulation';

/** A destination that has refused a third of a first import. */
function withRefused(refused: number, random?: () => number): Simulation {
	const simulation = new Simulation();
	if (random) simulation.random = random;
	simulation.bad = new Set(range(0, refused).map((lead) => 3 * lead + 2));
	simulation.poll(refused * 3);
	return simulation;
}

describe.each([
	[1, 1, 1],
	[1, 15, 0],
	[1, 15, 1],
	[1, 60, 1],
	[2, 15, 1],
	[10, 1, 1],
	[10, 60, 0],
	[100, 15, 0],
	[100, 15, 1],
	[100, 60, 1],
])('%i refused, a poll each %i min, %i good ones an hour', (refused, minutes, hourly) => {
	/** Polls for some hours. @returns the number of executions that have failed */
	const run = (simulation: Simulation, hours: number) =>
		simulation.polls((hours * 60) / minutes, minutes * MINUTE, (poll) =>
			(poll * minutes) % 60 === 0 ? hourly : 0,
		);

	test('8 failed executions a day, 15 on the first day and after a restart', () => {
		const simulation = withRefused(refused);
		const first = run(simulation, 24);
		const second = run(simulation, 24);
		simulation.restart();
		const restarted = run(simulation, 24);
		const last = run(simulation, 24);
		expect(Math.max(first, restarted)).toBeLessThanOrEqual(15);
		// A wait that has begun the day before can end early.
		expect(Math.max(second, last)).toBeLessThanOrEqual(9);
		expect(simulation.goodLeft).toBe(0);
	});

	test('after a repair, all arrive within three hours', () => {
		const simulation = withRefused(refused);
		run(simulation, 48);
		simulation.bad.clear();
		run(simulation, 3);
		expect(simulation.goodLeft).toBe(0);
	});
});

test('100 refused, none ever good: a new good one, and one that an edit repairs, do not wait for them', () => {
	const simulation = new Simulation();
	simulation.bad = new Set(range(0, 100));
	simulation.poll(100);
	simulation.polls(20, 15 * MINUTE);
	simulation.bad.delete(60);
	simulation.edit(60, { phone: '+1' });
	simulation.polls(2, 15 * MINUTE);
	expect(simulation.delivered.has(60)).toBe(true);
	simulation.polls(20, 15 * MINUTE);
	simulation.later(15 * MINUTE, 1);
	expect(simulation.delivered.has(100)).toBe(true);
});

test('300 refused, 3 good: the good ones arrive with the next poll, after a restart too', () => {
	const simulation = withRefused(300);
	simulation.polls(96, 15 * MINUTE);
	for (const isRestarted of [false, true]) {
		if (isRestarted) simulation.restart();
		simulation.isDown = true;
		simulation.later(HOUR, 3);
		simulation.isDown = false;
		if (isRestarted) simulation.restart();
		expect(simulation.goodLeft).toBe(3);
		simulation.polls(1, 15 * MINUTE);
		expect(simulation.goodLeft).toBe(0);
	}
});

test.each(range(1, 20))(
	'a third of 300 refused, in random order (%i): the good ones arrive with the first polls',
	(seed) => {
		const simulation = withRefused(100, pseudoRandom(seed));
		simulation.polls(5, 15 * MINUTE);
		expect(simulation.goodLeft).toBe(0);
	},
);

/** Six new leads in one poll, two of them refused, and polls in the middle of the executions. */
test.each([0.05, 1, 15])(
	'the neighbors of a refused lead arrive at once, a poll each %d min',
	(minutes) => {
		const simulation = new Simulation();
		simulation.executionMs = 4000;
		simulation.poll(2);
		simulation.bad = new Set([3, 6]);
		simulation.poll(6);
		simulation.polls(10 / minutes / 10, minutes * MINUTE);
		expect(simulation.goodLeft).toBe(0);
	},
);

test.each([1, 15])(
	'3 refused of 20 after a restart, none new, a poll each %i min: the good ones arrive within two polls',
	(minutes) => {
		const simulation = down();
		simulation.poll(20);
		simulation.restart();
		simulation.isDown = false;
		simulation.bad = new Set([0, 1, 2]);
		expect(simulation.polls(2, minutes * MINUTE)).toBeLessThanOrEqual(9);
		expect(simulation.goodLeft).toBe(0);
	},
);

test.each([1, 15, 60])(
	'an outage of a day, a poll each %i min: 60 failed executions at most, nothing is refused',
	(minutes) => {
		const simulation = down();
		simulation.poll(10);
		expect(simulation.polls(DAY / (minutes * MINUTE), minutes * MINUTE)).toBeLessThanOrEqual(60);
		expect(simulation.outbox.waiting).toMatchObject({ refused: 0, others: 10, nextList: 0 });
		simulation.isDown = false;
		simulation.polls(60 / minutes, minutes * MINUTE);
		expect(simulation.goodLeft).toBe(0);
	},
);

test('an outage of a day with a new lead an hour: each is tried once, and two others an hour at most', () => {
	const simulation = withRefused(10);
	simulation.isDown = true;
	expect(simulation.polls(96, 15 * MINUTE, (poll) => Number(poll % 4 === 0))).toBeLessThanOrEqual(
		96,
	);
	simulation.isDown = false;
	simulation.polls(4, 15 * MINUTE);
	expect(simulation.goodLeft).toBe(0);
});

/** A destination that refuses one of 30 leads, and is down from the third execution on. */
test.each([
	[2, 1],
	[2, 15],
	[5, 1],
	[5, 15],
	[12, 15],
])(
	'an outage of %i h that begins while others succeed, a poll each %i min: within an hour of its end all arrive but a few that seem refused, and these within three',
	(hours, minutes) => {
		const simulation = new Simulation();
		simulation.bad = new Set([7]);
		const { outcome } = simulation;
		simulation.outcome = (sent) => {
			const ending = outcome(sent);
			if (ending === 'succeeded') simulation.isDown = true;
			return ending;
		};
		simulation.poll(30);
		simulation.outcome = outcome;
		simulation.polls((hours * 60) / minutes, minutes * MINUTE);
		simulation.isDown = false;
		simulation.polls(60 / minutes, minutes * MINUTE);
		expect(simulation.goodLeft).toBeLessThan(10);
		simulation.polls(120 / minutes, minutes * MINUTE);
		expect(simulation.goodLeft).toBe(0);
	},
);

test.each([10, 50, 100])(
	'%i were refused for good a day ago, and a bad moment refuses a good one: it arrives within two waits',
	(refused) => {
		const simulation = withRefused(refused);
		simulation.polls(96, 15 * MINUTE);
		const good = simulation.list.length;
		simulation.bad.add(good);
		// Another one succeeds.
		simulation.later(15 * MINUTE, 2);
		expect(simulation.outbox.table.tries(good).refusals).toBe(1);
		simulation.bad.delete(good);
		// Each wait of 175 min ends with a poll.
		simulation.polls(2, 190 * MINUTE);
		expect(simulation.delivered.has(good)).toBe(true);
	},
);

test('30 refused, one of which is repaired, n8n restarts each night: it arrives', () => {
	const simulation = new Simulation();
	simulation.bad = new Set(range(0, 30));
	simulation.poll(40);
	simulation.bad.delete(29);
	const random = pseudoRandom(3);
	for (let night = 0; night < 10; night++) {
		simulation.random = random;
		simulation.restart();
		simulation.polls(96, 15 * MINUTE);
	}
	expect(simulation.goodLeft).toBe(0);
});
