import type { Memory } from '../../../nodes/AgentSuite/trigger/memory';
import { takeTurn } from '../../../nodes/AgentSuite/trigger/turn';

const STUCK_MS = 120_000;

test('one poll at a time, until it is stuck', () => {
	const memory: Memory = {};
	const first = takeTurn(memory, 1);
	expect(takeTurn(memory, STUCK_MS)).toBeUndefined();
	const second = takeTurn(memory, 1 + STUCK_MS);
	expect([first?.isTakenOver(), second?.isTakenOver()]).toEqual([true, false]);
	// It must not end the turn of the other one.
	first?.end();
	expect(takeTurn(memory, 2 + STUCK_MS)).toBeUndefined();
	second?.end();
	expect(takeTurn(memory, 2 + STUCK_MS)).toBeDefined();
});
