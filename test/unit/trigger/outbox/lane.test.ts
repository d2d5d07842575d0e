import { Lane } from '../../../../nodes/AgentSuite/trigger/outbox/lane';
import { HOUR, MINUTE, SECOND } from './simulation';

/** A lane in which some records wait. Two failures end its round. */
function laneOf(...rows: number[]): Lane {
	const lane = new Lane({ maxFailures: 2, maxWaitHours: 1 });
	for (const row of rows) lane.add(row);
	return lane;
}

/** A piece of the lane fails alone. */
function failOne(lane: Lane, now = 0): void {
	const [row] = lane.nextPiece();
	lane.remove(row);
	lane.putAside([row]);
	lane.fail(1, now);
}

/** The times at which it opens after nothing has succeeded, ms after it has closed. */
function waits(lane: Lane, count: number): number[] {
	let now = 0;
	return Array.from({ length: count }, () => {
		lane.open(now);
		failOne(lane, now);
		const closedAt = now;
		while (lane.nextPiece().length === 0) {
			now += SECOND;
			lane.open(now);
		}
		return now - closedAt;
	});
}

test('is closed until it is opened, and opens at the very end of its wait', () => {
	const lane = laneOf(0);
	expect(lane.nextPiece()).toEqual([]);
	const longest = HOUR - 5 * MINUTE;
	expect(waits(lane, 8)).toEqual([
		...[50, 100, 200, 400, 800, 1600, 3200].map((seconds) => seconds * SECOND),
		longest,
	]);
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

test('one that has failed alone goes again only after a success, at the end', () => {
	const lane = laneOf(0, 1, 2);
	lane.open(0);
	failOne(lane);
	expect(lane.rows).toEqual([1, 2, 0]);
	// The second try is of the newest.
	expect(lane.nextPiece()).toEqual([2]);
	lane.remove(2);
	lane.succeed();
	expect(lane.nextPiece()).toEqual([1]);
	lane.remove(1);
	lane.succeed();
	expect(lane.nextPiece()).toEqual([0]);
});

test('if something has succeeded, ten failures end its round, and the next poll begins another', () => {
	const rows = Array.from({ length: 30 }, (_none, row) => row);
	const lane = laneOf(...rows);
	lane.open(0);
	lane.succeed();
	for (let failure = 0; failure < 10; failure++) failOne(lane);
	expect(lane.nextPiece()).toEqual([]);
	lane.open(1);
	failOne(lane, 1);
	expect(lane.nextPiece()).toHaveLength(1);
	// Of this time, nothing has succeeded.
	failOne(lane, 1);
	lane.open(2);
	expect(lane.nextPiece()).toEqual([]);
});

test('nothing left to try after a failure ends its round, as more failures do', () => {
	const lane = laneOf(0);
	lane.open(0);
	failOne(lane, 20 * SECOND);
	lane.open(60 * SECOND);
	expect(lane.nextPiece()).toEqual([]);
	lane.open(70 * SECOND);
	expect(lane.nextPiece()).toEqual([0]);
});

test('without a round, the end of a piece changes nothing but the wait', () => {
	const lane = laneOf(0);
	lane.succeed();
	lane.fail(1, 0);
	expect(lane.nextPiece()).toEqual([]);
	lane.open(0);
	expect(lane.nextPiece()).toEqual([0]);
});
