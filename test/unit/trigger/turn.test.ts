import { Turns } from '../../../nodes/AgentSuite/trigger/turn';

const STUCK_MS = 120_000;

test('one poll at a time, until it is stuck', () => {
	const turns = new Turns();
	const first = turns.take(1);
	expect(turns.take(STUCK_MS)).toBeUndefined();
	const second = turns.take(1 + STUCK_MS);
	expect([first?.isTakenOver(), second?.isTakenOver()]).toEqual([true, false]);
	// It must not end the turn of the other one.
	first?.end();
	expect(turns.take(2 + STUCK_MS)).toBeUndefined();
	second?.end();
	expect(turns.take(2 + STUCK_MS)).toBeDefined();
});
