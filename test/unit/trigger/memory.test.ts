import { memories, memoryOf, sharesWorkflow } from '../../../nodes/AgentSuite/trigger/memory';

beforeEach(() => memories.clear());

test('the same memory for each poll of a trigger, and the 1000 that polled last: others start nothing more', () => {
	const [first, second] = [memoryOf('w:1'), memoryOf('w:2')];
	const suspended = [first, second].map(({ sender }) => jest.spyOn(sender, 'suspend'));
	expect(memoryOf('w:1')).toBe(first);
	for (let index = 0; index < 999; index++) memoryOf(`other:${index}`);
	expect(memories.size).toBe(1000);
	expect(suspended.map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
	expect(memoryOf('w:1')).toBe(first);
	expect(memoryOf('w:2')).not.toBe(second);
});

test('triggers of one workflow', () => {
	memoryOf('w:1');
	memoryOf('w2:1');
	expect(sharesWorkflow('w:1')).toBe(false);
	memoryOf('w:2');
	expect([sharesWorkflow('w:1'), sharesWorkflow('w2:1')]).toEqual([true, false]);
});
