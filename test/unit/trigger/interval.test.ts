import { Interval } from '../../../nodes/AgentSuite/trigger/interval';

const MINUTE = 60_000;
const JITTER = 15_000;
const FIVE = 5 * MINUTE;

/** When an interval is over, ms. */
function overAt(interval: Interval, from: number): number {
	let now = from;
	while (!interval.isOver(now, 's')) now += 1000;
	return now + JITTER;
}

test('the first interval is full, and a read that comes early does not move the plan', () => {
	const interval = new Interval();
	expect(interval.isOver(0, 's')).toBe(true);
	interval.begin(0, FIVE, 's');
	expect(interval.isOver(FIVE - 1, 's')).toBe(false);
	expect(interval.isOver(FIVE, 's')).toBe(true);
	interval.begin(FIVE, FIVE, 's');
	expect(overAt(interval, FIVE)).toBe(JITTER + 2 * FIVE);
	const late = JITTER + 2 * FIVE + 3000;
	interval.begin(late, FIVE, 's');
	expect(overAt(interval, late)).toBe(late + FIVE);
});

test('what another trigger has read early begins a full interval', () => {
	const interval = new Interval();
	interval.begin(0, FIVE, 's');
	interval.begin(MINUTE, FIVE, 's');
	expect(overAt(interval, MINUTE)).toBe(MINUTE + JITTER + FIVE);
});

test('it only holds for the settings of the read', () => {
	const interval = new Interval();
	interval.begin(0, FIVE, 's');
	expect([interval.isOver(1000, 's'), interval.isOver(1000, 'others')]).toEqual([false, true]);
	interval.begin(FIVE, FIVE, 'others');
	expect(interval.isOver(2 * FIVE - 1, 'others')).toBe(false);
});
