import {
	balanceLow,
	leadCreated,
	leadCreatedOrUpdated,
	leadStatusChanged,
	leadUpdated,
} from '../../../../nodes/AgentSuite/resources/events';
import { pseudoRandom } from '../../../../sandbox/faults';
import { Outbox } from '../../../../nodes/AgentSuite/trigger/outbox/outbox';
import { verdictOf } from '../../../../nodes/AgentSuite/trigger/outbox/verdict';
import { compare } from '../../../../nodes/AgentSuite/trigger/table/compare';
import { Table } from '../../../../nodes/AgentSuite/trigger/table/table';
import { parametersOf } from '../poller';
import {
	DAY,
	down,
	HOUR,
	inProgress,
	LEASE,
	MINUTE,
	range,
	refusing,
	SECOND,
	Simulation,
} from './simulation';

/** An alert of a balance. */
function alerting(threshold: number) {
	const parameters = parametersOf(balanceLow, { threshold });
	const outbox = new Outbox(Table.empty(balanceLow.list), () => 0.5);
	/** A poll that has sent nothing yet. */
	const read = (total: number, now: number) => {
		const last = { table: outbox.table, isOtherScope: false };
		outbox.follow(compare(balanceLow, parameters, [{ totalTokenCount: total }], 1, last));
		outbox.beginSending({ retries: true, recordsPerExecution: 'automatic' }, now);
	};
	/** A poll. @returns what it sends */
	const poll = (total: number, now: number) => {
		read(total, now);
		const batch = outbox.next();
		return batch && outbox.start(batch, now, HOUR);
	};
	return { outbox, read, poll };
}

test('an alert of a balance that is another one at each read is tried once at each read, in its latest state', () => {
	const { outbox, read } = alerting(10_000);
	const items: unknown[] = [];
	const polls = range(0, 24 * 60);
	for (const minute of polls) {
		const now = minute * MINUTE;
		read(9000 - minute, now);
		for (let batch = outbox.next(); batch; batch = outbox.next()) {
			items.push(batch.records[0].item.totalTokenCount);
			outbox.end(outbox.start(batch, now, HOUR), 'failed', now);
		}
	}
	expect(items).toEqual(polls.map((minute) => 9000 - minute));
	expect(outbox.waiting).toMatchObject({ others: 1, nextList: 0 });
});

test('an alert of which a person has stopped an execution is not silent about another state', () => {
	const { outbox, poll } = alerting(500);
	const execution = poll(400, 0);
	outbox.end(execution!, 'stopped', 0);
	expect(poll(400, HOUR)).toBeUndefined();
	expect(poll(300, 2 * HOUR)).toBeDefined();
});

test.each(['stopped', 'failed'] as const)(
	'an alert that gets worse while its execution is in progress, which is %s, goes at once',
	(ending) => {
		const { outbox, poll } = alerting(500);
		const execution = poll(400, 0);
		expect(poll(0, MINUTE)).toBeUndefined();
		outbox.end(execution!, ending, MINUTE);
		expect(outbox.next()?.records).toMatchObject([{ item: { totalTokenCount: 0 } }]);
	},
);

test('an alert that gets worse while its execution is in progress, which fails after the late success of an earlier one, goes at once', () => {
	const { outbox, poll } = alerting(500);
	const earlier = poll(450, -HOUR);
	const execution = poll(400, 0);
	expect(poll(0, MINUTE)).toBeUndefined();
	outbox.end(earlier!, 'succeeded', MINUTE);
	outbox.end(execution!, 'failed', MINUTE);
	expect(outbox.next()?.records).toMatchObject([{ item: { totalTokenCount: 0 } }]);
});

test('stopped by a person, while an earlier execution has succeeded late: no execution starts by that', () => {
	const simulation = inProgress();
	simulation.poll(1);
	simulation.edit(0, { phone: '+1' });
	expect(simulation.later(LEASE)).toEqual([[0]]);
	simulation.end('succeeded', 0);
	simulation.later(MINUTE);
	expect(simulation.end('stopped')).toEqual([]);
	expect(simulation.outbox.waiting.stopped).toBe(1);
});

/** A lead was edited twice: the execution with the earlier state is late, and that with the newer one is in progress. */
function overtaken(): Simulation {
	const simulation = inProgress({}, 1);
	simulation.edit(0, { phone: '+1' });
	simulation.later(MINUTE);
	simulation.edit(0, { phone: '+2' });
	expect(simulation.later(LEASE)).toEqual([[0]]);
	return simulation;
}

/** Nobody knows what was written last, so anything can have changed. */
const anyField = ['firstName', 'lastName', 'email', 'phone', 'status'];

test('an earlier execution succeeds late, then a newer one fails, which has perhaps written: it goes again, although the list is back', () => {
	const simulation = inProgress();
	simulation.poll(1);
	simulation.edit(0, { phone: '+1' });
	expect(simulation.later(LEASE)).toEqual([[0]]);
	simulation.edit(0, { phone: undefined });
	simulation.later(MINUTE);
	simulation.end('succeeded');
	simulation.later(MINUTE);
	expect(simulation.end('failed')).toEqual([[0]]);
	expect(simulation.running[0].items[0].phone).toBeUndefined();
});

test.each(['failed', 'succeeded'] as const)(
	'an earlier execution succeeds late, after a newer state was told, and one with the earlier state has %s: it goes again, because the newer one was perhaps written last',
	(ending) => {
		const simulation = overtaken();
		simulation.end('succeeded', 1);
		simulation.edit(0, { phone: '+1' });
		simulation.later(MINUTE);
		simulation.end(ending, 1);
		simulation.end('succeeded');
		simulation.later(MINUTE);
		expect(simulation.knows).toEqual(['perhapsMore']);
		expect(simulation.running).toHaveLength(1);
	},
);

test('an earlier execution succeeds late, after one with what was told before, and a third one that has failed: it goes again', () => {
	const simulation = inProgress({}, 1);
	simulation.edit(0, { phone: '+1' });
	simulation.later(MINUTE);
	simulation.edit(0, { phone: undefined });
	simulation.later(LEASE);
	simulation.end('succeeded', 1);
	simulation.edit(0, { phone: '+2' });
	simulation.later(MINUTE);
	simulation.end('failed', 1);
	simulation.end('succeeded');
	expect(simulation.later(SECOND)).toEqual([[0]]);
	simulation.end('failed');
	expect(simulation.knows).toEqual(['perhapsMore']);
	simulation.edit(0, { phone: '+1' });
	expect(simulation.later(MINUTE)).toEqual([[0]]);
});

test('an earlier execution succeeds late, and a newer one has failed, which has perhaps written: it goes again, although the list is back', () => {
	const simulation = overtaken();
	simulation.end('failed', 1);
	simulation.end('succeeded');
	expect(simulation.later(SECOND)).toEqual([[0]]);
	simulation.end('failed');
	simulation.edit(0, { phone: '+1' });
	expect(simulation.later(MINUTE)).toEqual([[0]]);
});

test('an earlier execution fails late, while one with a newer state is in progress, which succeeds: it goes again, because the earlier one was perhaps written last', () => {
	const simulation = overtaken();
	simulation.end('failed');
	simulation.end('succeeded');
	expect(simulation.knows).toEqual(['perhapsMore']);
	expect(simulation.later(MINUTE)).toEqual([[0]]);
	expect(simulation.running[0].items[0]).toMatchObject({ phone: '+2', changedFields: anyField });
});

test.each([true, false])(
	'with retries %s, what n8n could not start, as it says after the lease, is no failure of the lane',
	(retries) => {
		const judged = {
			retries,
			recordsPerExecution: 'automatic',
			lane: 'untried',
			count: 1,
		} as const;
		const when = { isLate: true, hasOtherSucceeded: false };
		const { shows } = verdictOf(judged, 'notStarted', when);
		expect(shows).toBe('nothing');
	},
);

test('what n8n could not start, as it says after the lease, was given to nobody: a newer state does not go again', () => {
	const simulation = inProgress();
	simulation.poll(1);
	simulation.edit(0, { phone: '+1' });
	expect(simulation.later(LEASE)).toEqual([[0]]);
	simulation.end('succeeded', 1);
	expect(simulation.end('notStarted')).toEqual([]);
	expect(simulation.knows).toEqual(['values']);
	expect(simulation.later(MINUTE)).toEqual([]);
});

test('what n8n could not start, as it says after the lease, leaves a newer state in progress without doubt', () => {
	const simulation = inProgress();
	simulation.poll(1);
	simulation.edit(0, { phone: '+1' });
	simulation.later(LEASE);
	simulation.end('notStarted');
	simulation.end('succeeded');
	expect(simulation.knows).toEqual(['values']);
});

test('what is open once more after a late end goes in pieces, also without retries', () => {
	for (const retries of [true, false]) {
		const simulation = inProgress({ retries });
		simulation.poll(2);
		if (retries) {
			for (const lead of range(0, 2)) simulation.edit(lead, { phone: '+1' });
			expect(simulation.later(LEASE)).toEqual([[0, 1]]);
			simulation.end('succeeded', 1);
		} else expect(simulation.later(LEASE)).toEqual([]);
		expect(simulation.knows).toEqual(['values', 'values']);
		expect(simulation.end(retries ? 'failed' : 'notStarted')).toEqual([[0]]);
	}
});

test('retries off: what could not start, after a list, goes in random order', () => {
	const simulation = inProgress({ retries: false });
	simulation.poll(3);
	simulation.later(MINUTE);
	simulation.random = () => 0;
	expect(simulation.end('notStarted')).toEqual([[1]]);
});

describe('pieces', () => {
	test('after a failure: one record, twice as many after each success, one after a failure', () => {
		const simulation = refusing(...range(31, 36));
		simulation.poll(36);
		expect(simulation.sizes().slice(0, 8)).toEqual([36, 1, 2, 4, 8, 16, 5, 1]);
		expect(simulation.sent.slice(0, 4)).toEqual([range(0, 36), [0], [1, 2], range(3, 7)]);
	});

	test('a later failure begins with one record again, whatever the size of the last piece', () => {
		const simulation = down();
		simulation.poll(31);
		simulation.isDown = false;
		expect(simulation.later(MINUTE).map(({ length }) => length)).toEqual([1, 2, 4, 8, 16]);
		simulation.bad = new Set([31]);
		expect(simulation.later(MINUTE, 9).slice(0, 2)).toEqual([range(31, 40), [31]]);
	});

	test('a piece without an end goes in smaller ones with the poll after its lease, also if nothing else waits', () => {
		const simulation = inProgress();
		simulation.poll(3);
		expect(simulation.end('failed')).toEqual([[0]]);
		expect(simulation.end('succeeded')).toEqual([[1, 2]]);
		expect(simulation.later(LEASE)).toEqual([[1]]);
		expect(simulation.overdue).toBe(2);
	});

	test.each([
		[300, 0.1],
		[1000, 0.05],
		[1000, 0.25],
		[2000, 0.2],
	])('a first import of %i with %d refused: all good ones arrive in one poll', (count, share) => {
		const random = pseudoRandom(20);
		const simulation = refusing(...range(0, count).filter(() => random() < share));
		simulation.poll(count);
		expect(simulation.goodLeft).toBe(0);
		expect(simulation.sent.length).toBeLessThan(1.1 * count);
	});

	test('one queue: what was found later comes after what waits, and what failed alone last', () => {
		const simulation = down();
		simulation.poll(4);
		simulation.later(MINUTE, 2);
		simulation.isDown = false;
		expect(simulation.later(2 * MINUTE)).toEqual([[0], [1, 4], [2, 3, 5]]);
	});
});

describe('a lane waits', () => {
	test.each([
		[20, 20, 3],
		[3, 17, 2],
	])(
		'%i refused ones first, then %i good ones: they arrive within %i hours',
		(refused, good, hours) => {
			const simulation = refusing(...range(0, refused));
			simulation.random = pseudoRandom(1);
			simulation.poll(refused + good);
			simulation.polls(hours, HOUR);
			expect(simulation.goodLeft).toBe(0);
		},
	);

	test('each waiting one has its turn', () => {
		const simulation = down();
		simulation.poll(6);
		const tried = range(0, 5).flatMap(() => simulation.later(DAY).flat());
		expect(new Set(tried)).toEqual(new Set(range(0, 6)));
	});

	test('refused ones first do not look like an outage for long, because those that fail together go in random order', () => {
		const simulation = refusing(...range(0, 30));
		simulation.random = pseudoRandom(1);
		simulation.poll(100);
		simulation.polls(10, MINUTE);
		expect(simulation.goodLeft).toBe(0);
	});

	test('of two, the second try is of the other one', () => {
		const simulation = refusing(0);
		expect(simulation.poll(2)).toEqual([[0, 1], [0], [1], [0]]);
	});
});

describe('the destination is down', () => {
	test('a fresh one and two others a poll at most', () => {
		const simulation = down();
		simulation.poll(10);
		for (let poll = 0; poll < 20; poll++)
			expect(simulation.later(15 * MINUTE, 1).length).toBeLessThanOrEqual(3);
		simulation.isDown = false;
		// A fresh one succeeds, so the next poll waits no longer.
		simulation.later(MINUTE, 1);
		simulation.later(MINUTE);
		expect(simulation.goodLeft).toBe(0);
	});
});

describe('one that failed in an outage arrives, although others are refused since', () => {
	test('with *One*, new ones at each poll', () => {
		const simulation = new Simulation();
		simulation.settings.recordsPerExecution = 'one';
		simulation.isDown = true;
		simulation.poll(1);
		simulation.isDown = false;
		simulation.bad = new Set(range(1, 1000));
		simulation.polls(8, 15 * MINUTE, () => 2);
		expect([...simulation.delivered.keys()]).toEqual([0]);
	});

	test('edits at each poll', () => {
		const simulation = down();
		simulation.poll(3);
		simulation.polls(4, 15 * MINUTE);
		simulation.isDown = false;
		simulation.bad = new Set([1, 2]);
		for (let poll = 1; poll <= 8; poll++) {
			for (const lead of simulation.bad) simulation.edit(lead, { phone: `+${poll}` });
			simulation.later(15 * MINUTE);
		}
		expect([...simulation.delivered.keys()]).toEqual([0]);
	});
});

describe('refused ones', () => {
	test('a second try, once something has succeeded, tells refused from down', () => {
		const simulation = refusing(0);
		simulation.poll(1);
		expect(simulation.outbox.waiting).toMatchObject({ refused: 0, others: 1, nextList: 0 });
		simulation.later(MINUTE);
		expect(simulation.outbox.waiting).toMatchObject({ refused: 0, others: 1, nextList: 0 });
		expect(simulation.later(10 * SECOND)).toEqual([]);
		expect(simulation.later(10 * SECOND, 1)).toEqual([[1], [0]]);
		expect(simulation.outbox.waiting).toMatchObject({ refused: 1, others: 0, nextList: 0 });
	});

	test('after a success of the last one, the next refused one goes once more, then waits ever longer', () => {
		const simulation = refusing(1);
		simulation.poll(3);
		simulation.bad.clear();
		simulation.later(HOUR);
		expect(simulation.goodLeft).toBe(0);
		simulation.later(HOUR);
		simulation.bad = new Set([4]);
		expect(simulation.later(HOUR, 3)).toEqual([[3, 4, 5], [3], [4, 5], [4], [5], [4]]);
		expect(simulation.later(49 * SECOND)).toEqual([]);
		expect(simulation.later(SECOND)).toEqual([[4]]);
		expect(simulation.later(99 * SECOND)).toEqual([]);
		expect(simulation.later(SECOND)).toEqual([[4]]);
	});

	test('executions that take longer than the time between polls: refused all the same', () => {
		const simulation = refusing(1);
		simulation.executionMs = 70 * SECOND;
		simulation.poll(3);
		const perDay = range(0, 3).map(() =>
			simulation.polls(24 * 60, MINUTE, (poll) => Number(poll % 60 === 0)),
		);
		expect(simulation.outbox.waiting).toMatchObject({ refused: 1, others: 0, nextList: 0 });
		expect(perDay[2]).toBeLessThanOrEqual(12);
	});

	test('a refused one that takes longer than the time between polls does not open its lane', () => {
		const simulation = refusing(1);
		simulation.poll(3);
		simulation.outcome = () => undefined;
		expect(simulation.later(HOUR)).toEqual([[1]]);
		simulation.later(MINUTE);
		expect(simulation.end('failed')).toEqual([]);
		expect(simulation.later(99 * SECOND)).toEqual([]);
		expect(simulation.later(SECOND)).toEqual([[1]]);
	});

	test('one that is repaired without an edit arrives, although others are refused every day', () => {
		const simulation = refusing(...range(0, 1000).filter((lead) => lead % 2 === 1));
		simulation.poll(4);
		simulation.polls(4, HOUR, () => 2);
		simulation.bad.delete(1);
		simulation.polls(24 * 10, HOUR, () => 2);
		expect(simulation.delivered.has(1)).toBe(true);
	});

	test.each(['notStarted', 'interrupted', 'stopped'] as const)(
		'%s is no refusal, also of what was refused before',
		(how) => {
			const simulation = refusing(1);
			simulation.poll(3);
			expect(simulation.later(HOUR)).toEqual([[1]]);
			const refusals = simulation.outbox.table.tries(1).refusals;
			simulation.outcome = () => how;
			expect(simulation.later(3 * HOUR)).toEqual([[1]]);
			expect(simulation.outbox.table.tries(1).refusals).toBe(refusals);
		},
	);

	test('one that hangs again and again lets the refused ones have a turn', () => {
		const simulation = refusing(1);
		simulation.poll(3);
		simulation.outcome = ([lead]) => (lead === 3 ? undefined : lead === 1 ? 'failed' : 'succeeded');
		simulation.later(HOUR, 1);
		simulation.polls(48, HOUR);
		simulation.bad.clear();
		simulation.outcome = ([lead]) => (lead === 3 ? undefined : 'succeeded');
		simulation.polls(48, HOUR);
		expect(simulation.delivered.has(1)).toBe(true);
	});

	test('one that hangs holds up no piece of the others', () => {
		const simulation = refusing(0);
		simulation.poll(3);
		simulation.later(MINUTE, 1);
		expect(simulation.outbox.waiting.refused).toBe(1);
		simulation.outcome = ([lead]) => (lead === 0 ? undefined : 'succeeded');
		simulation.later(3 * HOUR);
		simulation.outcome = ([lead, ...more]) =>
			lead === 0 ? undefined : lead === 4 || more.includes(4) ? 'failed' : 'succeeded';
		expect(simulation.later(MINUTE, 3).flat()).toEqual(expect.arrayContaining([5, 6]));
		expect([...simulation.delivered.keys()].sort()).toEqual([1, 2, 3, 5, 6]);
	});

	test('with One, one that hangs holds up all, because a destination can bear no two executions', () => {
		const simulation = refusing(0);
		simulation.settings.recordsPerExecution = 'one';
		simulation.poll(2);
		simulation.later(MINUTE, 1);
		expect(simulation.outbox.waiting.refused).toBe(1);
		simulation.outcome = ([lead]) => (lead === 0 ? undefined : 'succeeded');
		expect(simulation.later(3 * HOUR)).toEqual([[0]]);
		expect(simulation.later(MINUTE, 1)).toEqual([]);
	});

	test('an outage while a piece hangs refuses nothing', () => {
		const simulation = down();
		simulation.poll(3);
		simulation.outcome = ([lead]) => (lead === 2 ? 'succeeded' : undefined);
		expect(simulation.later(MINUTE)).toEqual([[2], [0, 1]]);
		simulation.outcome = () => 'failed';
		simulation.polls(3, 15 * MINUTE, () => 1);
		expect(simulation.outbox.waiting).toMatchObject({ refused: 0, others: 3, nextList: 0 });
	});

	test('one that hangs while others succeed is refused when its lease ends, also if that poll has a list', () => {
		const simulation = new Simulation();
		simulation.outcome = ([lead]) => (lead === 0 ? undefined : 'succeeded');
		simulation.poll(1);
		simulation.later(LEASE - MINUTE, 1);
		simulation.later(2 * MINUTE, 1);
		expect(simulation.outbox.table.tries(0).refusals).toBe(1);
	});

	test('a success among them makes the others due, in the same poll', () => {
		const simulation = refusing(...range(0, 9).filter((lead) => lead % 3 === 0));
		simulation.poll(9);
		simulation.polls(48, HOUR, () => 1);
		expect(simulation.outbox.waiting).toMatchObject({ refused: 3, others: 0, nextList: 0 });
		simulation.bad.delete(3);
		while (simulation.goodLeft > 0) simulation.later(HOUR);
		const { sent } = simulation;
		const after = sent.slice(sent.findLastIndex((leads) => leads.join() === '3') + 1);
		expect([...new Set(after.flat())].sort()).toEqual([0, 6]);
		simulation.bad.clear();
		while (simulation.goodLeft > 0) expect(simulation.later(HOUR)).not.toHaveLength(1);
	});

	test('a success among them sends nothing that a person has stopped', () => {
		const simulation = refusing(1, 4);
		simulation.poll(6);
		simulation.outcome = () => 'stopped';
		expect(simulation.later(HOUR)).toEqual([[1]]);
		simulation.outcome = () => 'succeeded';
		expect(simulation.later(HOUR)).toEqual([[4]]);
		expect(simulation.later(DAY)).toEqual([]);
	});
});

test('edited and edited back in an execution that fails: it waits like any other that has failed', () => {
	const simulation = inProgress();
	simulation.poll(1);
	for (const phone of ['+1', undefined]) {
		simulation.edit(0, { phone });
		expect(simulation.later(MINUTE)).toEqual([]);
	}
	expect(simulation.end('failed')).toEqual([]);
	expect(simulation.later(MINUTE)).toEqual([[0]]);
	for (const phone of ['+1', undefined]) {
		simulation.edit(0, { phone });
		simulation.later(MINUTE);
	}
	expect(simulation.end('stopped')).toEqual([]);
	expect(simulation.later(DAY)).toEqual([]);
});

test('edited, missing and back in an execution that is stopped: it goes at once', () => {
	const simulation = inProgress();
	simulation.poll(1);
	simulation.edit(0, { phone: '+1' });
	simulation.later(MINUTE);
	const [lead] = simulation.list.splice(0);
	simulation.later(MINUTE);
	simulation.list.push(lead);
	expect(simulation.later(MINUTE)).toEqual([]);
	expect(simulation.end('stopped')).toEqual([[0]]);
});

test('an edit of one in an execution that fails goes at once, also while its lane waits', () => {
	const simulation = down();
	simulation.poll(3);
	simulation.polls(24, HOUR);
	simulation.outcome = () => undefined;
	const [[lead]] = simulation.later(HOUR);
	simulation.edit(lead, { phone: '+1' });
	expect(simulation.later(MINUTE)).toEqual([]);
	expect(simulation.end('failed')).toContainEqual([lead]);
});

test('an edit of one that was tried goes at once, and no other', () => {
	const simulation = down();
	expect(simulation.poll(3).slice(1)).toEqual([[0], [1]]);
	for (const lead of [1, 0]) {
		simulation.edit(lead, { phone: '+1' });
		expect(range(0, 3).flatMap(() => simulation.later(SECOND))).toEqual([[lead]]);
	}
});

test('an undocumented field of all leads changes while an execution is in progress: no lead is edited', () => {
	const simulation = inProgress();
	simulation.poll(6);
	for (let lead = 0; lead < 6; lead++) simulation.edit(lead, { seen: 'today' });
	expect(simulation.later(MINUTE)).toEqual([]);
	simulation.end('succeeded');
	expect(simulation.later(MINUTE)).toEqual([]);
	expect(simulation.later(LEASE)).toEqual([]);
});

test('an undocumented field of all leads changes before n8n could not start it: no change of that', () => {
	const simulation = inProgress({ retries: false });
	simulation.poll(6);
	simulation.end('succeeded');
	simulation.edit(0, { phone: '+1' });
	expect(simulation.later(MINUTE)).toEqual([[0]]);
	for (let lead = 0; lead < 6; lead++) simulation.edit(lead, { seen: 'today' });
	expect(simulation.later(MINUTE)).toEqual([]);
	simulation.end('notStarted');
	expect(simulation.later(MINUTE)).toEqual([[0]]);
	expect(simulation.running[0].items).toMatchObject([{ changedFields: ['phone'] }]);
});

describe('edits in flight', () => {
	/** A lead that the workflow was told of, with an edit in an execution in progress. */
	const edited = () => {
		const simulation = inProgress();
		simulation.poll(1);
		simulation.end('succeeded');
		simulation.edit(0, { phone: '+1' });
		simulation.later(MINUTE);
		return simulation;
	};

	const editedFour = (retries: boolean) => {
		const simulation = inProgress({ retries });
		simulation.poll(5);
		for (const lead of range(0, 4)) simulation.edit(lead, { phone: `+${lead}` });
		expect(simulation.later(MINUTE)).toEqual([]);
		return simulation;
	};

	test('what was edited meanwhile goes with the next poll, all in one', () => {
		const simulation = editedFour(true);
		expect(simulation.end('succeeded')).toEqual([]);
		expect(simulation.poll(0, { isRead: false })).toEqual([[0, 1, 2, 3]]);
		expect(simulation.running[0].items[0]).toMatchObject({ changedFields: ['phone'] });
	});

	test.each(['succeeded', 'failed', 'stopped'] as const)(
		'retries off: what was edited meanwhile goes with the next poll, however it ends (%s)',
		(ending) => {
			const simulation = editedFour(false);
			expect(simulation.end(ending)).toEqual([]);
			expect(simulation.poll(0, { isRead: false })).toEqual([[0, 1, 2, 3]]);
			expect(simulation.running[0].items[0]).toMatchObject({ changedFields: ['phone'] });
			simulation.end('succeeded');
			expect(simulation.later(MINUTE)).toEqual([]);
		},
	);

	test('edited, failed, and edited back: once more, as a correction', () => {
		const simulation = edited();
		expect(simulation.knows).toEqual(['perhapsMore']);
		simulation.end('failed');
		simulation.edit(0, { phone: undefined });
		expect(simulation.later(MINUTE)).toEqual([[0]]);
		simulation.end('succeeded');
		expect(simulation.delivered.get(0)).toMatchObject({ changedFields: anyField });
		expect(simulation.knows).toEqual(['values']);
		expect(simulation.later(MINUTE)).toEqual([]);
	});

	test('edited back while its execution is in progress, which then succeeds: a change back follows', () => {
		const simulation = edited();
		simulation.edit(0, { phone: undefined });
		expect(simulation.later(MINUTE)).toEqual([]);
		expect(simulation.end('succeeded')).toEqual([]);
		expect(simulation.later(MINUTE)).toEqual([[0]]);
	});

	test('edited and edited back while its execution is in progress, which then fails: in pieces, like the others', () => {
		const simulation = inProgress({}, 2);
		for (const lead of [0, 1]) simulation.edit(lead, { phone: '+1' });
		expect(simulation.later(MINUTE)).toEqual([[0, 1]]);
		simulation.edit(1, { phone: '+2' });
		simulation.poll();
		simulation.edit(1, { phone: '+1' });
		simulation.poll();
		expect(simulation.end('failed')).toEqual([[0]]);
		expect(simulation.end('succeeded')).toEqual([[1]]);
	});

	test('edited and edited back while its execution is in progress, which then fails: not with what is new', () => {
		const simulation = inProgress();
		simulation.poll(1);
		for (const phone of ['+1', undefined]) {
			simulation.edit(0, { phone });
			simulation.poll();
		}
		expect(simulation.end('failed')).toEqual([]);
		expect(simulation.later(MINUTE, 2)).toEqual([[1, 2], [0]]);
	});

	test('edited while its execution is in progress, which then fails while others succeed: the newer state is not refused', () => {
		const simulation = inProgress();
		simulation.poll(1);
		simulation.poll(1);
		simulation.edit(0, { phone: '+1' });
		simulation.poll();
		simulation.end('succeeded', 1);
		expect(simulation.end('failed')).toEqual([[0]]);
		expect(simulation.outbox.table.tries(0).refusals).toBe(0);
	});

	test('with One, what was edited meanwhile waits for one success of others, not for all of them', () => {
		const simulation = inProgress({ recordsPerExecution: 'one' });
		simulation.poll(1);
		simulation.edit(0, { phone: '+1' });
		simulation.poll();
		simulation.poll(5);
		expect(simulation.end('succeeded')).toEqual([[1]]);
		expect(simulation.end('succeeded')).toEqual([[0]]);
	});

	test('edited, edited back, and told: nothing waits', () => {
		const simulation = inProgress({}, 1);
		for (const phone of ['+1', '+2', '+1']) {
			simulation.edit(0, { phone });
			simulation.later(MINUTE);
		}
		simulation.end('succeeded');
		expect(simulation.outbox.waiting).toMatchObject({ refused: 0, others: 0, nextList: 0 });
		expect(simulation.later(MINUTE)).toEqual([]);
	});

	test('edited and edited back before a start: nothing', () => {
		const simulation = edited();
		simulation.end('succeeded');
		simulation.edit(0, { phone: '+2' });
		simulation.edit(0, { phone: '+1' });
		expect(simulation.later(MINUTE)).toEqual([]);
	});

	test('leaves the filter, and is back as the execution in progress has it, which succeeds: once more', () => {
		const simulation = inProgress({}, 1);
		simulation.event = leadStatusChanged;
		simulation.parameters = { status: ['contacted'] };
		simulation.edit(0, { status: 'contacted' });
		expect(simulation.later(MINUTE)).toEqual([[0]]);
		simulation.edit(0, { status: 'booked' });
		expect(simulation.later(MINUTE)).toEqual([]);
		simulation.end('succeeded');
		simulation.edit(0, { status: 'contacted' });
		expect(simulation.later(MINUTE)).toEqual([[0]]);
		simulation.end('succeeded');
		expect(simulation.later(MINUTE)).toEqual([]);
	});

	test('leaves the filter, and is back as it was told: a change from what did not match', () => {
		const simulation = inProgress();
		simulation.parameters = { status: ['interested'] };
		simulation.poll(1);
		simulation.end('succeeded');
		simulation.edit(0, { phone: '+1' });
		simulation.later(MINUTE);
		simulation.end('failed');
		simulation.edit(0, { phone: undefined, status: 'booked' });
		expect(simulation.later(HOUR)).toEqual([]);
		simulation.edit(0, { status: 'interested' });
		expect(simulation.later(MINUTE)).toEqual([[0]]);
		simulation.end('succeeded');
		expect(simulation.delivered.get(0)).toMatchObject({ changedFields: ['status'] });
	});

	test('after a restart, a correction names all fields, because nobody knows what was tried', () => {
		const simulation = edited();
		simulation.restart();
		simulation.edit(0, { phone: undefined });
		simulation.later(MINUTE);
		simulation.end('succeeded');
		const { changedFields } = simulation.delivered.get(0) as { changedFields: string[] };
		expect(changedFields).toContain('firstName');
	});
});

describe('a lease', () => {
	test('it succeeds late: done', () => {
		const simulation = inProgress();
		simulation.poll(1);
		simulation.later(LEASE);
		simulation.end('succeeded');
		expect(simulation.knows).toEqual(['values']);
		// The other execution is in progress, and its end changes nothing.
		expect(simulation.later(MINUTE)).toEqual([]);
		simulation.end('failed');
		expect(simulation.later(HOUR)).toEqual([]);
	});

	test.each(['succeeded', 'failed'] as const)(
		'late (%s), with earlier values than the workflow was told since: nothing waits for an event of new records',
		(ending) => {
			const simulation = inProgress();
			simulation.event = leadCreated;
			simulation.poll(1);
			simulation.edit(0, { phone: '+1' });
			simulation.later(LEASE);
			simulation.end('succeeded', 1);
			simulation.end(ending, 0);
			expect(simulation.later(MINUTE)).toEqual([]);
			expect(simulation.outbox.table.isDone(0)).toBe(true);
		},
	);

	test('it succeeds late with earlier values, while later ones wait: these are due', () => {
		const simulation = inProgress();
		simulation.poll(1);
		simulation.edit(0, { phone: '+1' });
		simulation.later(LEASE);
		expect(simulation.sent).toHaveLength(2);
		simulation.end('failed', 1);
		simulation.end('succeeded', 0);
		expect(simulation.knows).toEqual(['perhapsMore']);
		expect(simulation.later(HOUR)).toEqual([[0]]);
		simulation.end('succeeded');
		expect(simulation.delivered.get(0)).toMatchObject({ phone: '+1', changedFields: ['phone'] });
		expect(simulation.knows).toEqual(['values']);
	});

	test('it succeeds late, and the later one fails: that does not count as refused', () => {
		const simulation = inProgress();
		simulation.poll(1);
		simulation.edit(0, { phone: '+1' });
		expect(simulation.later(LEASE)).toEqual([[0]]);
		simulation.end('succeeded', 0);
		expect(simulation.end('failed', 0)).toEqual([]);
		expect(simulation.outbox.waiting).toMatchObject({ refused: 0, others: 1, nextList: 0 });
		expect(simulation.later(MINUTE)).toEqual([[0]]);
	});

	test('a person stops it late: its record stays in the later one', () => {
		const simulation = inProgress();
		simulation.poll(1);
		expect(simulation.later(LEASE)).toEqual([[0]]);
		simulation.end('stopped', 0);
		expect(simulation.outbox.waiting).toMatchObject({ refused: 0, others: 0, nextList: 0 });
	});

	test('it succeeds late, and is edited while the later one is in progress: it waits for its end', () => {
		const simulation = inProgress();
		simulation.poll(1);
		simulation.later(LEASE);
		simulation.end('succeeded', 0);
		simulation.edit(0, { phone: '+1' });
		expect(simulation.later(MINUTE)).toEqual([]);
		expect(simulation.end('succeeded')).toEqual([]);
		expect(simulation.later(MINUTE)).toEqual([[0]]);
	});

	test('it succeeds late, after a newer success: the newer state once more', () => {
		const simulation = inProgress();
		simulation.poll(1);
		simulation.edit(0, { phone: '+1' });
		simulation.later(LEASE);
		simulation.end('succeeded', 1);
		simulation.end('succeeded', 0);
		expect(simulation.later(MINUTE)).toEqual([[0]]);
		simulation.end('succeeded');
		expect(simulation.delivered.get(0)).toMatchObject({ phone: '+1' });
		expect(simulation.knows).toEqual(['values']);
		expect(simulation.later(MINUTE)).toEqual([]);
	});

	test('it succeeds late, before a later one, which succeeds too: the later state once more', () => {
		const simulation = inProgress();
		simulation.poll(1);
		simulation.edit(0, { phone: '+1' });
		simulation.later(LEASE);
		simulation.end('succeeded', 0);
		simulation.end('succeeded', 0);
		expect(simulation.later(MINUTE)).toEqual([[0]]);
		simulation.end('succeeded');
		expect(simulation.later(MINUTE)).toEqual([]);
		expect(simulation.delivered.get(0)).toMatchObject({ phone: '+1' });
	});

	test('it succeeds late, after a newer success, with a change since that does not match: once more, in its latest state', () => {
		const simulation = inProgress({}, 1);
		simulation.event = leadStatusChanged;
		simulation.edit(0, { status: 'contacted' });
		expect(simulation.later(MINUTE)).toEqual([[0]]);
		simulation.edit(0, { phone: '+1' });
		expect(simulation.later(LEASE)).toEqual([[0]]);
		simulation.end('succeeded', 1);
		simulation.end('succeeded', 0);
		expect(simulation.later(MINUTE)).toEqual([[0]]);
		simulation.end('succeeded');
		expect(simulation.delivered.get(0)).toMatchObject({ phone: '+1' });
		expect(simulation.later(MINUTE)).toEqual([]);
	});

	test('it never ends, after a newer success: nothing', () => {
		const simulation = inProgress();
		simulation.poll(1);
		simulation.edit(0, { phone: '+1' });
		simulation.later(LEASE);
		simulation.end('succeeded', 1);
		expect(simulation.later(MINUTE)).toEqual([]);
		expect(simulation.knows).toEqual(['values']);
	});

	test('a person stops it late, after a newer success: the newer state once more', () => {
		const simulation = inProgress();
		simulation.poll(1);
		simulation.edit(0, { phone: '+1' });
		simulation.later(LEASE);
		simulation.end('succeeded', 1);
		expect(simulation.end('stopped', 0)).toEqual([[0]]);
		expect(simulation.knows).toEqual(['perhapsMore']);
	});

	test('it succeeds late, then n8n could not start the later one: done', () => {
		const simulation = inProgress();
		simulation.poll(1);
		simulation.later(LEASE);
		simulation.end('succeeded', 0);
		simulation.end('notStarted', 0);
		expect(simulation.knows).toEqual(['values']);
		expect(simulation.later(MINUTE)).toEqual([]);
	});

	test('three in progress, and the first ends last: the newer state once more', () => {
		for (const ending of ['succeeded', 'failed'] as const) {
			const simulation = inProgress();
			simulation.poll(1);
			simulation.edit(0, { phone: '+1' });
			simulation.later(LEASE);
			simulation.later(LEASE);
			simulation.later(2 * MINUTE);
			expect(simulation.sent).toEqual([[0], [0], [0]]);
			simulation.end('succeeded', 2);
			simulation.end('succeeded', 1);
			simulation.end(ending, 0);
			expect(simulation.later(HOUR)).toEqual([[0]]);
		}
	});
});

test('a piece that fails while a poll reads the list takes no other try with it', () => {
	const simulation = refusing(0);
	simulation.isDown = true;
	simulation.poll(3);
	simulation.outcome = () => undefined;
	expect(simulation.later(8 * HOUR)).toEqual([[2]]);
	const [{ execution }] = simulation.running.splice(0, 1);
	// Nothing is sent meanwhile.
	simulation.outbox.end(execution, 'failed', simulation.now);
	expect(simulation.later(SECOND)).toEqual([[0]]);
});

test('a poll while the last try is in progress gives no other tries', () => {
	const simulation = inProgress();
	simulation.poll(2);
	expect(simulation.end('failed')).toEqual([[0]]);
	expect(simulation.end('failed')).toEqual([[1]]);
	simulation.later(MINUTE);
	expect(simulation.end('failed')).toEqual([]);
	expect(simulation.later(50 * SECOND)).toEqual([[0]]);
});

test('polls between failures, while there is something else to try: the next one goes at once', () => {
	const simulation = inProgress({}, 1);
	expect(simulation.later(MINUTE, 4)).toEqual([[1, 2, 3, 4]]);
	for (const next of [1, 2, 3, 4]) {
		expect(simulation.end('failed')).toEqual([[next]]);
		expect(simulation.later(SECOND)).toEqual([]);
	}
	expect(simulation.end('succeeded')).toEqual([[1, 2]]);
});

describe('a piece that hangs', () => {
	const hanging = () => {
		const simulation = down();
		simulation.poll(3);
		simulation.outcome = () => undefined;
		expect(simulation.later(MINUTE)).toEqual([[2]]);
		return simulation;
	};

	test('holds up the next one until its lease ends, but not what is fresh', () => {
		const simulation = hanging();
		// It does not wait meanwhile.
		expect(simulation.outbox.waiting).toMatchObject({ refused: 0, others: 2, nextList: 0 });
		expect(simulation.later(4 * MINUTE, 1)).toEqual([[3]]);
		expect(simulation.later(LEASE - 4 * MINUTE - 1)).toEqual([]);
		expect(simulation.later(1)).toEqual([[0]]);
	});

	test('holds it up no longer than its lease', () => {
		const simulation = new Simulation();
		simulation.leaseMs = 2 * MINUTE;
		simulation.isDown = true;
		simulation.poll(3);
		simulation.outcome = () => undefined;
		expect(simulation.later(MINUTE)).toEqual([[2]]);
		expect(simulation.later(2 * MINUTE)).toEqual([[0]]);
	});

	test('counts once, also if it fails after its lease', () => {
		const simulation = hanging();
		expect(simulation.later(LEASE)).toEqual([[0]]);
		expect(simulation.end('failed', 0)).toEqual([]);
		simulation.now += 40 * SECOND;
		// The hanging one was the first probe, and this is the second. So a wait of 100 s begins now.
		expect(simulation.end('failed', 0)).toEqual([]);
		expect(simulation.later(99 * SECOND)).toEqual([]);
		expect(simulation.later(SECOND)).toEqual([[1]]);
	});

	test('its end lets the next one go', () => {
		const simulation = hanging();
		expect(simulation.end('succeeded')).toEqual([[0, 1]]);
	});

	test('the wait after it begins at its end, so that refused ones have a turn meanwhile', () => {
		const simulation = hanging();
		expect(simulation.end('failed')).toEqual([[0]]);
		simulation.later(4 * MINUTE);
		expect(simulation.end('failed')).toEqual([]);
		expect(simulation.later(99 * SECOND)).toEqual([]);
		expect(simulation.later(SECOND)).toHaveLength(1);
	});
});

describe('n8n could not start it', () => {
	test.each([true, false])(
		'retries %s: one that never starts goes after all others, which arrive',
		(retries) => {
			const simulation = new Simulation();
			simulation.settings.retries = retries;
			simulation.outcome = (sent) => (sent.includes(0) ? 'notStarted' : 'succeeded');
			simulation.poll(4);
			simulation.polls(3, HOUR);
			expect([...simulation.delivered.keys()].sort()).toEqual([1, 2, 3]);
		},
	);

	test.each([true, false])(
		'retries %s: a workflow that never starts, such as one without a credential, is tried every 55 minutes',
		(retries) => {
			const simulation = new Simulation();
			simulation.settings.retries = retries;
			simulation.outcome = () => 'notStarted';
			simulation.poll(3);
			const tries = () => range(0, DAY / MINUTE).flatMap(() => simulation.later(MINUTE)).length;
			expect(tries()).toBeLessThan(70);
			expect(tries()).toBeLessThan(60);
		},
	);

	test('a late success of what it had too stays told', () => {
		const simulation = inProgress();
		simulation.poll(1);
		expect(simulation.later(LEASE)).toEqual([[0]]);
		simulation.end('succeeded');
		simulation.end('notStarted');
		expect(simulation.knows).toEqual(['values']);
		expect(simulation.later(DAY)).toEqual([]);
	});

	test('retries off: a change that never starts is tried every 55 minutes too', () => {
		const simulation = new Simulation();
		simulation.settings.retries = false;
		simulation.poll(1);
		simulation.outcome = () => 'notStarted';
		simulation.edit(0, { phone: '+1' });
		expect(range(0, DAY / MINUTE).flatMap(() => simulation.later(MINUTE)).length).toBeLessThan(60);
	});

	test('retries off: reported after an edit that does not match, it is still new', () => {
		const simulation = inProgress({ retries: false });
		simulation.event = leadCreated;
		simulation.poll(1);
		simulation.edit(0, { phone: '+1' });
		expect(simulation.later(MINUTE)).toEqual([]);
		expect(simulation.end('notStarted')).toEqual([[0]]);
		// In its latest state.
		expect(simulation.running[0].items).toMatchObject([{ phone: '+1' }]);
	});

	test.each(['succeeded', 'failed', 'notStarted'] as const)(
		'retries off: %s after another event was selected, it only goes again if it could not start, and matches, and is not dropped',
		(how) => {
			for (const event of [leadStatusChanged, leadUpdated]) {
				const simulation = inProgress({ retries: false });
				simulation.poll(1);
				simulation.event = event;
				simulation.later(MINUTE, 0, { isOtherScope: true });
				simulation.end(how);
				// Only one of these events matches a new lead.
				const goes = how === 'notStarted' && event === leadStatusChanged;
				expect(simulation.later(MINUTE)).toEqual(goes ? [[0]] : []);
				expect(simulation.dropped).toBe(0);
			}
		},
	);

	test('retries off: what is off the list when another event is selected does not go again', () => {
		const simulation = inProgress({ retries: false });
		simulation.poll(1);
		const [lead] = simulation.list.splice(0);
		simulation.later(MINUTE);
		simulation.event = leadStatusChanged;
		simulation.later(MINUTE, 0, { isOtherScope: true });
		simulation.end('succeeded');
		simulation.list.push(lead);
		expect(simulation.later(MINUTE)).toEqual([]);
	});

	test('retries off, an end that is never reported: an edit goes with the first poll after the lease', () => {
		const simulation = inProgress({ retries: false });
		simulation.poll(1);
		for (const phone of ['+1', '+2', '+3']) {
			simulation.edit(0, { phone });
			expect(simulation.later(DAY)).toEqual([[0]]);
		}
	});

	test('retries off: an edit that waits meanwhile goes as new', () => {
		const simulation = inProgress({ retries: false, recordsPerExecution: 'one' });
		simulation.poll(1);
		simulation.edit(0, { phone: '+1' });
		expect(simulation.later(MINUTE)).toEqual([]);
		simulation.outcome = () => 'succeeded';
		expect(simulation.end('notStarted')).toEqual([[0]]);
		expect(simulation.delivered.get(0)).toMatchObject({ changeType: 'created', phone: '+1' });
	});
});

test('retries off: what is back on the list, and was not told after all, goes with all that has changed', () => {
	const simulation = inProgress({ retries: false });
	simulation.poll(1);
	simulation.end('succeeded');
	simulation.edit(0, { status: 'contacted' });
	simulation.later(MINUTE);
	simulation.edit(0, { firstName: 'Zed' });
	simulation.later(MINUTE);
	const [gone] = simulation.list.splice(0);
	simulation.later(MINUTE);
	simulation.list.push(gone);
	simulation.later(MINUTE);
	expect(simulation.end('notStarted')).toEqual([[0]]);
	expect(simulation.running[0].items).toMatchObject([{ changedFields: ['firstName', 'status'] }]);
});

test('what a person has stopped counts by itself', () => {
	const simulation = inProgress();
	simulation.poll(5);
	simulation.end('stopped');
	simulation.later(HOUR);
	expect(simulation.outbox.waiting).toMatchObject({ refused: 0, stopped: 5, others: 0 });
});

describe('retries off', () => {
	test.each([false, true])(
		'a lease ends: done, also if they are on again: %s, and its late end changes nothing',
		(retries) => {
			for (const ending of ['succeeded', 'failed'] as const) {
				const simulation = inProgress({ retries: false });
				simulation.poll(1);
				simulation.settings.retries = retries;
				expect(simulation.later(LEASE)).toEqual([]);
				expect(simulation.knows).toEqual(['values']);
				simulation.edit(0, { phone: '+1' });
				expect(simulation.later(MINUTE)).toEqual([[0]]);
				simulation.end('succeeded', 1);
				simulation.end(ending);
				expect(simulation.later(MINUTE)).toEqual([]);
			}
		},
	);

	test('edited in an execution that fails: what has changed since its start goes with the next poll', () => {
		const simulation = inProgress({ retries: false }, 1);
		simulation.edit(0, { phone: '+1' });
		simulation.later(MINUTE);
		simulation.edit(0, { email: 'new@example.com' });
		expect(simulation.later(MINUTE)).toEqual([]);
		expect(simulation.end('failed')).toEqual([]);
		expect(simulation.later(MINUTE, 0, { isRead: false })).toEqual([[0]]);
		expect(simulation.running[0].items).toMatchObject([{ changedFields: ['email'] }]);
	});

	test('an update could not start, after an earlier execution of its record has ended late: it goes', () => {
		for (const ending of ['succeeded', 'failed', 'stopped', 'notStarted'] as const) {
			const simulation = inProgress({ retries: false });
			simulation.poll(1);
			expect(simulation.later(LEASE)).toEqual([]);
			simulation.edit(0, { phone: '+1' });
			expect(simulation.later(MINUTE)).toEqual([[0]]);
			simulation.end(ending);
			simulation.end('notStarted');
			expect(simulation.later(MINUTE)).toEqual([[0]]);
		}
	});

	test('could not start, which n8n says after the lease: it goes again', () => {
		const simulation = inProgress({ retries: false });
		simulation.poll(1);
		expect(simulation.later(LEASE)).toEqual([]);
		expect(simulation.end('notStarted')).toEqual([[0]]);
		expect(simulation.running[0].items).toMatchObject([{ changeType: 'created' }]);
	});

	test('with One, what is new goes at once while all executions fail', () => {
		const simulation = down();
		simulation.settings = { retries: false, recordsPerExecution: 'one' };
		expect(simulation.poll(30)).toEqual(range(0, 30).map((lead) => [lead]));
		expect(simulation.later(DAY)).toEqual([]);
	});

	test('an end that is never reported holds up no other longer than its lease', () => {
		const simulation = inProgress({ retries: false, recordsPerExecution: 'one' });
		expect(simulation.poll(3)).toEqual([[0]]);
		expect(simulation.later(LEASE)).toEqual([[1]]);
		expect(simulation.end('failed')).toEqual([]);
		expect(simulation.end('failed')).toEqual([[2]]);
	});

	test('a restart repeats nothing that has started, and brings what was edited since', () => {
		const simulation = inProgress({ retries: false });
		simulation.poll(2);
		simulation.edit(0, { phone: '+1' });
		simulation.later(MINUTE);
		simulation.restart();
		expect(simulation.later(MINUTE)).toEqual([[0]]);
		expect(simulation.running[0].items).toMatchObject([{ changedFields: ['phone'] }]);
	});

	test('a failure does not show that the destination is up', () => {
		const simulation = inProgress({ retries: false });
		simulation.poll(1);
		simulation.outcome = () => 'failed';
		simulation.settings.retries = true;
		expect(simulation.poll(10).map(({ length }) => length)).toEqual([10, 1, 1]);
		expect(simulation.end('failed')).toEqual([]);
		expect(simulation.outbox.waiting).toMatchObject({ refused: 0, others: 10, nextList: 0 });
	});

	test('turned off while one is late: it goes once more, and a late failure changes nothing', () => {
		const simulation = inProgress();
		simulation.poll(1);
		simulation.settings.retries = false;
		expect(simulation.later(LEASE)).toEqual([[0]]);
		simulation.end('failed');
		simulation.end('failed');
		expect(simulation.later(DAY)).toEqual([]);
	});

	test('turned off while one is in progress, which succeeds: told', () => {
		const simulation = inProgress();
		simulation.poll(1);
		simulation.settings.retries = false;
		simulation.later(MINUTE);
		simulation.end('succeeded');
		expect(simulation.knows).toEqual(['values']);
		expect(simulation.later(MINUTE)).toEqual([]);
	});

	test('turned off after an edit: it goes when the execution with the earlier state has ended', () => {
		for (const ending of ['succeeded', 'failed'] as const) {
			const simulation = inProgress();
			simulation.poll(1);
			simulation.edit(0, { phone: '+1' });
			simulation.settings.retries = false;
			expect(simulation.later(MINUTE)).toEqual([]);
			expect([...simulation.end(ending), ...simulation.later(MINUTE)]).toEqual([[0]]);
			simulation.end('failed');
			expect(simulation.later(DAY)).toEqual([]);
		}
	});

	test('turned off while many wait: they go once more, one after another while all fail, so none takes another one along', () => {
		const simulation = down();
		simulation.poll(30);
		simulation.settings.retries = false;
		const sent = simulation.later(HOUR);
		expect(sent.map(({ length }) => length)).toEqual(range(0, 30).map(() => 1));
		expect(sent.flat().sort((one, other) => one - other)).toEqual(range(0, 30));
		expect(simulation.later(DAY)).toEqual([]);
	});

	test('turned off during a restart: what was perhaps told goes once more', () => {
		const simulation = new Simulation();
		simulation.poll(1);
		simulation.isDown = true;
		simulation.edit(0, { phone: '+1' });
		simulation.poll(1);
		simulation.restart();
		simulation.settings.retries = false;
		expect([...simulation.later(MINUTE), ...simulation.later(HOUR)]).toEqual([[1], [0]]);
		expect(simulation.later(DAY)).toEqual([]);
	});
});

describe('records per execution', () => {
	test('all: what is new goes together, then what has failed', () => {
		const simulation = new Simulation();
		simulation.settings.recordsPerExecution = 'all';
		simulation.isDown = true;
		expect(simulation.poll(3)).toEqual([[0, 1, 2]]);
		expect(simulation.later(MINUTE)).toEqual([[0, 1, 2]]);
		simulation.isDown = false;
		expect(simulation.later(30 * SECOND, 2)).toEqual([[3, 4]]);
		expect(simulation.later(20 * SECOND)).toEqual([[0, 1, 2]]);
		expect(simulation.later(HOUR)).toEqual([]);
	});

	test('all, one is refused, and a new one succeeds each minute: what has failed together is not written each time', () => {
		const simulation = refusing(1);
		simulation.settings.recordsPerExecution = 'all';
		simulation.poll(3);
		expect(simulation.polls(24 * 60, MINUTE, () => 1)).toBeLessThan(60);
		simulation.bad.clear();
		simulation.polls(60, MINUTE, () => 1);
		expect(simulation.goodLeft).toBe(0);
	});

	test('all: several that fail together while something succeeds are not refused', () => {
		const simulation = inProgress({ recordsPerExecution: 'all' });
		simulation.poll(1);
		expect(simulation.later(MINUTE, 2)).toEqual([]);
		expect(simulation.end('succeeded')).toEqual([[1, 2]]);
		simulation.end('failed');
		expect(simulation.outbox.waiting).toMatchObject({ refused: 0, others: 2, nextList: 0 });
	});

	test('all: one that failed alone while another one succeeded goes in its own, after its waits', () => {
		const simulation = inProgress({ recordsPerExecution: 'all' });
		simulation.poll(1);
		expect(simulation.later(MINUTE, 1)).toEqual([]);
		expect(simulation.end('succeeded')).toEqual([[1]]);
		simulation.end('failed');
		expect(simulation.outbox.waiting).toMatchObject({ refused: 1, others: 0, nextList: 0 });
		simulation.outcome = () => 'failed';
		expect(simulation.later(MINUTE, 2)).toEqual([[2, 3], [1]]);
		expect(simulation.polls(24 * 60, MINUTE)).toBeLessThan(50);
		expect(simulation.polls(24 * 60, MINUTE)).toBeLessThan(36);
	});

	test.each(['one', 'all'] as const)(
		'%s: a refused one that was repaired is not held up by another one',
		(recordsPerExecution) => {
			const simulation = refusing(0, 2);
			simulation.settings.recordsPerExecution = 'one';
			simulation.poll(3);
			expect(simulation.outbox.waiting).toMatchObject({ refused: 2, others: 0 });
			simulation.settings.recordsPerExecution = recordsPerExecution;
			simulation.bad.delete(2);
			simulation.polls(2, 175 * MINUTE);
			expect([...simulation.delivered.keys()]).toEqual([1, 2]);
			expect(Math.max(...simulation.sizes())).toBe(1);
		},
	);

	test.each([
		['one', 0, 75],
		['one', 100, 170],
		['all', 0, 40],
		['all', 100, 40],
	] as const)(
		'%s, the destination is down, %i leads change once: at most %i failed executions a day',
		(recordsPerExecution, changed, most) => {
			const simulation = new Simulation();
			simulation.settings.recordsPerExecution = recordsPerExecution;
			simulation.poll(100);
			simulation.isDown = true;
			simulation.later(MINUTE, 1);
			for (const lead of range(0, changed)) simulation.edit(lead, { phone: '+1' });
			expect(simulation.polls(24 * 60, MINUTE)).toBeLessThan(most);
		},
	);

	test('all, the destination is down: what is new is tried once, and the rest no more often', () => {
		const simulation = down();
		simulation.settings.recordsPerExecution = 'all';
		const failed = simulation.polls(24 * 60, MINUTE, (poll) => Number(poll % 60 === 0));
		expect(failed).toBeLessThan(60);
	});

	test.each([true, false])('one, retries %s: one after another, also fresh ones', (retries) => {
		const simulation = inProgress({ retries, recordsPerExecution: 'one' });
		expect(simulation.poll(3)).toEqual([[0]]);
		expect(simulation.later(MINUTE, 1)).toEqual([]);
		expect(simulation.end('succeeded')).toEqual([[1]]);
		expect(simulation.end('succeeded')).toEqual([[2]]);
		expect(simulation.end('succeeded')).toEqual([[3]]);
		expect(simulation.end('succeeded')).toEqual([]);
	});

	test('one: a fresh one ends the wait of a destination that was down', () => {
		const simulation = new Simulation();
		simulation.settings.recordsPerExecution = 'one';
		simulation.isDown = true;
		simulation.poll(3);
		simulation.polls(20, HOUR);
		expect(simulation.later(MINUTE)).toEqual([]);
		simulation.isDown = false;
		expect(simulation.later(MINUTE, 1).flat().sort()).toEqual([0, 1, 2, 3]);
	});
});

describe('changes that wait for their first try', () => {
	/** With *One*, ten leads were edited, and the first of them is in an execution. */
	const waiting = () => {
		const simulation = inProgress({ recordsPerExecution: 'one' });
		simulation.outcome = () => 'succeeded';
		simulation.poll(10);
		simulation.outcome = () => undefined;
		for (let lead = 0; lead < 10; lead++) simulation.edit(lead, { phone: '+1' });
		expect(simulation.later(MINUTE)).toEqual([[0]]);
		simulation.event = leadCreated;
		return simulation;
	};

	test('another event: all count as dropped, and are told', () => {
		const simulation = waiting();
		simulation.later(MINUTE, 0, { isOtherScope: true });
		expect(simulation.dropped).toBe(10);
		expect(range(0, 10).filter((lead) => !simulation.outbox.table.isDone(lead))).toEqual([]);
		expect(simulation.end('failed')).toEqual([]);
		expect(simulation.later(DAY)).toEqual([]);
	});

	test.each([false, true])(
		'edited to what does not match (restarted: %s): all are told, and wait no longer',
		(isRestarted) => {
			const simulation = inProgress({ recordsPerExecution: 'one' }, 10);
			simulation.event = leadStatusChanged;
			simulation.parameters = { status: ['contacted'] };
			for (const lead of range(0, 10)) simulation.edit(lead, { status: 'contacted' });
			expect(simulation.later(MINUTE)).toEqual([[0]]);
			for (const lead of range(0, 10)) simulation.edit(lead, { status: 'booked' });
			if (isRestarted) simulation.restart();
			simulation.later(MINUTE);
			expect(simulation.outbox.waiting).toMatchObject({ others: 0, nextList: 0 });
			expect(range(0, 10).filter((lead) => !simulation.outbox.table.isDone(lead))).toEqual([]);
		},
	);
});

test.each([true, false])(
	'Emit Existing is turned on while an execution is in progress, retries %s: its records go once more, with them on only if it fails',
	(retries) => {
		for (const [ending, goes] of [
			['succeeded', retries ? 0 : 1],
			['failed', 1],
		] as const) {
			const simulation = inProgress({ retries });
			simulation.poll(1);
			expect(simulation.later(MINUTE, 0, { isReturningAll: true })).toEqual([]);
			const after = [...simulation.end(ending), ...simulation.later(MINUTE)];
			expect(after).toHaveLength(goes);
		}
	},
);

test('an execution with retries off that fails late ends no wait of its lane', () => {
	const simulation = inProgress({ retries: false, recordsPerExecution: 'one' });
	simulation.poll(1);
	simulation.later(LEASE + MINUTE);
	Object.assign(simulation.settings, { retries: true, recordsPerExecution: 'automatic' });
	simulation.outcome = () => 'failed';
	simulation.later(MINUTE, 20);
	simulation.polls(8, 30 * MINUTE);
	expect(simulation.later(10 * SECOND)).toEqual([]);
	expect(simulation.end('failed')).toEqual([]);
});

test('Emit Existing is turned on: what a person has stopped comes with the others', () => {
	const simulation = inProgress();
	simulation.poll(2);
	simulation.end('stopped');
	expect(simulation.later(DAY)).toEqual([]);
	expect(simulation.later(MINUTE, 0, { isReturningAll: true }).flat()).toEqual([0]);
	expect(simulation.end('succeeded')).toEqual([[1]]);
});

describe('the list changes', () => {
	test('a record that waits follows to its new row', () => {
		const simulation = refusing(1);
		simulation.poll(3);
		const [first] = simulation.list.splice(0, 1);
		simulation.later(MINUTE);
		simulation.bad.clear();
		simulation.list.push(first);
		simulation.later(3 * HOUR);
		expect(simulation.goodLeft).toBe(0);
		expect(simulation.sent.at(-1)).toEqual([1]);
	});

	test('a refused one that is back waits as before, and ends no wait of the others', () => {
		const simulation = refusing(1);
		simulation.poll(3);
		simulation.isDown = true;
		simulation.polls(20, HOUR, (poll) => Number(poll === 1));
		const [gone] = simulation.list.splice(1, 1);
		expect(simulation.later(MINUTE)).toEqual([]);
		simulation.list.push(gone);
		expect(simulation.later(MINUTE)).toEqual([]);
		expect(simulation.outbox.waiting).toMatchObject({ refused: 1, others: 1, nextList: 0 });
	});

	test('forgotten while in an execution: its end says nothing of the record that has its row', () => {
		const simulation = inProgress();
		simulation.poll(2);
		simulation.list.length = 1;
		// For another event, one that has left the list is new once more.
		expect(simulation.later(MINUTE, 1, { isOtherScope: true })).toEqual([[2]]);
		simulation.end('succeeded');
		expect(simulation.knows).toEqual(['values', 'nothing']);
	});

	test('forgotten while in an execution: another one in it has not failed alone', () => {
		const simulation = inProgress();
		simulation.poll(2);
		simulation.list.length = 1;
		expect(simulation.later(MINUTE, 1, { isOtherScope: true })).toEqual([[2]]);
		simulation.end('succeeded', 1);
		simulation.end('failed');
		expect(simulation.outbox.waiting.refused).toBe(0);
		expect(simulation.sent.at(-1)).toEqual([0]);
	});

	test('its end is reported after the table has forgotten it: nothing', () => {
		const simulation = inProgress();
		simulation.poll(1);
		simulation.list.length = 0;
		simulation.later(MINUTE);
		simulation.later(31 * DAY);
		const [{ execution }] = simulation.running;
		for (const ending of ['succeeded', 'failed', 'stopped', 'notStarted'] as const) {
			expect(() => simulation.outbox.end(execution, ending, simulation.now)).not.toThrow();
		}
		expect(simulation.later(MINUTE)).toEqual([]);
	});
});

test('executions whose leases end with one poll: both tries are left to what they had', () => {
	const simulation = down();
	simulation.poll(1);
	simulation.outcome = () => undefined;
	simulation.later(HOUR);
	simulation.later(MINUTE, 3);
	expect(simulation.running.map(({ items }) => items.length)).toEqual([1, 3]);
	simulation.outcome = (sent) => (sent.includes(0) ? 'failed' : 'succeeded');
	simulation.later(DAY);
	expect([...simulation.delivered.keys()].sort()).toEqual([1, 2, 3]);
});

test.each([true, false])(
	'retries %s: an edit in an execution that succeeds, which does not match, is not logged as undelivered',
	(retries) => {
		const simulation = inProgress({ retries });
		simulation.event = leadCreated;
		simulation.poll(1);
		simulation.edit(0, { phone: '+1' });
		simulation.later(MINUTE);
		simulation.end('succeeded');
		simulation.later(MINUTE);
		expect(simulation.dropped).toBe(0);
	},
);

test('leases that end with the same poll: both count as failed, so the wait begins', () => {
	const simulation = inProgress();
	simulation.poll(1);
	simulation.end('failed');
	expect(simulation.later(MINUTE)).toEqual([[0]]);
	expect(simulation.later(1, 1)).toEqual([[1]]);
	expect(simulation.later(LEASE)).toEqual([]);
	expect(simulation.overdue).toBe(2);
	expect(simulation.later(50 * SECOND)).toEqual([[0]]);
});

test('a lease also ends with a poll that reads no list', () => {
	const simulation = inProgress();
	simulation.poll(1);
	expect(simulation.later(LEASE - 1, 0, { isRead: false })).toEqual([]);
	expect(simulation.later(1, 0, { isRead: false })).toEqual([[0]]);
	expect(simulation.overdue).toBe(1);
	simulation.later(1, 0, { isRead: false });
	expect(simulation.overdue).toBe(0);
});

test('with One, a success of what was tried sends on what is untried', () => {
	const simulation = inProgress({ recordsPerExecution: 'one' });
	simulation.outcome = ([first]) => (first < 4 ? 'failed' : undefined);
	expect(simulation.poll(5)).toEqual([[0], [1]]);
	simulation.outcome = ([first]) => (first === 2 || first === 3 ? 'failed' : undefined);
	expect(simulation.later(MINUTE)).toEqual([[2], [3], [0]]);
	expect(simulation.end('succeeded')).toEqual([[4]]);
});

test('what is counted for the log', () => {
	const simulation = inProgress();
	expect(simulation.outbox.waiting.isSending).toBe(false);
	simulation.poll(2);
	expect(simulation.outbox.waiting.isSending).toBe(true);
	simulation.end('stopped');
	expect(simulation.outbox.waiting.isSending).toBe(false);
	expect(simulation.later(MINUTE, 1)).toEqual([[2]]);
	simulation.end('failed');
	expect(simulation.outbox.waiting).toMatchObject({ refused: 0, stopped: 2, others: 1 });
});

test.each([DAY, HOUR])(
	'what hangs again and again goes with each poll, also if they are %i ms apart',
	(ms) => {
		const simulation = inProgress();
		simulation.poll(1);
		const sent = range(0, 4).map(() => simulation.later(ms));
		expect(sent).toEqual([[[0]], [[0]], [[0]], [[0]]]);
	},
);

test('a piece that succeeds after its lease makes the next one no larger', () => {
	const simulation = down();
	simulation.poll(40);
	simulation.isDown = false;
	simulation.outcome = (sent) => (sent.length === 4 ? undefined : 'succeeded');
	simulation.later(HOUR);
	expect(simulation.running[0].items).toHaveLength(4);
	simulation.outcome = () => 'failed';
	simulation.later(LEASE);
	simulation.outcome = () => undefined;
	expect(simulation.end('succeeded').map(({ length }) => length)).toEqual([1]);
});

test('stopped by a person, then an earlier execution succeeds late: it stays stopped', () => {
	const simulation = inProgress();
	simulation.poll(1);
	simulation.edit(0, { phone: '+1' });
	expect(simulation.later(LEASE)).toEqual([[0]]);
	simulation.end('stopped', 1);
	simulation.end('succeeded');
	expect(simulation.later(DAY)).toEqual([]);
	expect(simulation.outbox.waiting).toMatchObject({ stopped: 1 });
});

test('retries off: it could not start, which n8n reports after its lease, and a newer state was told since: the list is back, and it goes again', () => {
	const simulation = inProgress({ retries: false }, 1);
	simulation.edit(0, { phone: '+1' });
	simulation.later(MINUTE);
	simulation.edit(0, { phone: '+2' });
	expect(simulation.later(LEASE)).toEqual([[0]]);
	simulation.edit(0, { phone: undefined });
	simulation.later(MINUTE);
	simulation.end('notStarted', 0);
	expect(simulation.knows).toEqual(['perhapsMore']);
	simulation.end('succeeded');
	expect(simulation.later(MINUTE)).toEqual([[0]]);
});

test.each(['new', 'edited'])(
	'n8n restarts: what is %s and was in no execution goes together, what was in one goes in pieces',
	(what) => {
		const isNew = what === 'new';
		const simulation = inProgress({ recordsPerExecution: 'one' }, isNew ? 0 : 3);
		if (!isNew) for (const lead of range(0, 3)) simulation.edit(lead, { phone: '+1' });
		expect(simulation.later(MINUTE, isNew ? 3 : 0)).toEqual([[0]]);
		simulation.restart();
		simulation.settings.recordsPerExecution = 'automatic';
		expect(simulation.later(MINUTE)).toEqual([[1, 2], [0]]);
	},
);

test('One: what was open goes in random order after a restart, so one that ends n8n does not hide the same others each time', () => {
	const simulation = inProgress({ recordsPerExecution: 'one' });
	expect(simulation.poll(3)).toEqual([[0]]);
	simulation.restart();
	simulation.random = () => 0.5;
	expect(simulation.later(MINUTE)).toEqual([[2]]);
});

test('an event that cannot be asked again when an execution has ended: the end counts, and the next list says what is due', () => {
	const simulation = inProgress();
	let isBroken = false;
	simulation.event = {
		...leadCreatedOrUpdated,
		emit: (...asked) => {
			if (isBroken) throw new Error('a mistake of an event');
			return leadCreatedOrUpdated.emit(...asked);
		},
	};
	simulation.poll(2);
	simulation.edit(0, { phone: '+1' });
	simulation.later(MINUTE);
	isBroken = true;
	simulation.end('succeeded');
	expect(simulation.knows).toEqual(['values', 'values']);
	isBroken = false;
	expect(simulation.later(MINUTE)).toEqual([[0]]);
});
