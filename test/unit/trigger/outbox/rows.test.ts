/** The rows of the tables in `docs/maintainers/delivery.md`, each with its test. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { pseudoRandom } from '../../../../sandbox/faults';
import {
	leadCreated,
	leadCreatedOrUpdated,
	leadStatusChanged,
} from '../../../../nodes/AgentSuite/resources/events';
import type { Ending } from '../../../../nodes/AgentSuite/trigger/outbox/verdict';
import { compare } from '../../../../nodes/AgentSuite/trigger/table/compare';
import { lead } from '../leads';
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

const phone = '+1';

/** The next list lacks all, and the one after it has them again. @returns what that starts */
function missingAndBack(simulation: Simulation): number[][] {
	const gone = simulation.list.splice(0);
	simulation.poll();
	simulation.list.push(...gone);
	return simulation.later(MINUTE);
}

/** A record whose execution a person has stopped. */
function stopped(): Simulation {
	const simulation = inProgress();
	simulation.poll(1);
	simulation.end('stopped');
	return simulation;
}

/** What a first list comes to. */
const firstList = (list: IDataObject[]) =>
	compare(leadCreatedOrUpdated, parametersOf(leadCreatedOrUpdated, {}), list, 1, {
		isOtherScope: false,
	});

/** Two of three leads were never delivered, and all have left the list. */
function withMissing(options: { isOtherScope?: boolean } = {}): Simulation {
	const simulation = new Simulation();
	simulation.poll(1);
	simulation.isDown = true;
	simulation.poll(2);
	missing.set(simulation, simulation.list.splice(0));
	expect(simulation.later(MINUTE, 0, options)).toEqual([]);
	return simulation;
}

/** The leads of each simulation that have left the list. */
const missing = new WeakMap<Simulation, Simulation['list']>();

/** They are back, and the destination is up. */
function backAgain(simulation: Simulation): number[][] {
	simulation.list.push(...(missing.get(simulation) ?? []));
	simulation.isDown = false;
	return simulation.later(MINUTE);
}

/** A lead is edited while it is in an execution. @returns what starts then, when that ends, and with the next list */
function editedMeanwhile(simulation: Simulation, found: number, ending: Ending): number[][][] {
	simulation.poll(found);
	const { knows } = simulation;
	simulation.edit(0, { phone });
	const started = [simulation.later(MINUTE)];
	expect(simulation.knows).toEqual(knows);
	started.push(simulation.end(ending), simulation.later(MINUTE));
	expect(simulation.running[0].items[0]).toMatchObject({ phone });
	return started;
}

/** An execution succeeds after these polls, and others fail. @returns what the workflow knows then, and what the next poll starts */
function succeedingAfter(polls: number[], edit = {}): [string, number[][]] {
	const simulation = inProgress();
	simulation.executionMs = 0;
	simulation.poll(1);
	simulation.outcome = () => 'failed';
	simulation.edit(0, edit);
	for (const ms of polls) simulation.later(ms);
	simulation.end('succeeded');
	return [simulation.knows.join(), simulation.later(HOUR)];
}

/** By the head of its table, what a row says. */
const TABLES: Record<string, Record<string, () => void>> = {
	'a list has a record': {
		'that is new': () => {
			const simulation = inProgress();
			expect(simulation.poll(3)).toEqual([[0, 1, 2]]);
			expect(simulation.knows).toEqual(['nothing', 'nothing', 'nothing']);
		},
		'that has changed, also if the workflow itself has changed it': () => {
			const simulation = inProgress({}, 2);
			for (const lead of [0, 1]) simulation.edit(lead, { phone });
			expect(simulation.later(MINUTE, 1)).toEqual([[0, 1, 2]]);
		},
		'that waits, and was edited, also while it was off the list': () => {
			const simulation = refusing(1);
			simulation.poll(3);
			simulation.isDown = true;
			simulation.polls(20, 15 * MINUTE, (poll) => Number(poll === 1));
			simulation.outcome = () => undefined;
			simulation.edit(1, { phone });
			expect(simulation.later(SECOND, 1)).toEqual([[1, 4]]);
			expect(simulation.knows).toEqual(['values', 'nothing', 'values', 'nothing', 'nothing']);
			expect(simulation.outbox.waiting.refused).toBe(0);
			expect(simulation.running[0].items).toMatchObject([{ phone }, {}]);
			// Edited again and again, as in a chat, one that is refused repeats the new ones of the same polls.
			const chat = refusing(1);
			chat.poll(3);
			for (const change of range(0, 20)) {
				chat.edit(1, { phone: `+${change}` });
				const sent = chat.later(MINUTE, 1);
				expect(sent[0]).toEqual([1, change + 3]);
				expect(sent.flat().filter((lead) => lead === change + 3)).toHaveLength(2);
				expect(chat.goodLeft).toBe(0);
			}
			for (const waiting of [down(), stopped()]) {
				if (waiting.isDown) waiting.poll(1);
				const [gone] = waiting.list.splice(0);
				waiting.poll();
				waiting.list.push({ ...gone, phone });
				waiting.outcome = () => undefined;
				expect(waiting.poll(1)).toEqual([[0, 1]]);
			}
		},
		'that is the first one': () => {
			// The list is empty at first.
			expect(new Simulation().poll(2)).toEqual([[0, 1]]);
			const { due, table } = firstList([lead('a'), lead('b')]);
			expect(due).toEqual([]);
			expect([0, 1].every((row) => table.isDone(row))).toBe(true);
		},
		'that is new or has changed, and does not match the event': () => {
			const simulation = new Simulation();
			simulation.parameters = { status: ['contacted'] };
			expect(simulation.poll(1)).toEqual([]);
			simulation.edit(0, { phone });
			expect(simulation.later(MINUTE)).toEqual([]);
			expect(simulation.outbox.table.isDone(0)).toBe(true);
			simulation.edit(0, { status: 'contacted' });
			expect(simulation.later(MINUTE)).toEqual([[0]]);
			expect([...simulation.delivered.values()]).toMatchObject([
				{ changeType: 'updated', changedFields: ['status'] },
			]);
		},
		'that was due, and does not match the event any more': () => {
			const waiting = new Simulation();
			waiting.parameters = { status: ['interested'] };
			waiting.poll(1);
			waiting.isDown = true;
			for (const change of [{ phone }, { status: 'booked' }]) {
				waiting.edit(0, change);
				waiting.later(MINUTE);
			}
			expect(waiting.dropped).toBe(0);
			expect(waiting.outbox.waiting).toMatchObject({ others: 0, nextList: 0 });
		},
		'that was due as a new one, and does not match the event any more': () => {
			const simulation = inProgress({}, 1);
			simulation.parameters = { status: ['interested'] };
			simulation.poll(1);
			simulation.end('failed');
			for (const lead of [0, 1]) simulation.edit(lead, { status: 'booked' });
			expect(simulation.later(HOUR)).toEqual([]);
			expect(simulation.knows).toEqual(['values', 'nothing']);
			expect(simulation.dropped).toBe(0);
			expect(simulation.outbox.waiting.nextList).toBe(1);
			expect(simulation.outbox.table.isDone(0)).toBe(true);
			for (const lead of [0, 1]) simulation.edit(lead, { status: 'interested' });
			expect(simulation.later(HOUR).flat()).toEqual([0, 1]);
			simulation.end('succeeded');
			expect(simulation.delivered.get(1)).toMatchObject({ changeType: 'created' });
		},
		'that is in an execution while the event or filter changes': () => {
			const simulation = inProgress();
			simulation.event = leadCreated;
			simulation.poll(1);
			simulation.event = leadCreatedOrUpdated;
			expect(simulation.later(MINUTE, 0, { isOtherScope: true })).toEqual([]);
			simulation.end('succeeded');
			expect(simulation.later(MINUTE)).toEqual([]);
			expect(simulation.outbox.table.isDone(0)).toBe(true);
		},
		'that was due, and does not match after the event, a field, or an option of it has changed':
			() => {
				const simulation = down();
				simulation.poll(2);
				simulation.isDown = false;
				simulation.edit(0, { status: 'booked' });
				simulation.parameters = { status: ['interested'] };
				expect(simulation.later(HOUR, 0, { isOtherScope: true })).toEqual([[1]]);
				expect(simulation.knows).toEqual(['values', 'values']);
				expect(simulation.dropped).toBe(1);
			},
		'that has the conversation of another one, but no contact and no name of it': () => {
			const simulation = inProgress({}, 1);
			const [first] = simulation.list;
			simulation.list.push({ ...first, email: 'other@example.com', firstName: 'Other' });
			simulation.later(MINUTE);
			const { items } = simulation.running[0];
			expect(items).toMatchObject([{ firstName: 'Other', changeType: 'created' }]);
			expect(items[0].leadKey).toMatch(/^0#[0-9a-f]{8}$/);
		},
		'that is listed twice, with the same values': () => {
			const simulation = new Simulation();
			simulation.poll(1);
			simulation.list.push({ ...simulation.list[0] });
			expect(simulation.later(MINUTE, 1)).toEqual([[1]]);
		},
		'no more, as in a partial or empty list': () => {
			const simulation = inProgress();
			simulation.poll(2);
			simulation.list.splice(0);
			expect(simulation.later(MINUTE)).toEqual([]);
			expect(simulation.end('failed')).toEqual([]);
			expect(simulation.later(30 * DAY)).toEqual([]);
			expect([0, 1].map((row) => simulation.outbox.table.told(row).knows)).toEqual([
				'nothing',
				'nothing',
			]);
		},
		'no more, and the event or filter changes': () => {
			const simulation = withMissing({ isOtherScope: true });
			expect(simulation.dropped).toBe(2);
			simulation.later(30 * DAY);
			expect(backAgain(simulation)).toEqual([[1, 2]]);
		},
		'no more for over 30 days, from the first list without it on': () => {
			const simulation = withMissing();
			simulation.later(31 * DAY);
			expect(simulation.dropped).toBe(2);
			expect(backAgain(simulation)).toEqual([[0, 1, 2]]);
		},
		'that is back': () => {
			const simulation = withMissing();
			simulation.later(30 * DAY);
			expect(simulation.dropped).toBe(0);
			expect(backAgain(simulation)).toEqual([[2], [1]]);
			expect(simulation.delivered.get(1)).toMatchObject({ changeType: 'created' });
			expect(missingAndBack(stopped())).toEqual([[0]]);
		},
	},
	'an execution': {
		starts: () => {
			const simulation = inProgress({}, 1);
			simulation.edit(0, { phone });
			expect(simulation.later(MINUTE, 1)).toEqual([[0, 1]]);
			expect(simulation.knows).toEqual(['perhapsMore', 'nothing']);
			expect(simulation.later(LEASE - 1)).toEqual([]);
			expect(simulation.end('failed')).toEqual([[0]]);
		},
		'has a record that was edited, and fails or is stopped': () => {
			for (const [found, ending, goes] of [
				[1, 'failed', [[], [[0]], []]],
				[1, 'stopped', [[], [[0]], []]],
				[2, 'failed', [[], [[0], [1]], []]],
			] as const)
				expect(editedMeanwhile(inProgress(), found, ending)).toEqual(goes);
		},
		'has a record that was edited, and succeeds': () => {
			expect(editedMeanwhile(inProgress(), 2, 'succeeded')).toEqual([[], [], [[0]]]);
			const simulation = inProgress({}, 1);
			simulation.event = leadStatusChanged;
			simulation.edit(0, { status: 'contacted' });
			expect(simulation.later(MINUTE)).toEqual([[0]]);
			simulation.edit(0, { phone });
			expect(simulation.later(MINUTE)).toEqual([]);
			expect(simulation.end('succeeded')).toEqual([]);
			expect(simulation.outbox.table.isDone(0)).toBe(true);
		},
		'succeeds, also if only because a node goes on after an error (*On Error > Continue*)': () => {
			expect(succeedingAfter([LEASE - 1])).toEqual(['values', []]);
			expect(succeedingAfter([LEASE - 1], { phone })).toEqual(['values', [[0]]]);
		},
		'succeeds up to a day after its lease': () => {
			expect(succeedingAfter([LEASE, DAY])).toEqual(['values', []]);
			expect(succeedingAfter([LEASE, DAY], { phone })).toEqual(['perhapsMore', [[0]]]);
			expect(succeedingAfter([LEASE, DAY + 1])).toEqual(['nothing', [[0]]]);
		},
		'fails with several': () => {
			const simulation = refusing(1);
			expect(simulation.poll(3)).toEqual([[0, 1, 2], [0], [1, 2], [1], [2], [1]]);
			expect(simulation.knows).toEqual(['values', 'nothing', 'values']);
		},
		'fails with one': () => {
			const simulation = inProgress();
			simulation.poll(1);
			expect(simulation.end('failed')).toEqual([]);
			expect(simulation.knows).toEqual(['nothing']);
			expect(simulation.later(MINUTE, 2)).toEqual([[1, 2], [0]]);
			expect(simulation.end('failed')).toEqual([]);
			expect(simulation.end('failed')).toEqual([[1]]);
			expect(simulation.end('succeeded')).toEqual([[0, 2]]);
		},
		'fails with one, and another has succeeded in its lease since the last poll before its start':
			() => {
				const simulation = refusing(0, 2);
				simulation.poll(4);
				expect(simulation.knows).toEqual(['nothing', 'values', 'nothing', 'values']);
				expect(simulation.storedTable().tries(0).refusals).toBe(1);
				expect(simulation.outbox.waiting).toMatchObject({ refused: 2, others: 0, nextList: 0 });
				// Polls while a piece is in progress.
				const slow = inProgress();
				slow.poll(2);
				slow.end('failed');
				expect(slow.end('succeeded')).toEqual([[1]]);
				slow.later(MINUTE);
				slow.end('failed');
				expect(slow.outbox.waiting).toMatchObject({ refused: 1, others: 0, nextList: 0 });
				// A success between two polls in which it was in progress.
				const slower = inProgress();
				slower.poll(1);
				slower.later(MINUTE, 1);
				slower.end('succeeded', 1);
				slower.later(MINUTE);
				slower.end('failed');
				expect(slower.outbox.waiting).toMatchObject({ refused: 1, others: 0, nextList: 0 });
			},
		'ends n8n each time, because of one record': () => {
			const simulation = inProgress();
			simulation.poll(3);
			simulation.random = pseudoRandom(1);
			const first = range(0, 10).map(() => {
				simulation.restart();
				return simulation.later(MINUTE)[0];
			});
			expect(new Set(first.flat())).toEqual(new Set([0, 1, 2]));
			expect(first.every(({ length }) => length === 1)).toBe(true);
			expect(simulation.later(MINUTE, 1)).toEqual([[3]]);
		},
		"has no end in its lease, because it takes longer, waits in n8n's queue, or n8n in queue mode does not report its timeout":
			() => {
				const simulation = inProgress();
				simulation.poll(2);
				expect(simulation.later(LEASE - 1)).toEqual([]);
				expect(simulation.overdue).toBe(0);
				expect(simulation.later(1)).toEqual([[0]]);
				expect(simulation.overdue).toBe(2);
				expect(simulation.knows).toEqual(['nothing', 'nothing']);
				simulation.later(DAY);
				expect(simulation.end('succeeded')).toEqual([]);
				expect(simulation.knows).toEqual(['values', 'values']);
				const polledDaily = inProgress();
				polledDaily.poll(1);
				expect(polledDaily.later(2 * DAY)).toEqual([[0]]);
			},
		'fails after its lease': () => {
			for (const [others, knows, goes] of [
				[{ phone }, 'perhapsMore', [[0]]],
				[{}, 'values', []],
			] as const) {
				const simulation = inProgress();
				simulation.poll(1);
				simulation.edit(0, others);
				expect(simulation.later(LEASE)).toEqual([[0]]);
				simulation.end('succeeded', 1);
				expect(simulation.end('failed')).toEqual(goes);
				expect(simulation.knows).toEqual([knows]);
			}
		},
		'is stopped by a person': () => {
			const simulation = inProgress();
			simulation.poll(3);
			simulation.edit(2, { phone });
			simulation.poll();
			expect(simulation.end('stopped')).toEqual([[2]]);
			expect(simulation.knows).toEqual(['nothing', 'nothing', 'nothing']);
			expect(simulation.end('stopped')).toEqual([]);
			expect(simulation.later(DAY, 1)).toEqual([[3]]);
			expect(simulation.end('succeeded')).toEqual([]);
			const late = inProgress();
			late.poll(1);
			expect(late.later(LEASE)).toEqual([[0]]);
			expect(late.end('stopped')).toEqual([]);
			expect(late.end('failed')).toEqual([]);
			expect(late.later(MINUTE)).toEqual([[0]]);
		},
		'was stopped by a person': () => {
			const simulation = stopped();
			simulation.poll(1);
			expect(simulation.end('stopped')).toEqual([]);
			expect(simulation.later(DAY)).toEqual([]);
			simulation.edit(1, { phone });
			expect(simulation.later(MINUTE)).toEqual([[1]]);
			expect(simulation.end('succeeded')).toEqual([]);
			expect(missingAndBack(simulation)).toEqual([[0]]);
			const beside = inProgress();
			beside.poll(1);
			beside.edit(0, { phone });
			expect(beside.later(LEASE)).toEqual([[0]]);
			beside.end('succeeded');
			expect(beside.end('stopped')).toEqual([]);
			expect(beside.later(MINUTE)).toEqual([]);
		},
		'was stopped by a person, who then acts': () => {
			expect(stopped().later(DAY, 0, { isOtherScope: true })).toEqual([]);
			for (const options of [{ isPublished: true }, { isReturningAll: true }])
				expect(stopped().later(MINUTE, 0, options)).toEqual([[0]]);
			const restarted = stopped();
			restarted.restart();
			expect(restarted.later(MINUTE)).toEqual([[0]]);
		},
		'fails, and its record is edited back to what it was told before': () => {
			const simulation = inProgress({}, 1);
			simulation.edit(0, { phone });
			simulation.later(MINUTE);
			simulation.edit(0, { phone: undefined });
			simulation.later(MINUTE);
			expect(simulation.end('failed')).toEqual([[0]]);
			expect(simulation.knows).toEqual(['perhapsMore']);
			const { changedFields } = simulation.running[0].items[0];
			expect(changedFields).toEqual(['firstName', 'lastName', 'email', 'phone', 'status']);
		},
		'could not start, as with a credential of a node that cannot be used': () => {
			const simulation = down();
			simulation.outcome = () => 'notStarted';
			simulation.poll(4);
			expect(simulation.sent).toEqual([range(0, 4), [0], [1]]);
			expect(simulation.knows).toEqual(range(0, 4).map(() => 'nothing'));
			expect(simulation.later(49 * SECOND)).toEqual([]);
			expect(simulation.later(SECOND)).toEqual([[2], [3]]);
		},
		'is in a worker while the main process restarts': () => {
			const simulation = inProgress();
			simulation.poll(1);
			simulation.restart();
			simulation.edit(0, { phone });
			expect(simulation.later(MINUTE)).toEqual([[0]]);
			simulation.end('succeeded');
			expect(simulation.later(MINUTE)).toEqual([]);
			expect(simulation.knows).toEqual(['values']);
		},
		'ends with n8n, which is killed or restarted': () => {
			const interrupted = inProgress();
			interrupted.poll(1);
			interrupted.later(MINUTE, 1);
			interrupted.end('succeeded', 1);
			interrupted.end('interrupted');
			expect(interrupted.outbox.waiting).toMatchObject({ refused: 0, others: 1 });
			interrupted.restart();
			expect(interrupted.later(MINUTE)).toEqual([[0]]);
		},
		'has ended since n8n stored the state last, and n8n restarts': () => {
			const simulation = inProgress();
			simulation.poll(2);
			const stored = simulation.storedTable();
			simulation.end('succeeded');
			simulation.restart(stored);
			expect(simulation.knows).toEqual(['nothing', 'nothing']);
			expect(simulation.later(MINUTE)).toEqual([[0]]);
		},
	},
	'the destination': {
		'is down': () => {
			const simulation = down();
			expect(simulation.poll(100)).toEqual([range(0, 100), [0], [1]]);
			for (const seconds of [50, 100, 200, 400, 800, 1600, 3200, 3300, 3300]) {
				expect(simulation.later(seconds * SECOND - 1)).toEqual([]);
				expect(simulation.later(1).map(({ length }) => length)).toEqual([1, 1]);
			}
			simulation.isDown = false;
			simulation.later(HOUR);
			expect(simulation.goodLeft).toBe(0);
			simulation.isDown = true;
			expect(simulation.later(MINUTE, 30).slice(1).flat()).toEqual(range(100, 110));
			// The figures of the day after a success, and of a later one.
			const days = new Simulation();
			days.poll(100);
			days.isDown = true;
			for (const lead of range(0, 100)) days.edit(lead, { phone });
			expect([0, 1].map(() => days.polls(24 * 60, MINUTE))).toEqual([71, 52]);
		},
		'is down, and records are new or edited': () => {
			const simulation = down();
			simulation.poll(100);
			simulation.polls(24, HOUR);
			simulation.edit(7, { phone });
			expect(simulation.later(MINUTE, 1)).toEqual([[7, 100]]);
			expect(simulation.outbox.waiting).toMatchObject({ refused: 0, others: 101, nextList: 0 });
		},
		'refuses some, and takes others': () => {
			const simulation = refusing(0, 2);
			simulation.poll(4);
			expect(range(0, 10).map(() => simulation.later(175 * MINUTE)[0].length)).toEqual(
				range(0, 10).map(() => 1),
			);
			expect(simulation.later(175 * MINUTE - 1, 1)).toEqual([[4]]);
			simulation.settings.recordsPerExecution = 'all';
			const sent = [MINUTE, 175 * MINUTE, 175 * MINUTE].flatMap((ms) => simulation.later(ms, 1));
			expect(new Set(sent.flat())).toEqual(new Set([0, 2, 5, 6, 7]));
		},
		'has refused only one for hours, and several new ones come with another one that it refuses':
			() => {
				const simulation = refusing(0, 2);
				simulation.poll(1);
				simulation.polls(6 * 60, MINUTE);
				expect(simulation.later(MINUTE, 3)).toEqual([[1, 2, 3]]);
				expect(simulation.goodLeft).toBe(2);
				simulation.polls(55, MINUTE);
				expect(simulation.goodLeft).toBe(0);
			},
		'limits its rate, or is down for a moment, while others succeed': () => {
			const simulation = refusing(...range(0, 50));
			simulation.poll(60);
			simulation.polls(100, 6 * HOUR, () => 1);
			expect(simulation.outbox.waiting).toMatchObject({ refused: 50, others: 0 });
			// It fails with another one, and alone.
			const [other, lead] = [160, 161];
			simulation.bad.add(lead);
			simulation.later(MINUTE, 2);
			expect(simulation.delivered.has(other)).toBe(true);
			expect(simulation.outbox.waiting).toMatchObject({ refused: 51, others: 0 });
			simulation.bad.delete(lead);
			simulation.polls(6 * 60, MINUTE);
			expect(simulation.delivered.has(lead)).toBe(true);
			// What was refused often has its turn, too, however many new ones are refused.
			const often = refusing(...range(0, 10), ...range(20, 2000));
			often.poll(20);
			often.polls(10, 6 * HOUR);
			often.bad.delete(3);
			often.polls(24 * 10, HOUR, () => 1);
			expect(often.delivered.has(3)).toBe(true);
		},
		'is up again': () => {
			const simulation = down();
			simulation.poll(100);
			simulation.polls(48, 30 * MINUTE);
			simulation.isDown = false;
			expect(simulation.later(55 * MINUTE).map(({ length }) => length)).toEqual([
				1, 2, 4, 8, 16, 32, 37,
			]);
			expect(simulation.knows).toEqual(range(0, 100).map(() => 'values'));
		},
		'takes a refused one': () => {
			const simulation = refusing(0, 2, 4, 6);
			simulation.poll(8);
			simulation.bad.clear();
			expect(simulation.later(175 * MINUTE).map(({ length }) => length)).toEqual([1, 2, 1]);
			expect(simulation.knows).toEqual(range(0, 8).map(() => 'values'));
			expect(simulation.outbox.table.tries(0).refusals).toBe(0);
		},
	},
	meanwhile: {
		'a setting of the trigger changes, as when retries are turned on': () => {
			const simulation = inProgress({ recordsPerExecution: 'one' });
			expect(simulation.poll(3)).toEqual([[0]]);
			simulation.settings.recordsPerExecution = 'automatic';
			expect(simulation.later(MINUTE)).toEqual([[1, 2]]);
			simulation.settings.retries = false;
			simulation.later(MINUTE);
			// These were started with retries, so they go once more.
			expect(simulation.end('failed', 1)).toEqual([[1]]);
			expect(simulation.end('failed', 1)).toEqual([[2]]);
			expect(simulation.end('failed', 1)).toEqual([]);
			const turnedOn = inProgress({ retries: false });
			expect(turnedOn.poll(1)).toEqual([[0]]);
			turnedOn.settings.retries = true;
			expect(turnedOn.later(MINUTE, 1)).toEqual([[1]]);
			for (let count = 0; count < 2; count++) turnedOn.end('failed');
			expect(turnedOn.later(MINUTE)).toEqual([[1]]);
		},
		'the list cannot be read or compared': () => {
			const simulation = down();
			simulation.poll(2);
			simulation.isDown = false;
			simulation.edit(0, { phone });
			expect(simulation.later(MINUTE, 0, { isRead: false })).toEqual([[0], [1]]);
			expect(simulation.delivered.get(0)).not.toHaveProperty('phone');
		},
		'*Emit Existing* is turned on': () => {
			const simulation = inProgress({}, 3);
			simulation.edit(1, { phone });
			expect(simulation.later(MINUTE, 1)).toEqual([[1, 3]]);
			simulation.end('failed');
			expect(simulation.later(MINUTE, 0, { isReturningAll: true })).toEqual([[0, 2]]);
			expect(simulation.knows).toEqual(['nothing', 'perhapsMore', 'nothing', 'nothing']);
			expect(simulation.end('failed', 1)).toEqual([]);
			expect(simulation.end('failed')).toEqual([[3]]);
			const one = inProgress({ recordsPerExecution: 'one' }, 2);
			expect(one.later(MINUTE, 0, { isReturningAll: true })).toEqual([[0]]);
		},
	},
	'in n8n': {
		'it restarts with what was due': () => {
			const simulation = refusing(0);
			simulation.poll(2);
			simulation.isDown = true;
			simulation.later(HOUR, 2);
			simulation.restart();
			expect(simulation.knows).toEqual(['nothing', 'values', 'nothing', 'nothing']);
			simulation.isDown = false;
			expect(simulation.later(MINUTE)).toEqual([[2], [0], [3]]);
		},
		'it pauses the trigger after a poll that reports a failure, as with durable cursors': () => {
			const simulation = refusing(1);
			simulation.poll(9);
			expect(simulation.goodLeft).toBe(0);
			simulation.isDown = true;
			simulation.later(MINUTE, 3);
			expect(simulation.outbox.waiting.others).toBe(3);
		},
		'it restarts with refused ones': () => {
			const simulation = refusing(0, 2);
			simulation.poll(3);
			simulation.random = pseudoRandom(1);
			const first = range(0, 10).flatMap(() => {
				simulation.restart();
				expect(simulation.later(MINUTE)).toHaveLength(1);
				expect(simulation.outbox.waiting).toMatchObject({ refused: 2, others: 0 });
				return simulation.sent.at(-1);
			});
			expect(new Set(first)).toEqual(new Set([0, 2]));
		},
		'the workflow is unpublished, then published': () => {
			const simulation = down();
			simulation.poll(3);
			simulation.polls(20, HOUR);
			simulation.isDown = false;
			expect(simulation.later(MINUTE)).toEqual([]);
			expect(simulation.knows).toEqual(['nothing', 'nothing', 'nothing']);
			simulation.poll(0, { isPublished: true });
			expect(simulation.sizes(-2)).toEqual([1, 2]);
			expect(stopped().poll(0, { isPublished: true, isRead: false })).toEqual([[0]]);
			// What n8n has sent before counts in the lanes before.
			const hanging = inProgress();
			hanging.poll(3);
			hanging.end('failed');
			expect(hanging.later(LEASE, 0, { isPublished: true })).toEqual([[1]]);
			const failing = inProgress();
			failing.poll(1);
			failing.end('failed');
			expect(failing.later(MINUTE)).toEqual([[0]]);
			failing.outbox.beginAnew();
			expect(failing.end('failed')).toEqual([]);
			expect(failing.poll()).toEqual([[0]]);
			const refused = refusing(0, 2);
			refused.poll(3);
			expect(refused.poll(0, { isPublished: true })).toHaveLength(1);
		},
		'it restarts without durable cursors after polls that started no execution': () => {
			const simulation = new Simulation();
			simulation.event = leadStatusChanged;
			simulation.parameters = { status: ['contacted'] };
			simulation.list.push({ agentConversationId: '0', status: 'contacted' });
			simulation.poll();
			const stored = simulation.storedTable();
			for (const [isRestarted, goes] of [
				[true, []],
				[false, [[0]]],
			] as const) {
				simulation.edit(0, { status: 'interested' });
				expect(simulation.later(MINUTE)).toEqual([]);
				if (isRestarted) simulation.restart(stored);
				simulation.edit(0, { status: 'contacted' });
				expect(simulation.later(MINUTE)).toEqual(goes);
			}
		},
		'it is restored from a backup, or the workflow is imported with its state': () => {
			const simulation = new Simulation();
			simulation.poll(1);
			const stored = simulation.storedTable();
			simulation.edit(0, { phone });
			simulation.later(MINUTE, 1);
			simulation.restart(stored);
			expect(simulation.later(MINUTE)).toEqual([[0, 1]]);
		},
	},
	'retries are off': {
		'when an execution starts': () => {
			for (const ending of ['succeeded', 'failed', 'stopped', 'lease'] as const) {
				const simulation = inProgress({ retries: false });
				expect(simulation.poll(2)).toEqual([[0, 1]]);
				expect(simulation.knows).toEqual(['values', 'values']);
				simulation.edit(0, { phone });
				expect(simulation.later(MINUTE)).toEqual([]);
				simulation.edit(0, { phone: undefined });
				simulation.poll();
				if (ending !== 'lease') simulation.end(ending);
				expect(simulation.later(LEASE)).toEqual([]);
			}
		},
		'and a record in an execution is edited': () => {
			for (const ending of ['succeeded', 'failed'] as const) {
				const simulation = inProgress({ retries: false });
				expect(editedMeanwhile(simulation, 2, ending)).toEqual([[], [], [[0]]]);
			}
		},
		'and an execution could not start': () => {
			const simulation = inProgress({ retries: false });
			simulation.poll(2);
			const stored = simulation.storedTable();
			expect(simulation.end('notStarted')).toEqual([[0]]);
			expect(simulation.knows).toEqual(['values', 'nothing']);
			expect(simulation.end('succeeded')).toEqual([[1]]);
			simulation.restart(stored);
			expect(simulation.later(MINUTE)).toEqual([]);
		},
		'and an execution takes longer than its lease': () => {
			const simulation = inProgress({ retries: false });
			simulation.poll(1);
			simulation.edit(0, { phone });
			expect(simulation.later(LEASE)).toEqual([[0]]);
			simulation.end('succeeded', 1);
			simulation.end('succeeded');
			expect(simulation.later(MINUTE)).toEqual([]);
			expect(simulation.delivered.get(0)).toMatchObject({ firstName: 'First0' });
			expect(simulation.delivered.get(0)).not.toMatchObject({ phone });
		},
		'and *Emit Existing* is turned on': () => {
			for (const ending of ['succeeded', 'failed'] as const) {
				const simulation = inProgress({ retries: false });
				simulation.poll(2);
				expect(simulation.later(MINUTE, 0, { isReturningAll: true })).toEqual([]);
				expect(simulation.knows).toEqual(['nothing', 'nothing']);
				expect(simulation.end(ending)).toEqual([]);
				expect(simulation.later(MINUTE)).toEqual([[0, 1]]);
			}
			const notStarted = inProgress({ retries: false });
			notStarted.poll(1);
			notStarted.end('succeeded');
			notStarted.edit(0, { phone });
			expect(notStarted.later(MINUTE)).toEqual([[0]]);
			notStarted.later(MINUTE, 0, { isReturningAll: true });
			expect(notStarted.end('notStarted')).toEqual([]);
			expect(notStarted.later(MINUTE, 0, { isRead: false })).toEqual([[0]]);
			expect(notStarted.running[0].items).toMatchObject([{ changeType: 'created' }]);
		},
		'and n8n is killed': () => {
			const simulation = inProgress({ retries: false });
			simulation.poll(2);
			simulation.restart();
			expect(simulation.later(MINUTE)).toEqual([]);
		},
		'and something waits since they were on': () => {
			const simulation = inProgress();
			simulation.poll(1);
			simulation.end('failed');
			expect(simulation.later(HOUR, 2)).toEqual([[1, 2], [0]]);
			simulation.end('failed', 1);
			simulation.settings.retries = false;
			expect(simulation.later(LEASE - 1)).toEqual([[0]]);
			expect(simulation.knows).toEqual(['values', 'nothing', 'nothing']);
			expect(simulation.end('failed')).toEqual([]);
			expect(simulation.end('failed')).toEqual([[1]]);
			expect(simulation.end('failed')).toEqual([[2]]);
			expect(simulation.end('failed')).toEqual([]);
			expect(simulation.later(DAY)).toEqual([]);
		},
	},
	'with *one* or *all*': {
		'a list has a new or edited one': () => {
			const one = inProgress({ recordsPerExecution: 'one' }, 2);
			for (const lead of [0, 1]) one.edit(lead, { phone });
			expect(one.later(MINUTE, 1)).toEqual([[0]]);
			expect(one.knows).toEqual(['perhapsMore', 'values', 'nothing']);
			expect(one.outbox.table.isDone(1)).toBe(false);
			expect(one.end('succeeded')).toEqual([[1]]);
			expect(one.end('succeeded')).toEqual([[2]]);
			const all = inProgress({ recordsPerExecution: 'all' });
			expect(all.poll(2)).toEqual([[0, 1]]);
			all.end('failed');
			expect(all.later(SECOND, 1)).toEqual([[2]]);
			expect(all.end('succeeded')).toEqual([[0, 1]]);
			// One that is edited in each of its executions holds up no other one.
			const hot = inProgress({ recordsPerExecution: 'one' });
			hot.poll(2);
			expect(hot.end('failed')).toEqual([[1]]);
			hot.edit(1, { phone });
			expect(hot.later(SECOND)).toEqual([]);
			expect(hot.end('succeeded')).toEqual([[0]]);
			expect(hot.end('succeeded')).toEqual([[1]]);
		},
		'an execution fails with several': () => {
			const simulation = inProgress({ recordsPerExecution: 'all' });
			simulation.poll(2);
			expect(simulation.end('failed')).toEqual([]);
			expect(simulation.later(MINUTE)).toEqual([[0, 1]]);
		},
		'the destination is down': () => {
			const simulation = down();
			simulation.settings.recordsPerExecution = 'one';
			simulation.poll(9);
			simulation.polls(12, HOUR);
			expect(simulation.later(SECOND, 9)).toEqual([[9], [10]]);
			expect(range(0, 4).flatMap(() => simulation.later(SECOND).flat())).toEqual(range(11, 18));
		},
		'a piece hangs': () => {
			const simulation = inProgress({ recordsPerExecution: 'one' });
			expect(simulation.poll(2)).toEqual([[0]]);
			expect(simulation.later(LEASE - 1, 1)).toEqual([]);
			expect(simulation.later(1)).toEqual([[1]]);
			const withoutRetries = inProgress({ recordsPerExecution: 'one', retries: false });
			expect(withoutRetries.poll(2)).toEqual([[0]]);
			expect(withoutRetries.later(LEASE - 1)).toEqual([]);
			expect(withoutRetries.later(1)).toEqual([[1]]);
		},
	},
};

/** Rows that other rooms decide, with the file of their test. */
const ELSEWHERE: Record<string, Record<string, string>> = {
	'a list has a record': {
		'of another list, of another credential unless it names the same organization, or for an alert with other fields':
			'test/unit/trigger/state/baseline.test.ts',
		'that has lost or changed its contacts or its name': 'test/unit/trigger/table/match.test.ts',
		'of which half or more, and at least three, have changed in undocumented fields, in the same or in different ones':
			'test/unit/trigger/table/ignoreUndocumented.test.ts',
		'of another credential, and is empty': 'test/unit/trigger/state/baseline.test.ts',
	},
	'an execution': {
		'waits, as for an approval, however it ends then': 'test/engine/trigger/delivery.test.ts',
		'is in a worker that is killed': 'test/kills/kills.ts',
		'has an end that n8n does not report at all': 'test/engine/trigger/undocumented.test.ts',
	},
	'the destination': {
		'goes down while others succeed, or lets one through now and then':
			'test/unit/trigger/outbox/policy.test.ts',
	},
	meanwhile: {
		'the list cannot be read or compared, in a publication, or when n8n starts, or this process becomes the leader':
			'test/engine/trigger/ordinaryDays.test.ts',
		'the item of a record cannot be made, which is a mistake of this package':
			'test/unit/trigger/updateAndSend.test.ts',
		'a read fails that can have cost tokens: the service can have processed it, or has rejected what it asks for':
			'test/engine/trigger/minInterval.test.ts',
		'a read fails at no cost: the token, its rights, or the balance is rejected, the service limits the rate or redirects, or was not reached':
			'test/engine/trigger/minInterval.test.ts',
		'a field or option is an expression that differs at each poll':
			'test/engine/trigger/minInterval.test.ts',
		'a first list, or one of another credential, cannot be read':
			'test/engine/trigger/minInterval.test.ts',
		'the settings cannot be read, as with *Execute Once*':
			'test/engine/trigger/ordinaryDays.test.ts',
		'the token is of another organization, of which the list is':
			'test/engine/trigger/trigger.test.ts',
		'a read fails that can have cost tokens, when n8n starts, or this process becomes the leader':
			'test/engine/trigger/ordinaryDays.test.ts',
		'polls fail for a long time': 'test/unit/trigger/reporting/outage.test.ts',
		'*Include Secrets* is turned on or off': 'test/unit/trigger/state/baseline.test.ts',
		'two triggers read the same list': 'test/engine/trigger/sharedLists.test.ts',
		'a person tests the trigger in the editor': 'test/engine/trigger/trigger.test.ts',
	},
	'in n8n': {
		'the workflow is published over a published version':
			'test/unit/trigger/n8n/activation.test.ts',
		'the node is renamed': 'test/engine/trigger/triggerModes.test.ts',
		'another process polls, as a new leader': 'test/unit/trigger/state/store.test.ts',
		'the old leader goes on meanwhile': 'test/engine/trigger/turns.test.ts',
		'the clock of the old leader is ahead by more than the time since its last list, or the first list of the new one has changed nothing':
			'test/unit/trigger/state/store.test.ts',
		'the workflow is unpublished': 'test/engine/trigger/delivery.test.ts',
		'the workflow is published, and the minimum interval is not over':
			'test/engine/trigger/minInterval.test.ts',
		'its stored state cannot be read, or a release compares other fields':
			'test/unit/trigger/state/baseline.test.ts',
		'the node is removed, or replaced by another of the same name':
			'test/unit/trigger/state/store.test.ts',
		'it stores a state with executions only, and the first list starts none':
			'test/engine/trigger/ordinaryDays.test.ts',
		'two triggers are in one workflow': 'test/engine/trigger/ordinaryDays.test.ts',
		'a poll takes longer than the time until the next one, or until a publication':
			'test/engine/trigger/trigger.test.ts',
		'the clock of the machine jumps, or the machine is suspended':
			'test/engine/trigger/minInterval.test.ts',
	},
};

describe.each(Object.entries(TABLES))('%s', (_head, rows) => {
	test.each(Object.entries(rows))('%s', (_row, shows) => shows());
});

const root = join(__dirname, '../../../..');

/** The first column of each table, by its head. */
function firstColumns(): Record<string, string[]> {
	const page = readFileSync(join(root, 'docs/maintainers/delivery.md'), 'utf8').trim();
	const tables = page.split('\n\n').filter((text) => text.startsWith('|'));
	const columns = tables.map((table) =>
		table.split('\n').map((line) => line.split(' | ')[0].slice(2)),
	);
	return Object.fromEntries(columns.map(([head, , ...cells]) => [head.toLowerCase(), cells]));
}

test('each row has its test', () => {
	const columns = firstColumns();
	const tested = Object.entries(TABLES).map(([head, rows]) => {
		const titles = [...Object.keys(rows), ...Object.keys(ELSEWHERE[head] ?? {})];
		const place = (title: string) => columns[head].indexOf(title);
		return [head, titles.sort((one, other) => place(one) - place(other))];
	});
	expect(Object.fromEntries(tested)).toEqual(columns);
	const files = Object.values(ELSEWHERE).flatMap((rows) => Object.values(rows));
	expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
