import type { IDataObject } from 'n8n-workflow';

import {
	leadCreatedOrUpdated,
	leadStatusChanged,
} from '../../../../nodes/AgentSuite/resources/events';
import type { Baseline } from '../../../../nodes/AgentSuite/trigger/baseline';
import { compare } from '../../../../nodes/AgentSuite/trigger/compare';
import type { Snapshot } from '../../../../nodes/AgentSuite/trigger/difference/rows';
import type { Delivery } from '../../../../nodes/AgentSuite/trigger/outbox/delivery';
import {
	Outbox,
	type Ending,
	type OutboxSettings,
} from '../../../../nodes/AgentSuite/trigger/outbox/outbox';
import type { Poll } from '../../../../nodes/AgentSuite/trigger/kept';
import { lead } from '../leads';
import { parametersOf } from '../poller';
import { HOUR, LEASE, MINUTE } from './simulation';

interface Started {
	execution: number;
	items: IDataObject[];
}

/** A trigger that compares lists of leads, and whose executions end when a test says so. */
class Trigger {
	outbox = new Outbox();
	now = 0;
	retries = true;
	recordsPerExecution: OutboxSettings['recordsPerExecution'] = 'automatic';
	isOtherScope = false;
	readonly warnings: string[] = [];
	private known: Snapshot | undefined;
	private readonly parameters: object;

	/** @param existing leads that are known from the start */
	constructor(
		existing: IDataObject[] = [],
		private readonly event = leadCreatedOrUpdated,
		parameters: object = {},
	) {
		this.parameters = parametersOf(event, parameters) as object;
		this.poll(existing);
	}

	/**
	 * @param listed undefined if the list is not read
	 * @returns the execution that has started, with its items
	 */
	poll(listed?: IDataObject[], isPublished = false): Started | undefined {
		const { outbox, event, parameters, known, now, retries, recordsPerExecution } = this;
		const { isOtherScope } = this;
		const log = (level: string, text: string) => {
			if (level === 'warn') this.warnings.push(text);
		};
		outbox.beginPoll({ retries, recordsPerExecution, isPublished }, log, now);
		if (!listed) {
			outbox.beginRound(now);
			return this.next();
		}
		const poll = { settings: { event, parameters }, log } as unknown as Poll;
		const baseline = {
			known,
			includeUnchanged: false,
			outbox,
			isOtherScope,
		} as unknown as Baseline;
		const { snapshot, fresh } = compare(poll, baseline, listed, now);
		this.known = snapshot;
		outbox.beginRound(now);
		const at = outbox.pickFresh(fresh);
		return at.length > 0 ? this.launch(at, false) : this.next();
	}

	/** Starts the next piece. */
	next(): Started | undefined {
		const piece = this.outbox.pickNextPiece(this.now);
		return piece && this.launch(piece, true);
	}

	private launch(records: Delivery[], isOfRound: boolean): Started {
		const items = records.map(({ item }) => item as IDataObject);
		return { execution: this.outbox.launch(records, this.now, LEASE, isOfRound), items };
	}

	/** Polls once, and its execution ends like this. @returns its items */
	run(listed?: IDataObject[], ending: Ending = 'delivered'): IDataObject[] | undefined {
		const started = this.poll(listed);
		if (started) this.end(started.execution, ending);
		return started?.items;
	}

	end(execution: number, ending: Ending): void {
		this.outbox.end(execution, ending, this.now);
	}

	/** Only what is stored is left. */
	restart(): void {
		this.outbox = new Outbox(
			JSON.parse(JSON.stringify(this.outbox.deliveries.toStore())) as object,
		);
	}
}

const [ada, bob] = [lead('a'), lead('b')];
const contacted = { ...ada, status: 'contacted' };
const onlyInterested = { status: ['interested'] };
const edited = { ...ada, firstName: 'Edited' };

describe('a lead that has left the list before it arrived', () => {
	/** It has failed once, and time has passed. */
	function undelivered(known: IDataObject[], listed: IDataObject[]): Trigger {
		const trigger = new Trigger(known);
		expect(trigger.run(listed, 'failed')).toHaveLength(1);
		trigger.now += HOUR;
		return trigger;
	}

	test('is sent again if only one list misses it, and then another one', () => {
		const trigger = undelivered([bob], [bob, ada]);
		expect(trigger.run([bob])).toBeUndefined();
		expect(trigger.run([bob, ada], 'failed')).toMatchObject([{ changeType: 'created' }]);
		trigger.now += HOUR;
		expect(trigger.run([bob])).toBeUndefined();
		expect(trigger.run([bob, ada])).toMatchObject([{ changeType: 'created' }]);
		expect(trigger.warnings).toEqual([]);
	});

	test('is not dropped for another filter while one list misses it', () => {
		const trigger = undelivered([bob], [bob, ada]);
		trigger.isOtherScope = true;
		expect(trigger.run([bob])).toBeUndefined();
		trigger.isOtherScope = false;
		expect(trigger.run([bob, ada])).toMatchObject([{ changeType: 'created' }]);
		expect(trigger.warnings).toEqual([]);
	});

	test('is given up once two lists in a row miss it, and new when it returns', () => {
		const trigger = undelivered([bob], [bob, ada]);
		for (let poll = 0; poll < 3; poll++) expect(trigger.run([bob])).toBeUndefined();
		expect(trigger.warnings).toEqual([expect.stringContaining('left the list: 1 records')]);
		expect(trigger.outbox.deliveries.toStore()).toEqual({});
		expect(trigger.run([bob, ada])).toMatchObject([{ changeType: 'created' }]);
	});

	test('in an earlier state: it returns as what has changed since that', () => {
		for (const [returned, items] of [
			[edited, [{ changeType: 'updated', changedFields: ['firstName'] }]],
			[ada, undefined],
		] as const) {
			const trigger = undelivered([bob, ada], [bob, edited]);
			for (let poll = 0; poll < 3; poll++) trigger.run([bob]);
			const found = trigger.run([bob, returned]);
			if (items) expect(found).toMatchObject(items);
			else expect(found).toBeUndefined();
		}
	});

	test('is not given up while an execution has it, so it is not new when it returns', () => {
		const trigger = new Trigger([bob]);
		const { execution } = trigger.poll([bob, ada])!;
		for (let poll = 0; poll < 4; poll++) trigger.poll([bob]);
		trigger.end(execution, 'delivered');
		expect(trigger.poll([bob, ada])).toBeUndefined();
		expect(trigger.warnings).toEqual([]);
	});

	test('others move to its row', () => {
		const trigger = undelivered([bob], [bob, ada]);
		expect(trigger.run([edited])).toMatchObject([{ firstName: 'Edited', changeType: 'created' }]);
		expect(trigger.run([edited])).toBeUndefined();
	});
});

describe('a change that the event does not return', () => {
	test.each([false, true])('waits until it does (restart: %s)', (isRestarted) => {
		const trigger = new Trigger([bob], leadCreatedOrUpdated, onlyInterested);
		trigger.run([bob, ada], 'failed');
		trigger.now += HOUR;
		expect(trigger.run([bob, contacted])).toBeUndefined();
		if (isRestarted) trigger.restart();
		expect(trigger.run([bob, contacted])).toBeUndefined();
		expect(trigger.run([bob, ada])).toMatchObject([{ changeType: 'created' }]);
	});

	test('of a lead that was delivered meanwhile: back from it is a change like any other', () => {
		for (const retries of [true, false]) {
			const trigger = new Trigger([bob], leadCreatedOrUpdated, onlyInterested);
			trigger.retries = retries;
			const { execution } = trigger.poll([bob, ada])!;
			expect(trigger.poll([bob, contacted])).toBeUndefined();
			if (retries) trigger.end(execution, 'delivered');
			expect(trigger.poll([bob, ada])?.items).toMatchObject([
				{ changeType: 'updated', previousStatus: 'contacted' },
			]);
		}
	});

	test('back in its status after a restart, but edited: the change of the status is returned', () => {
		const trigger = new Trigger([ada], leadStatusChanged);
		trigger.run([contacted], 'failed');
		trigger.restart();
		expect(trigger.run([edited])).toMatchObject([{ previousStatus: 'contacted' }]);
	});
});

describe('one record each, while another one is in progress', () => {
	function busy(known: IDataObject[], listed: IDataObject[]): Trigger & { execution: number } {
		const trigger = new Trigger(known);
		trigger.recordsPerExecution = 'one';
		const { execution } = trigger.poll(listed)!;
		return Object.assign(trigger, { execution });
	}
	const also = { ...bob, firstName: 'Also' };

	test.each([false, true])('a change is over before it was sent (restart: %s)', (isRestarted) => {
		const trigger = busy([bob, ada], [also, edited]);
		expect(trigger.poll([also, edited])).toBeUndefined();
		if (isRestarted) {
			trigger.restart();
			trigger.poll([also, ada]);
		} else {
			trigger.poll([also, ada]);
			trigger.end(trigger.execution, 'delivered');
		}
		expect(trigger.next()).toBeUndefined();
		expect(trigger.outbox.deliveries.toStore().unsent).toBeUndefined();
		// The next change is one like any other.
		expect(trigger.poll([also, ada])).toBeUndefined();
		trigger.now += MINUTE;
		if (!isRestarted) expect(trigger.poll([also, edited])?.items).toMatchObject([edited]);
	});

	test('who waits longest goes first, wherever it is on the list', () => {
		const trigger = busy([], [bob]);
		const [early, late] = [lead('early'), lead('late')];
		for (const list of [
			[bob, early],
			[bob, late, early],
		]) {
			trigger.now += 1;
			expect(trigger.poll(list)).toBeUndefined();
		}
		trigger.end(trigger.execution, 'delivered');
		expect(trigger.next()?.items).toMatchObject([early]);
	});

	test('one that was delivered, but edited meanwhile, waits from then on', () => {
		const trigger = busy([], [ada]);
		trigger.now += 1;
		trigger.poll([edited, bob]);
		trigger.now += 1;
		trigger.end(trigger.execution, 'delivered');
		trigger.poll([edited, bob]);
		expect(trigger.outbox.deliveries.undelivered.map(({ waitsSince }) => waitsSince)).toEqual([
			2, 1,
		]);
	});

	test('a late success of an earlier state: the later one counts as not sent', () => {
		const trigger = busy([], [ada, bob]);
		trigger.now += LEASE;
		expect(trigger.poll([ada, bob])?.items).toMatchObject([bob]);
		expect(trigger.poll([edited, bob])).toBeUndefined();
		trigger.end(trigger.execution, 'delivered');
		const { sent, unsent } = trigger.outbox.deliveries.toStore();
		expect([sent, unsent].map((list) => list?.map(([row]) => row))).toEqual([[1], [0]]);
	});

	test('a late success of an earlier state: one that was tried after it is corrected', () => {
		const trigger = busy([], [ada, bob]);
		trigger.now += LEASE;
		trigger.run([ada, bob]);
		const other = lead('c');
		expect(trigger.run([edited, bob], 'failed')).toMatchObject([edited]);
		trigger.now += MINUTE;
		const { execution } = trigger.poll([edited, bob, other])!;
		expect(trigger.poll([contacted, bob, other])).toBeUndefined();
		trigger.end(trigger.execution, 'delivered');
		expect(trigger.poll([ada, bob, other])).toBeUndefined();
		trigger.end(execution, 'delivered');
		expect(trigger.next()?.items).toMatchObject([{ changedFields: ['firstName'] }]);
	});

	test('a change that has come after a delivery waits, even if the event does not return it for a while', () => {
		const trigger = new Trigger([], leadCreatedOrUpdated, onlyInterested);
		trigger.recordsPerExecution = 'one';
		const { execution } = trigger.poll([ada, bob])!;
		trigger.poll([edited, bob]);
		trigger.end(execution, 'delivered');
		trigger.next();
		for (const state of [edited, contacted]) expect(trigger.poll([state, bob])).toBeUndefined();
		expect(trigger.outbox.deliveries.toStore().unsent).toHaveLength(1);
	});

	test('with retries off, an edit of a lead in progress waits', () => {
		const trigger = new Trigger([]);
		Object.assign(trigger, { retries: false, recordsPerExecution: 'one' });
		const { execution } = trigger.poll([ada])!;
		expect(trigger.poll([edited])).toBeUndefined();
		trigger.end(execution, 'failed');
		expect(trigger.next()?.items).toMatchObject([{ firstName: 'Edited', changeType: 'updated' }]);
	});
});

describe('states that might have been passed on', () => {
	test.each<Ending>(['failed', 'stopped'])('one that has %s and is over is corrected', (first) => {
		const trigger = new Trigger([ada]);
		trigger.run([edited], first);
		for (const ending of ['failed', 'failed', 'delivered'] as const) {
			expect(trigger.run([ada], ending)).toMatchObject([{ changedFields: ['firstName'] }]);
			trigger.now += HOUR;
		}
		expect(trigger.run([ada])).toBeUndefined();
	});

	test('a success after a failed one ends that', () => {
		const trigger = new Trigger([ada], leadStatusChanged);
		trigger.run([contacted], 'failed');
		const lost = { ...ada, status: 'lost' };
		const { execution } = trigger.poll([lost])!;
		trigger.poll([{ ...lost, firstName: 'Seen' }]);
		trigger.end(execution, 'delivered');
		expect(trigger.run([lost])).toBeUndefined();
	});

	test.each<Ending>(['delivered', 'failed', 'stopped'])(
		'an earlier one that has %s late: the later one is sent again',
		(ending) => {
			for (const isBefore of [true, false]) {
				const trigger = new Trigger([]);
				const first = trigger.poll([ada])!.execution;
				trigger.poll([edited]);
				trigger.now += LEASE;
				const second = trigger.poll([edited])!.execution;
				const order: Array<[number, Ending]> = [
					[first, ending],
					[second, 'delivered'],
				];
				if (!isBefore) order.reverse();
				trigger.end(...order[0]);
				// A late end does not change how often it has failed.
				if (isBefore) expect(trigger.outbox.deliveries.undelivered[0].failuresAlone).toBe(1);
				trigger.end(...order[1]);
				expect(trigger.run([edited])).toMatchObject([{ changedFields: ['firstName'] }]);
				expect(trigger.run([edited])).toBeUndefined();
			}
		},
	);
});

test('delivered, but edited meanwhile: earlier failures count no more', () => {
	const trigger = new Trigger([]);
	trigger.poll([ada]);
	trigger.restart();
	const [[row]] = trigger.outbox.deliveries.toStore().sent!;
	trigger.outbox = new Outbox({ sent: [[row, 3, 2]] });
	const { execution } = trigger.poll([ada])!;
	trigger.poll([edited]);
	expect(trigger.outbox.deliveries.toStore().sent).toEqual([[row, 3, 2]]);
	trigger.end(execution, 'delivered');
	expect(trigger.outbox.deliveries.toStore().unsent).toEqual([
		[row, 0, 0, ...Array<number>(6).fill(expect.any(Number) as number)],
	]);
});

test('delivered, but edited meanwhile: earlier starts that failed count no more', () => {
	const trigger = new Trigger([]);
	trigger.retries = false;
	trigger.run([ada], 'notStarted');
	trigger.retries = true;
	const { execution } = trigger.poll([ada])!;
	trigger.poll([edited]);
	trigger.end(execution, 'delivered');
	trigger.retries = false;
	trigger.now += 24 * HOUR;
	expect(trigger.run([edited], 'notStarted')).toHaveLength(1);
	expect(trigger.run([edited])).toHaveLength(1);
});

test.each<Ending>(['failed', 'stopped', 'notStarted'])(
	'two that have %s: the one that did so first goes first',
	(ending) => {
		const trigger = new Trigger([]);
		const slow = trigger.poll([ada])!.execution;
		trigger.now += MINUTE;
		const fast = trigger.poll([ada, bob])!.execution;
		for (const execution of [fast, slow]) {
			trigger.now += MINUTE;
			trigger.end(execution, ending);
		}
		expect(trigger.poll([ada, bob], true)?.items).toMatchObject([bob]);
	},
);

describe('retries are turned off', () => {
	/** An execution is in progress. */
	function started(): Trigger & { execution: number } {
		const trigger = new Trigger([]);
		return Object.assign(trigger, { execution: trigger.poll([ada])!.execution });
	}

	test('what is in progress counts as delivered, and a change of it waits for the next list', () => {
		const trigger = started();
		expect(trigger.poll([edited])).toBeUndefined();
		trigger.retries = false;
		expect(trigger.poll()).toBeUndefined();
		expect(trigger.poll([edited])?.items).toMatchObject([{ changeType: 'updated' }]);
	});

	test('what could not start is sent again, also if the list is not read', () => {
		const trigger = started();
		trigger.retries = false;
		trigger.poll([ada]);
		trigger.end(trigger.execution, 'notStarted');
		expect(trigger.poll()?.items).toMatchObject([{ changeType: 'created' }]);
	});

	test('a change that the event does not return is not kept', () => {
		const trigger = new Trigger([], leadCreatedOrUpdated, onlyInterested);
		trigger.poll([ada]);
		trigger.poll([contacted]);
		trigger.retries = false;
		trigger.poll([contacted]);
		expect(trigger.outbox.deliveries.toStore()).toEqual({});
	});

	test('what is back as it was delivered, after a failed execution, is not sent again', () => {
		const trigger = new Trigger([ada]);
		for (const state of [edited, ada]) trigger.run([state], 'failed');
		trigger.now += HOUR;
		trigger.retries = false;
		expect(trigger.poll([ada])).toBeUndefined();
	});

	test('what has failed before the execution in progress is over', () => {
		const lost = { ...ada, status: 'lost' };
		const trigger = new Trigger([ada], leadStatusChanged);
		trigger.run([contacted], 'failed');
		expect(trigger.poll([lost])).toBeDefined();
		trigger.poll([{ ...lost, firstName: 'Seen' }]);
		trigger.now += 10 * MINUTE;
		trigger.retries = false;
		expect(trigger.poll([lost])).toBeUndefined();
	});

	test('what has failed before a restart is not sent again, also if it is back as it was delivered', () => {
		const trigger = new Trigger([ada, bob]);
		trigger.run([edited, { ...bob, firstName: 'Also' }], 'failed');
		trigger.restart();
		trigger.recordsPerExecution = 'one';
		trigger.poll([edited, { ...bob, firstName: 'Also' }]);
		expect(trigger.outbox.deliveries.undelivered).toHaveLength(2);
		trigger.retries = false;
		expect(trigger.poll([edited, { ...bob, firstName: 'Also' }])).toBeUndefined();
		expect(trigger.outbox.deliveries.undelivered).toEqual([]);
	});
});

test('with retries off, two that could not start one after the other: it is still new', () => {
	const trigger = new Trigger([]);
	trigger.retries = false;
	const executions = [ada, edited].map((each) => trigger.poll([each])!.execution);
	for (const execution of executions) trigger.end(execution, 'notStarted');
	expect(trigger.poll([edited])?.items).toMatchObject([{ changeType: 'created' }]);
});

test('with retries off, edited out of the filter before n8n says that it could not start: no earlier state is sent', () => {
	const trigger = new Trigger([], leadCreatedOrUpdated, onlyInterested);
	trigger.retries = false;
	const interested = { ...ada, status: 'interested' };
	const { execution } = trigger.poll([interested])!;
	expect(trigger.poll([contacted])).toBeUndefined();
	trigger.end(execution, 'notStarted');
	expect(trigger.poll()).toBeUndefined();
	const back = { ...interested, firstName: 'Back' };
	expect(trigger.poll([back])?.items).toMatchObject([{ changeType: 'created', firstName: 'Back' }]);
});

test.each([
	[0, 2],
	[2, 0],
])('with retries off, %i and then %i that could not start take back only their own', (...order) => {
	const trigger = new Trigger([]);
	trigger.retries = false;
	const executions = [ada, contacted, edited].map((each) => trigger.poll([each])!.execution);
	for (const index of order) trigger.end(executions[index], 'notStarted');
	expect(trigger.poll([edited])?.items).toMatchObject([
		{ changeType: 'updated', previousStatus: 'contacted' },
	]);
});

test('with retries off, starts of earlier states that fail do not count for the latest', () => {
	const trigger = new Trigger([]);
	trigger.retries = false;
	const states = Array.from({ length: 6 }, (_none, index) => ({ ...ada, firstName: `v${index}` }));
	const executions = states.map((state) => trigger.poll([state])!.execution);
	for (const execution of executions) {
		trigger.now += 12 * HOUR;
		trigger.end(execution, 'notStarted');
	}
	expect(trigger.poll(states.slice(-1))?.items).toMatchObject(states.slice(-1));
});

test('an edit after a late delivery starts over, even if another execution can still end', () => {
	const trigger = new Trigger([]);
	const { execution } = trigger.poll([ada])!;
	trigger.now += LEASE;
	trigger.poll([contacted]);
	trigger.now += LEASE;
	trigger.run([contacted], 'failed');
	trigger.run([ada], 'notStarted');
	expect(trigger.outbox.deliveries.undelivered).toMatchObject([{ failuresAlone: 3 }]);
	trigger.now += 1;
	trigger.end(execution, 'delivered');
	const last = trigger.poll([edited])!;
	expect(trigger.outbox.deliveries.undelivered).toMatchObject([{ tried: undefined }]);
	trigger.end(last.execution, 'failed');
	expect(trigger.outbox.deliveries.undelivered).toMatchObject([{ failuresAlone: 1, refusals: 0 }]);
});

describe('all in one execution', () => {
	const digest = () => Object.assign(new Trigger([]), { recordsPerExecution: 'all' as const });

	test('the oldest first, whichever was new first', () => {
		const trigger = digest();
		trigger.run([bob], 'failed');
		expect(trigger.poll([ada, bob])?.items).toMatchObject([ada, bob]);
	});

	test('nothing that is in progress', () => {
		const trigger = digest();
		trigger.poll([ada]);
		expect(trigger.poll([ada, bob])?.items).toMatchObject([bob]);
	});

	test('one of them is edited before it fails: it is sent again at once', () => {
		const trigger = digest();
		const { execution } = trigger.poll([ada, bob])!;
		trigger.poll([edited, bob]);
		trigger.end(execution, 'failed');
		expect(trigger.poll([edited, bob])?.items).toMatchObject([edited]);
	});
});

test('where n8n reports no ends, all are taken once, the oldest first', () => {
	const trigger = new Trigger([]);
	trigger.run([bob], 'failed');
	trigger.end(trigger.poll([ada, bob])!.execution, 'failed');
	const ready = trigger.outbox.ready();
	expect(ready.map(({ item }) => item)).toMatchObject([ada, bob]);
	trigger.outbox.settle(ready);
	expect(trigger.outbox.ready()).toEqual([]);
});

test('an end that is reported twice counts once', () => {
	const trigger = new Trigger([]);
	const { execution } = trigger.poll([ada])!;
	for (const ending of ['delivered', 'failed'] as const) trigger.end(execution, ending);
	expect(trigger.poll([ada])).toBeUndefined();
});

test('an execution that starts after another one has ended has a number of its own', () => {
	const trigger = new Trigger([]);
	const first = trigger.poll([ada])!.execution;
	const second = trigger.poll([ada, bob])!.execution;
	trigger.end(first, 'delivered');
	expect(trigger.poll([ada, bob, lead('c')])!.execution).not.toBe(second);
});
