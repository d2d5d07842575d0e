import { isReadDue, nextReadAfter } from '../../../nodes/AgentSuite/trigger/interval';

const MINUTE = 60_000;
const JITTER = 15_000;

test('the first interval is full, and a read that comes early does not move the plan', () => {
	const next = nextReadAfter(undefined, 0, 5 * MINUTE, '');
	expect(isReadDue(undefined, 0)).toBe(true);
	expect(isReadDue(next, 5 * MINUTE - 1)).toBe(false);
	expect(isReadDue(next, 5 * MINUTE)).toBe(true);
	const early = nextReadAfter(next, 5 * MINUTE, 5 * MINUTE, '');
	expect(early.at - next.at).toBe(5 * MINUTE);
	const late = nextReadAfter(early, early.at + 3000, 5 * MINUTE, '');
	expect(late.at).toBe(early.at + 3000 + 5 * MINUTE);
});

test('what another trigger has read early begins a full interval', () => {
	const next = nextReadAfter(undefined, 0, 5 * MINUTE, '');
	const other = nextReadAfter(next, MINUTE, 5 * MINUTE, '');
	expect(other.at).toBe(MINUTE + JITTER + 5 * MINUTE);
});
