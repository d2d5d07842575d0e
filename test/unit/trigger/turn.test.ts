import type { Kept } from '../../../nodes/AgentSuite/trigger/kept';
import { takeTurn } from '../../../nodes/AgentSuite/trigger/turn';

const STUCK_MS = 120_000;

test('one poll at a time, until it is stuck', () => {
	const kept: Kept = {};
	const first = takeTurn(kept, 1);
	expect(takeTurn(kept, STUCK_MS)).toBeUndefined();
	const second = takeTurn(kept, 1 + STUCK_MS);
	expect([first?.isTakenOver(), second?.isTakenOver()]).toEqual([true, false]);
	// It must not end the turn of the other one.
	first?.end();
	expect(takeTurn(kept, 2 + STUCK_MS)).toBeUndefined();
	second?.end();
	expect(takeTurn(kept, 2 + STUCK_MS)).toBeDefined();
});
