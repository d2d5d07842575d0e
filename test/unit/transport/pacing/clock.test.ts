import { steadyClock } from '../../../../nodes/AgentSuite/transport/pacing/clock';

test('a system clock that is set back does not set it back', () => {
	const before = steadyClock.now();
	const systemClock = jest.spyOn(Date, 'now').mockReturnValue(0);
	const after = steadyClock.now();
	systemClock.mockRestore();
	expect(after).toBeGreaterThanOrEqual(before);
});
