import { Lane } from '../../../../nodes/AgentSuite/trigger/outbox/lane';
import { MINUTE, range, SECOND } from './simulation';

const newLane = () => new Lane(55 * MINUTE);

/** A lane that has opened, and sends on after a success of something else. */
function sending(): Lane {
	const lane = newLane();
	lane.open(0);
	lane.succeed();
	return lane;
}

/** How long it waits after probes that fail, ms. */
function waits(lane: Lane, count: number): number[] {
	let now = 0;
	return Array.from({ length: count }, () => {
		lane.open(now);
		lane.fail(now);
		const since = now;
		while (lane.size === 0) {
			now += SECOND;
			lane.open(now);
		}
		return now - since;
	});
}

test('is closed until it is opened, and opens at the very end of its wait', () => {
	const lane = newLane();
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
	const lane = newLane();
	waits(lane, 3);
	end(lane);
	// A success allows more failures until the next poll opens it.
	lane.open(0);
	expect(waits(lane, 2)).toEqual([50 * SECOND, 100 * SECOND]);
});

test('the wait begins when the probe fails', () => {
	const lane = newLane();
	lane.open(MINUTE);
	lane.fail(2 * MINUTE);
	lane.open(2 * MINUTE + 50 * SECOND - 1);
	expect(lane.size).toBe(0);
	lane.open(2 * MINUTE + 50 * SECOND);
	expect(lane.size).toBe(1);
});

test('a poll while a probe is in progress changes nothing', () => {
	const lane = newLane();
	for (const minute of [0, 1, 2]) lane.open(minute * MINUTE);
	expect(lane.size).toBe(1);
	lane.fail(2 * MINUTE);
	expect(lane.size).toBe(0);
	lane.open(2 * MINUTE + 50 * SECOND);
	expect(lane.size).toBe(1);
});

test('after every other wait, the probe is from the middle', () => {
	const lane = newLane();
	lane.open(0);
	const isFromMiddle = range(0, 4).map((hour) => {
		const is = lane.isFromMiddle;
		lane.open(60 * MINUTE * hour);
		lane.fail(60 * MINUTE * hour);
		return is;
	});
	expect(isFromMiddle).toEqual([false, true, false, true]);
	lane.open(300 * MINUTE);
	lane.fail(300 * MINUTE);
	expect(lane.isFromMiddle).toBe(true);
	lane.succeed();
	expect(lane.isFromMiddle).toBe(false);
});

test('slow start: one record, twice as many after each success of its own, one after a failure', () => {
	const lane = newLane();
	lane.open(0);
	const sizes: number[] = [];
	const next = (end: () => void) => {
		sizes.push(lane.size);
		end();
	};
	for (let piece = 0; piece < 4; piece++) next(() => lane.succeed(lane.size));
	next(() => lane.fail(0));
	next(() => lane.succeed(lane.size));
	// It takes more than there are.
	next(() => lane.succeed(1));
	next(() => lane.succeed());
	expect([...sizes, lane.size]).toEqual([1, 2, 4, 8, 16, 1, 2, 2, 2]);
});

test('once something has succeeded, it waits after ten failures in a row', () => {
	const lane = sending();
	for (let failure = 1; failure < 10; failure++) lane.fail(0);
	expect(lane.size).toBe(1);
	lane.succeed();
	for (let failure = 1; failure < 10; failure++) lane.fail(0);
	expect(lane.size).toBe(1);
	lane.fail(0);
	expect(lane.size).toBe(0);
	lane.open(50 * SECOND - 1);
	expect(lane.size).toBe(0);
	lane.open(50 * SECOND);
	expect(lane.size).toBe(1);
	lane.fail(50 * SECOND);
	expect(lane.size).toBe(0);
});

test('a poll begins with a probe, whatever has succeeded before', () => {
	const lane = sending();
	lane.succeed(8);
	lane.open(0);
	expect(lane.size).toBe(1);
	lane.fail(0);
	expect(lane.size).toBe(0);
});

test('a success ends a wait at once, also that of a closed lane', () => {
	const lane = newLane();
	lane.open(0);
	lane.fail(0);
	lane.succeed();
	expect(lane.size).toBe(1);
	lane.close();
	expect(lane.size).toBe(0);
	lane.succeed();
	expect(lane.size).toBe(1);
});

test('closed while it waits, it waits on, and a reason to try again opens it with the next poll', () => {
	const lane = newLane();
	lane.open(0);
	lane.fail(0);
	lane.close();
	lane.open(1);
	expect(lane.size).toBe(0);
	lane.endWait();
	expect(lane.size).toBe(0);
	lane.open(1);
	expect(lane.size).toBe(1);
});

test('a failure of what was sent before it closed changes nothing', () => {
	const lane = newLane();
	lane.fail(0);
	expect(lane.size).toBe(0);
	lane.open(0);
	expect(lane.size).toBe(1);
	lane.fail(0);
	lane.fail(10 * MINUTE);
	expect(lane.size).toBe(0);
	lane.open(50 * SECOND);
	expect(lane.size).toBe(1);
});
