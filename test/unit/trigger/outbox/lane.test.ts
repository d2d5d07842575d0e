import { Lane } from '../../../../nodes/AgentSuite/trigger/outbox/lane';
import { enqueue, type Pending } from '../../../../nodes/AgentSuite/trigger/outbox/pending';
import { MINUTE, SECOND } from './simulation';

/** A lane in which records wait that are due at these times. It closes after two failures. */
function laneOf(...dueAt: number[]): Lane {
	const lane = new Lane({ maxFailures: 2, maxWaitMs: 3 * MINUTE });
	for (const at of dueAt) {
		const pending: Pending = { item: {}, dueAt: at };
		enqueue(pending, lane.queue);
	}
	return lane;
}
const size = (lane: Lane, now: number) => lane.nextPiece(now).length;

/** The times at which it opens after nothing has succeeded, ms after it has closed. */
function waits(lane: Lane, count: number): number[] {
	let now = 0;
	return Array.from({ length: count }, () => {
		lane.open(now);
		lane.fail(1, now);
		lane.fail(1, now);
		const closedAt = now;
		while (size(lane, now) === 0) {
			now += SECOND;
			lane.open(now);
		}
		return now - closedAt;
	});
}

test('is closed until it is opened, and opens at the very end of its wait', () => {
	const lane = laneOf(0);
	expect(size(lane, 0)).toBe(0);
	expect(waits(lane, 4)).toEqual([50, 100, 180, 180].map((seconds) => seconds * SECOND));
});

test.each<[string, (lane: Lane) => void]>([
	['a success', (lane) => lane.noteSuccess()],
	['a reason to try again', (lane) => lane.endWait()],
])('after %s, waits begin with the shortest one', (_what, end) => {
	const lane = laneOf(0);
	waits(lane, 3);
	end(lane);
	expect(waits(lane, 2)).toEqual([50 * SECOND, 100 * SECOND]);
});

test('a record can be sent at the moment at which it is due', () => {
	const lane = laneOf(5, 6);
	lane.open(0);
	expect([4, 5].map((now) => size(lane, now))).toEqual([0, 1]);
});

test('if something has succeeded, failures close it only until the next poll', () => {
	const lane = laneOf(0);
	lane.open(0);
	lane.succeed();
	for (let failure = 0; failure < 10; failure++) {
		expect(size(lane, 0)).toBe(1);
		lane.fail(1, 0);
	}
	expect(size(lane, 0)).toBe(0);
	lane.open(1);
	expect(size(lane, 1)).toBe(1);
	// Of this time, nothing has succeeded.
	lane.fail(1, 1);
	lane.fail(1, 1);
	expect(size(lane, 1)).toBe(0);
});

test('nothing left to try after a failure closes it, as more failures do', () => {
	const lane = laneOf(60 * SECOND);
	lane.open(0);
	lane.fail(1, 20 * SECOND);
	expect(size(lane, 20 * SECOND)).toBe(0);
	lane.open(60 * SECOND);
	expect(size(lane, 60 * SECOND)).toBe(0);
	lane.open(70 * SECOND);
	expect(size(lane, 70 * SECOND)).toBe(1);
});
