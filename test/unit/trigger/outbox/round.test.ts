import {
	roundAfter,
	canSend,
	noRound,
	type Round,
	type RoundStep,
} from '../../../../nodes/AgentSuite/trigger/outbox/round';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

const poll = (now = 0): RoundStep => ({ did: 'poll', now });
const fail = (count = 1, more: Partial<RoundStep> = {}): RoundStep =>
	({ did: 'fail', count, startedAt: 0, othersAreDue: true, ...more }) as RoundStep;
const succeed: RoundStep = { did: 'succeed' };
const reachRefused: RoundStep = { did: 'reach', isOfRefused: true };
const noOthersDue = { othersAreDue: false };

const play = (steps: RoundStep[], round: Round = noRound) => steps.reduce(roundAfter, round);
const times = (count: number, step: RoundStep) => Array.from({ length: count }, () => step);

test('a round begins with one record, and each success doubles', () => {
	const sizes = [0, 1, 2, 3, 10].map((count) => play([poll(), ...times(count, succeed)]).size);
	expect(sizes).toEqual([1, 2, 4, 8, 1024]);
});

test('a failure leaves a tenth of the piece that failed, and the first success after it keeps the size', () => {
	const grown = [poll(), ...times(6, succeed)];
	expect(play([...grown, fail(64)]).size).toBe(7);
	// The last piece can be smaller than the size.
	expect(play([...grown, fail(12)]).size).toBe(2);
	expect(play([...grown, fail(64), succeed]).size).toBe(7);
	expect(play([...grown, fail(64), succeed, succeed]).size).toBe(14);
});

test.each<[string, RoundStep[], number]>([
	['nothing has succeeded', [poll()], 2],
	['something has succeeded', [poll(), succeed], 10],
	['fresh records have succeeded', [poll(), { did: 'freshSucceed' }], 10],
	['something has succeeded, and only refused ones are left', [poll(), succeed, reachRefused], 2],
])('where %s, it ends after so many failures in a row: %#', (_what, steps, most) => {
	const more = steps.includes(reachRefused) ? noOthersDue : {};
	expect(play([...steps, ...times(most - 1, fail(1, more))]).isOver).toBe(false);
	expect(play([...steps, ...times(most, fail(1, more))]).isOver).toBe(true);
	const between = [...times(most - 1, fail(1, more)), succeed];
	expect(play([...steps, ...between, ...between]).isOver).toBe(false);
});

test('a destination that is down: the next round waits 50 s, doubling, to an hour', () => {
	let round = noRound;
	let now = 0;
	const waits = Array.from({ length: 9 }, () => {
		round = play([poll(now), fail(1, { startedAt: now }), fail(1, { startedAt: now })], round);
		const wait = round.downPause.until - now;
		expect(play([poll(round.downPause.until - 1)], round).isOver).toBe(true);
		now = round.downPause.until;
		return wait / SECOND;
	});
	expect(waits).toEqual([50, 100, 200, 400, 800, 1600, 3200, 3600, 3600]);
});

const isDown = play([poll(), ...times(2, fail())]);
const isRefusing = play([poll(), succeed, reachRefused, ...times(2, fail(1, noOthersDue))]);

test.each<[string, RoundStep]>([
	['new records', { did: 'arrive' }],
	['an edit or a publication', { did: 'repair' }],
	['a success', succeed],
	['a success of fresh records', { did: 'freshSucceed' }],
])('%s: the destination no longer counts as down', (_what, step) => {
	expect(play([poll(SECOND)], isDown).isOver).toBe(true);
	expect(play([step, poll(SECOND)], isDown).isOver).toBe(false);
});

test('refused records pause alone: others go on, and only a repair ends it', () => {
	expect(isRefusing.downPause.until).toBe(0);
	const next = play([poll(SECOND)], isRefusing);
	expect([canSend(next, false, SECOND), canSend(next, true, SECOND)]).toEqual([true, false]);
	expect(canSend(next, true, 50 * SECOND)).toBe(true);
	for (const step of [{ did: 'arrive' }, succeed, { did: 'freshSucceed' }] as RoundStep[])
		expect(canSend(play([step], next), true, SECOND)).toBe(false);
	expect(canSend(play([{ did: 'repair' }], next), true, SECOND)).toBe(true);
	// A refused one that succeeds.
	expect(canSend(play([reachRefused, succeed], next), true, SECOND)).toBe(true);
});

test('what was refused before is tried one by one first, however large the last piece was', () => {
	const round = play([poll(), ...times(8, succeed), reachRefused]);
	expect(round.size).toBe(1);
	expect(play([succeed, reachRefused], round).size).toBe(2);
	expect(play([{ did: 'reach', isOfRefused: false }], round).isOfRefused).toBe(false);
});

test('one failure, and then nothing is due: it counts as down, too', () => {
	const round = play([poll(), fail(), { did: 'runOut', now: SECOND }]);
	expect([round.isOver, round.downPause.until]).toEqual([true, 51 * SECOND]);
	const idle = play([poll(), { did: 'runOut', now: SECOND }]);
	expect(play([{ did: 'runOut', now: HOUR }], isDown)).toEqual(isDown);
	expect(canSend(isDown, false, HOUR)).toBe(false);
	expect([idle.isOver, idle.downPause.until]).toEqual([false, 0]);
	expect(play([poll(), succeed, fail(), { did: 'runOut', now: SECOND }]).downPause.until).toBe(0);
});

test('fresh records that fail: down, unless something has succeeded', () => {
	const failed: RoundStep = { did: 'freshFail', startedAt: HOUR };
	expect(play([poll(), failed]).downPause).toEqual({ rounds: 1, until: HOUR + 50 * SECOND });
	expect(play([poll(), succeed, failed]).isOver).toBe(false);
});

test('an interruption ends the round and counts for nothing', () => {
	const round = play([poll(), fail(), { did: 'interrupt' }]);
	expect([round.isOver, round.downPause.until]).toEqual([true, 0]);
	expect(play([poll()], round)).toEqual(play([poll()]));
});
