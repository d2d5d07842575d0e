import { memories, memoryOf, sharesWorkflow } from '../../../nodes/AgentSuite/trigger/memory';

const DAY = 86_400_000;

beforeEach(() => memories.clear());

test('the same memory for each poll of a trigger, until it has not polled for longer than a month', () => {
	const [first, second] = [memoryOf('w:1', 0), memoryOf('w:2', 0)];
	const suspended = [first, second].map(({ sender }) => jest.spyOn(sender, 'suspend'));
	expect(memoryOf('w:1', 31 * DAY)).toBe(first);
	// However many others there are.
	for (let index = 0; index < 2000; index++) memoryOf(`other:${index}`, 31 * DAY);
	expect(memories.size).toBe(2002);
	expect(memoryOf('w:1', 41 * DAY)).toBe(first);
	expect(suspended.map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
	expect(memoryOf('w:2', 41 * DAY)).not.toBe(second);
});

test('triggers of one workflow', () => {
	memoryOf('w:1', 0);
	memoryOf('w2:1', 0);
	expect(sharesWorkflow('w:1')).toBe(false);
	memoryOf('w:2', 0);
	expect([sharesWorkflow('w:1'), sharesWorkflow('w2:1')]).toEqual([true, false]);
});
