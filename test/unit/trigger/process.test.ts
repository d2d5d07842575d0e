import { processOf, triggers } from '../../../nodes/AgentSuite/trigger/process';

test('of more than 1000 triggers, those that polled longest ago are forgotten', () => {
	triggers.clear();
	const first = processOf('first');
	const second = processOf('second');
	for (let index = 0; index < 998; index++) processOf(`trigger ${index}`);
	expect(processOf('first')).toBe(first);
	processOf('one more');
	expect(triggers.size).toBe(1000);
	expect(processOf('first')).toBe(first);
	expect(processOf('second')).not.toBe(second);
	triggers.clear();
});
