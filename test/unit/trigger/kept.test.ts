import { keptFor, keptByTrigger } from '../../../nodes/AgentSuite/trigger/kept';

test('of more than 1000 keptByTrigger, those that polled longest ago are forgotten', () => {
	keptByTrigger.clear();
	const first = keptFor('first');
	const second = keptFor('second');
	for (let index = 0; index < 998; index++) keptFor(`trigger ${index}`);
	expect(keptFor('first')).toBe(first);
	keptFor('one more');
	expect(keptByTrigger.size).toBe(1000);
	expect(keptFor('first')).toBe(first);
	expect(keptFor('second')).not.toBe(second);
	keptByTrigger.clear();
});
