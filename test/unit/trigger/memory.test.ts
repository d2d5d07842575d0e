import { memories, memoryOf, sharesWorkflow } from '../../../nodes/AgentSuite/trigger/memory';

beforeEach(() => memories.clear());

test('the same memory for each poll of a trigger', () => {
	const first = memoryOf('w', '1');
	expect(memoryOf('w', '2')).not.toBe(first);
	expect(memoryOf('w', '1')).toBe(first);
});

test('triggers of one workflow', () => {
	memoryOf('w', '1');
	memoryOf('w2', '1');
	expect(sharesWorkflow(memoryOf('w', '1'))).toBe(false);
	memoryOf('w', '2');
	expect([sharesWorkflow(memoryOf('w', '1')), sharesWorkflow(memoryOf('w2', '1'))]).toEqual([
		true,
		false,
	]);
});

test('an activation: what was reported is reported again', () => {
	const memory = memoryOf('w', '1');
	const fail = () => memory.outage.fail(new Error('refused'), 0, false);
	expect([fail(), fail(), fail()].map(Boolean)).toEqual([true, false, true]);
	expect(fail()).toBeUndefined();
	memory.beginAnew();
	expect(fail()).toBeDefined();
});
