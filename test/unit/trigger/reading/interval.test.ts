import { Interval } from '../../../../nodes/AgentSuite/trigger/reading/interval';

const MINUTE = 60_000;
const JITTER = 15_000;
const FIVE = 5 * MINUTE;

test('a read begins an interval, also one that another trigger has made, and the next can come a little early', () => {
	const interval = new Interval();
	expect(interval.isOver(0, 's', FIVE)).toBe(true);
	for (const began of [0, MINUTE, MINUTE + FIVE - JITTER]) {
		interval.noteRead(began, 's');
		expect(interval.isOver(began + FIVE - JITTER - 1, 's', FIVE)).toBe(false);
		expect(interval.isOver(began + FIVE - JITTER, 's', FIVE)).toBe(true);
	}
});

test.each([0, 7000, 59_900])(
	'with timers that come each minute, a little early or late, it reads every fifth time after a first read at %i ms',
	(first) => {
		const interval = new Interval();
		const reads: number[] = [];
		interval.noteRead(first, 's');
		for (let minute = 1; minute <= 60; minute++) {
			const now = minute * MINUTE + [0, 400, -300][minute % 3];
			if (!interval.isOver(now, 's', FIVE)) continue;
			interval.noteRead(now, 's');
			reads.push(minute);
		}
		const begin = reads[0];
		expect(reads).toEqual(Array.from({ length: reads.length }, (_, read) => begin + 5 * read));
		expect(reads.length).toBeGreaterThan(10);
	},
);

test('it only holds for the settings of the read', () => {
	const interval = new Interval();
	interval.noteRead(0, 's');
	expect([interval.isOver(1000, 's', FIVE), interval.isOver(1000, 'others', FIVE)]).toEqual([
		false,
		true,
	]);
	interval.noteRead(FIVE, 'others');
	expect(interval.isOver(2 * FIVE - JITTER - 1, 'others', FIVE)).toBe(false);
});
