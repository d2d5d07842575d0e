import { Lane } from '../../../../nodes/AgentSuite/trigger/outbox/lane';
import { HOUR, MINUTE, SECOND } from './simulation';

/** How many records go next. */
const sizeOf = ({ isWaiting, size }: Lane) => (isWaiting ? 0 : size);

const newLane = () => new Lane({ triesAfterWait: 2, longestWaitMs: 55 * MINUTE });

/** A poll sends, and finds nothing else to try. */
const begin = (lane: Lane, now: number) => lane.beginSending(now, true);

/** A lane after a success. */
function sending(): Lane {
	const lane = newLane();
	begin(lane, 0);
	lane.goOn();
	return lane;
}

/** Pieces fail. */
function fail(lane: Lane, times: number, now = 0): void {
	for (let failure = 0; failure < times; failure++) lane.fail(now);
}

/** A piece with so many records succeeds. */
function succeed(lane: Lane, count: number): void {
	lane.goOn();
	lane.grow(count);
}

/** How long it waits if both tries after each wait fail, ms. */
function waits(lane: Lane, count: number): number[] {
	let now = 0;
	return Array.from({ length: count }, () => {
		begin(lane, now);
		fail(lane, 2, now);
		const since = now;
		while (sizeOf(lane) === 0) {
			now += SECOND;
			begin(lane, now);
		}
		return now - since;
	});
}

test('nothing goes until it is opened, and it opens at the very end of its wait, each twice as long as the last one', () => {
	const lane = newLane();
	fail(lane, 1);
	expect(sizeOf(lane)).toBe(0);
	expect(waits(lane, 9)).toEqual([
		...[50, 100, 200, 400, 800, 1600, 3200].map((seconds) => seconds * SECOND),
		...[55 * MINUTE, 55 * MINUTE],
	]);
});

test('after a success, waits begin with the shortest one', () => {
	const lane = newLane();
	waits(lane, 3);
	lane.goOn();
	fail(lane, 8);
	expect(waits(lane, 2)).toEqual([50 * SECOND, 100 * SECOND]);
});

test('a wait is followed by two tries, and the next one begins with the last of them', () => {
	const lane = newLane();
	begin(lane, 0);
	fail(lane, 1, MINUTE);
	expect(sizeOf(lane)).toBe(1);
	fail(lane, 1, 2 * MINUTE);
	expect(sizeOf(lane)).toBe(0);
	begin(lane, 2 * MINUTE + 50 * SECOND - 1);
	expect(sizeOf(lane)).toBe(0);
	begin(lane, 2 * MINUTE + 50 * SECOND);
	expect(sizeOf(lane)).toBe(1);
});

test('a poll leaves the other tries while there is something else to try', () => {
	const lane = sending();
	fail(lane, 5);
	lane.beginSending(SECOND, false);
	lane.beginSending(MINUTE, false);
	fail(lane, 4, MINUTE);
	expect(sizeOf(lane)).toBe(1);
	fail(lane, 1, MINUTE);
	lane.beginSending(MINUTE + 50 * SECOND - 1, false);
	expect(sizeOf(lane)).toBe(0);
	lane.beginSending(MINUTE + 50 * SECOND, false);
	expect(sizeOf(lane)).toBe(1);
});

test('after a failure, a poll that finds nothing else to try begins the wait, whatever tries are left', () => {
	for (const lane of [newLane(), sending()]) {
		begin(lane, 0);
		fail(lane, 1);
		expect(sizeOf(lane)).toBe(1);
		begin(lane, SECOND);
		expect(sizeOf(lane)).toBe(0);
		begin(lane, 50 * SECOND - 1);
		expect(sizeOf(lane)).toBe(0);
		begin(lane, 50 * SECOND);
		fail(lane, 2, MINUTE);
		expect(sizeOf(lane)).toBe(0);
	}
});

test('a wait is over with a poll, also with the first one after a failure', () => {
	const lane = newLane();
	begin(lane, 0);
	fail(lane, 1);
	begin(lane, HOUR);
	fail(lane, 1, HOUR);
	expect(sizeOf(lane)).toBe(1);
	fail(lane, 1, HOUR);
	expect(sizeOf(lane)).toBe(0);
	begin(lane, HOUR + 99 * SECOND);
	expect(sizeOf(lane)).toBe(0);
	begin(lane, HOUR + 100 * SECOND);
	expect(sizeOf(lane)).toBe(1);
});

test('a failure while it waits, of a piece from before, neither lengthens the wait nor makes the next one longer', () => {
	const lane = newLane();
	begin(lane, 0);
	fail(lane, 2);
	fail(lane, 1, MINUTE);
	begin(lane, 50 * SECOND);
	expect(sizeOf(lane)).toBe(1);
	expect(waits(lane, 1)).toEqual([100 * SECOND]);
});

test('with one try after a wait, the first failure begins the wait', () => {
	const lane = new Lane({ triesAfterWait: 1, longestWaitMs: 175 * MINUTE });
	begin(lane, 0);
	fail(lane, 1);
	expect(sizeOf(lane)).toBe(0);
});

test('a poll adds no tries to those that it has already, and takes those of a success not away', () => {
	const lane = newLane();
	begin(lane, 0);
	begin(lane, MINUTE);
	fail(lane, 2, MINUTE);
	expect(sizeOf(lane)).toBe(0);
	const sent = sending();
	sent.goOn();
	begin(sent, MINUTE);
	fail(sent, 9);
	expect(sizeOf(sent)).toBe(1);
	fail(sent, 1);
	expect(sizeOf(sent)).toBe(0);
});

test('slow start: one record, twice as many after each success of its own, one after a failure', () => {
	const lane = newLane();
	begin(lane, 0);
	const sizes: number[] = [];
	const next = (end: () => void) => {
		sizes.push(sizeOf(lane));
		end();
	};
	for (let piece = 0; piece < 4; piece++) next(() => succeed(lane, sizeOf(lane)));
	next(() => lane.shrink());
	for (let piece = 0; piece < 2; piece++) next(() => succeed(lane, sizeOf(lane)));
	next(() => fail(lane, 1));
	next(() => succeed(lane, sizeOf(lane)));
	// It takes more than there are.
	next(() => succeed(lane, 1));
	next(() => lane.goOn());
	expect([...sizes, sizeOf(lane)]).toEqual([1, 2, 4, 8, 16, 1, 2, 4, 1, 2, 2, 2]);
});

test('once something has succeeded, it waits after ten failures in a row', () => {
	const lane = sending();
	fail(lane, 9);
	expect(sizeOf(lane)).toBe(1);
	lane.goOn();
	fail(lane, 9);
	expect(sizeOf(lane)).toBe(1);
	fail(lane, 1);
	expect(sizeOf(lane)).toBe(0);
	begin(lane, 50 * SECOND - 1);
	expect(sizeOf(lane)).toBe(0);
	begin(lane, 50 * SECOND);
	fail(lane, 2);
	expect(sizeOf(lane)).toBe(0);
});

test('a success ends a wait at once', () => {
	const lane = newLane();
	begin(lane, 0);
	fail(lane, 2);
	expect(sizeOf(lane)).toBe(0);
	lane.goOn();
	expect(sizeOf(lane)).toBe(1);
	begin(lane, SECOND);
	expect(sizeOf(lane)).toBe(1);
});
