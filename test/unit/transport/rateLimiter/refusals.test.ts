import { Refusals } from '../../../../nodes/AgentSuite/transport/rateLimiter/refusals';
import { WINDOWS } from '../../../../nodes/AgentSuite/transport/rateLimiter/windows';

const { minute, hour } = WINDOWS;

test('what was sent before the first 429 came belongs to its burst', () => {
	const refusals = new Refusals();
	expect(refusals.note(0, 100)).toBe(true);
	expect([refusals.note(0, 150), refusals.note(100, 200)]).toEqual([false, false]);
	expect(refusals.refusedInBurst).toBe(3);
	expect(refusals.note(101, 300)).toBe(true);
	expect(refusals.refusedInBurst).toBe(1);
	expect([300, 301].map((sentAt) => refusals.isAfterBurst(sentAt))).toEqual([false, true]);
});

test.each([
	{ bursts: [0], known: false },
	{ bursts: [0, 0.9], known: false },
	{ bursts: [0, 1.1], known: true },
	{ bursts: [0, 2.6], known: false },
	{ bursts: [0, 2.6, 4], known: true },
	// The second is in the minute of the first, so the first is confirmed.
	{ bursts: [0, 0.9, 1.5], known: true },
])('bursts after $bursts minutes show others: $known', ({ bursts, known }) => {
	const refusals = new Refusals();
	for (const minutes of bursts) refusals.note(minutes * minute, minutes * minute);
	expect(refusals.areOthersKnown(bursts.at(-1)! * minute)).toBe(known);
});

test('others are known for an hour, and only the first 429 of a burst counts', () => {
	const refusals = new Refusals();
	for (const time of [0, 1.1 * minute]) refusals.note(time, time);
	refusals.note(minute, 2.4 * minute);
	const end = 1.1 * minute + hour;
	expect([end - 1, end].map((time) => refusals.areOthersKnown(time))).toEqual([true, false]);
});
