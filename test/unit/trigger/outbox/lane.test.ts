import { Lane } from '../../../../nodes/AgentSuite/trigger/outbox/lane';
import { MINUTE, SECOND } from './simulation';

const laneOf = (probes = 1) => new Lane({ probes, longestWaitMs: 55 * MINUTE });

/** A lane that has opened, and sends on after a success of something else. */
function sending(): Lane {
	const lane = laneOf();
	lane.open(0);
	lane.succeed();
	return lane;
}

/** How long it waits after probes that fail, ms. */
function waits(lane: Lane, count: number): number[] {
	let now = 0;
	return Array.from({ length: count }, () => {
		lane.open(now);
		lane.fail(true, now);
		const since = now;
		while (lane.size === 0) {
			now += SECOND;
			lane.open(now);
		}
		return now - since;
	});
}

test('is closed until it is opened, and opens at the very end of its wait', () => {
	const lane = laneOf();
	expect(lane.size).toBe(0);
	expect(waits(lane, 9)).toEqual([
		...[50, 100, 200, 400, 800, 1600, 3200].map((seconds) => seconds * SECOND),
		...[55 * MINUTE, 55 * MINUTE],
	]);
});

test.each<[string, (lane: Lane) => void]>([
	['a success', (lane) => lane.succeed()],
	['a reason to try again', (lane) => lane.endWait()],
])('after %s, waits begin with the shortest one', (_what, end) => {
	const lane = laneOf();
	waits(lane, 3);
	end(lane);
	expect(waits(lane, 2)).toEqual([50 * SECOND, 100 * SECOND]);
});

test('the wait begins when the probe starts', () => {
	const lane = laneOf();
	lane.open(MINUTE);
	lane.fail(true, 0);
	lane.open(50 * SECOND - 1);
	expect(lane.size).toBe(0);
	lane.open(50 * SECOND);
	expect(lane.size).toBe(1);
});

test('a second probe goes if there is another record, and then it waits', () => {
	for (const hasOthers of [true, false]) {
		const lane = laneOf(2);
		lane.open(0);
		expect(lane.isSecondProbe).toBe(false);
		lane.fail(hasOthers, 0);
		expect(lane.isSecondProbe).toBe(hasOthers);
		expect(lane.size).toBe(hasOthers ? 1 : 0);
		lane.fail(hasOthers, 0);
		expect(lane.size).toBe(0);
		expect(lane.isSecondProbe).toBe(false);
	}
});

test('a poll while a probe is in progress changes nothing', () => {
	const lane = laneOf(2);
	lane.open(0);
	lane.fail(true, 0);
	lane.open(MINUTE);
	expect(lane.isSecondProbe).toBe(true);
});

test('it is sending after a success, until the next poll', () => {
	const lane = laneOf();
	expect(lane.isSending).toBe(false);
	lane.succeed();
	expect(lane.isSending).toBe(true);
	lane.open(0);
	expect(lane.isSending).toBe(false);
});

test('slow start: one record, twice as many after each success of its own, one after a failure', () => {
	const lane = laneOf();
	lane.open(0);
	const sizes: number[] = [];
	const next = (end: () => void) => {
		sizes.push(lane.size);
		end();
	};
	for (let piece = 0; piece < 4; piece++) next(() => lane.succeed(lane.size));
	next(() => lane.fail(true, 0));
	next(() => lane.succeed(lane.size));
	// It takes more than there are.
	next(() => lane.succeed(1));
	next(() => lane.succeed());
	expect([...sizes, lane.size]).toEqual([1, 2, 4, 8, 16, 1, 2, 2, 2]);
});

test('ten failures in a row close it until the next poll, which begins with a probe', () => {
	const lane = sending();
	for (let failure = 1; failure < 10; failure++) lane.fail(true, 0);
	expect(lane.size).toBe(1);
	lane.succeed();
	for (let failure = 1; failure < 10; failure++) lane.fail(true, 0);
	expect(lane.size).toBe(1);
	lane.fail(true, 0);
	expect(lane.size).toBe(0);
	lane.open(0);
	expect(lane.size).toBe(1);
	lane.fail(true, 0);
	expect(lane.size).toBe(0);
});

test('a poll begins with a probe, whatever has succeeded before', () => {
	const lane = sending();
	lane.succeed(8);
	lane.open(0);
	expect(lane.size).toBe(1);
	lane.fail(true, 0);
	expect(lane.size).toBe(0);
});

test('a success ends a wait at once, also that of a closed lane', () => {
	const lane = laneOf();
	lane.open(0);
	lane.fail(true, 0);
	lane.succeed();
	expect(lane.size).toBe(1);
	lane.close();
	expect(lane.size).toBe(0);
	lane.succeed();
	expect(lane.size).toBe(1);
});

test('closed while it waits, it waits on, and a reason to try again opens it with the next poll', () => {
	const lane = laneOf();
	lane.open(0);
	lane.fail(true, 0);
	lane.close();
	lane.open(1);
	expect(lane.size).toBe(0);
	lane.endWait();
	expect(lane.size).toBe(0);
	lane.open(1);
	expect(lane.size).toBe(1);
});

test('a failure of what was sent before it closed changes nothing', () => {
	const lane = laneOf();
	lane.fail(true, 0);
	lane.open(0);
	expect(lane.size).toBe(1);
	lane.fail(true, 0);
	lane.fail(true, 10 * MINUTE);
	lane.open(50 * SECOND);
	expect(lane.size).toBe(1);
});
