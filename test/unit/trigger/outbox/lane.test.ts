import { Lane } from '../../../../nodes/AgentSuite/trigger/outbox/lane';
import { MINUTE, range, SECOND } from './simulation';

const laneOf = (probes = 1) => new Lane({ probes, longestWaitMs: 55 * MINUTE });

/** What it sends next, of many untried records. */
const nextOf = (lane: Lane) => lane.pick(range(0, 99), [], false);

/** How many records it sends next. */
const sizeOf = (lane: Lane) => nextOf(lane).length;

/** A lane that has opened, and sends on after a success of something else. */
function sending(): Lane {
	const lane = laneOf();
	lane.open(0);
	lane.sendOn();
	return lane;
}

/** How long it waits after probes that fail, ms. */
function waits(lane: Lane, count: number): number[] {
	let now = 0;
	return Array.from({ length: count }, () => {
		lane.open(now);
		lane.fail(true, now);
		const since = now;
		while (sizeOf(lane) === 0) {
			now += SECOND;
			lane.open(now);
		}
		return now - since;
	});
}

test('is closed until it is opened, and opens at the very end of its wait', () => {
	const lane = laneOf();
	expect(sizeOf(lane)).toBe(0);
	expect(waits(lane, 9)).toEqual([
		...[50, 100, 200, 400, 800, 1600, 3200].map((seconds) => seconds * SECOND),
		...[55 * MINUTE, 55 * MINUTE],
	]);
});

test.each<[string, (lane: Lane) => void]>([
	['a success', (lane) => lane.sendOn()],
	['a reason to try again', (lane) => lane.retrySoon()],
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
	expect(sizeOf(lane)).toBe(0);
	lane.open(50 * SECOND);
	expect(sizeOf(lane)).toBe(1);
});

test('a second probe goes if there is another record, and then it waits', () => {
	for (const hasOthers of [true, false]) {
		const lane = laneOf(2);
		lane.open(0);
		expect(nextOf(lane)).toEqual([0]);
		lane.fail(hasOthers, 0);
		expect(nextOf(lane)).toEqual(hasOthers ? [98] : []);
		lane.fail(hasOthers, 0);
		expect(nextOf(lane)).toEqual([]);
	}
});

test('a poll while a probe is in progress changes nothing', () => {
	const lane = laneOf(2);
	lane.open(0);
	lane.fail(true, 0);
	lane.open(MINUTE);
	expect(nextOf(lane)).toEqual([98]);
});

test('slow start: one record, twice as many after each success of its own, one after a failure', () => {
	const lane = laneOf();
	lane.open(0);
	const sizes: number[] = [];
	const next = (end: () => void) => {
		sizes.push(sizeOf(lane));
		end();
	};
	for (let piece = 0; piece < 4; piece++) next(() => lane.succeed(sizeOf(lane)));
	next(() => lane.fail(true, 0));
	next(() => lane.succeed(sizeOf(lane)));
	// It takes more than there are.
	next(() => lane.succeed(1));
	next(() => lane.sendOn());
	expect([...sizes, sizeOf(lane)]).toEqual([1, 2, 4, 8, 16, 1, 2, 2, 2]);
});

test('ten failures in a row close it until the next poll, which begins with a probe', () => {
	const lane = sending();
	for (let failure = 1; failure < 10; failure++) lane.fail(true, 0);
	expect(sizeOf(lane)).toBe(1);
	lane.sendOn();
	for (let failure = 1; failure < 10; failure++) lane.fail(true, 0);
	expect(sizeOf(lane)).toBe(1);
	lane.fail(true, 0);
	expect(sizeOf(lane)).toBe(0);
	lane.open(0);
	expect(sizeOf(lane)).toBe(1);
	lane.fail(true, 0);
	expect(sizeOf(lane)).toBe(0);
});

test('a poll begins with a probe, whatever has succeeded before', () => {
	const lane = sending();
	lane.succeed(8);
	lane.open(0);
	expect(sizeOf(lane)).toBe(1);
	lane.fail(true, 0);
	expect(sizeOf(lane)).toBe(0);
});

test('a success ends a wait at once, also that of a closed lane', () => {
	const lane = laneOf();
	lane.open(0);
	lane.fail(true, 0);
	lane.sendOn();
	expect(sizeOf(lane)).toBe(1);
	lane.close();
	expect(sizeOf(lane)).toBe(0);
	lane.sendOn();
	expect(sizeOf(lane)).toBe(1);
});

test('closed while it waits, it waits on, and a reason to try again opens it with the next poll', () => {
	const lane = laneOf();
	lane.open(0);
	lane.fail(true, 0);
	lane.close();
	lane.open(1);
	expect(sizeOf(lane)).toBe(0);
	lane.retrySoon();
	expect(sizeOf(lane)).toBe(0);
	lane.open(1);
	expect(sizeOf(lane)).toBe(1);
});

test('a failure of what was sent before it closed changes nothing', () => {
	const lane = laneOf();
	lane.fail(true, 0);
	lane.open(0);
	expect(sizeOf(lane)).toBe(1);
	lane.fail(true, 0);
	lane.fail(true, 10 * MINUTE);
	lane.open(50 * SECOND);
	expect(sizeOf(lane)).toBe(1);
});
