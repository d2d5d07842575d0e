import {
	handedObject,
	PerExecution,
} from '../../../../nodes/AgentSuite/transport/run/perExecution';

const contextOf = (getContext: () => object, executionId = '', node = 'node') =>
	({
		getContext,
		getExecutionId: () => executionId,
		getNode: () => ({ id: node }),
	}) as unknown as Parameters<PerExecution<object>['of']>[0];

/** As n8n's own agents run a node. */
const outside = () =>
	contextOf(() => {
		throw new Error('`executionData` is not initialized');
	});

test('tries of one execution share a memory, by the object or by the IDs', () => {
	const memories = new PerExecution<object>(() => ({}));
	const object = {};
	const first = memories.of(contextOf(() => object));
	expect(memories.of(contextOf(() => object))).toBe(first);
	expect(memories.of(contextOf(() => ({})))).not.toBe(first);
	const byId = memories.of(contextOf(() => ({}), '7'));
	expect(memories.of(contextOf(() => ({}), '7'))).toBe(byId);
	expect(memories.of(contextOf(() => ({}), '7', 'another node'))).not.toBe(byId);
});

test('an execution is found by its ID until nobody has asked for an hour', () => {
	const memories = new PerExecution<object>(() => ({}));
	const hour = 3_600_000;
	const [first, second, third, fourth] = [0, hour - 1, 2 * hour - 2, 3 * hour - 2].map((now) =>
		memories.of(
			contextOf(() => ({}), '7'),
			now,
		),
	);
	expect(second).toBe(first);
	expect(third).toBe(first);
	expect(fourth).not.toBe(first);
});

test('outside of an execution, each call has a memory of its own', () => {
	const memories = new PerExecution<object>(() => ({}));
	expect(memories.of(outside())).not.toBe(memories.of(outside()));
	expect(handedObject(outside())).toEqual({});
});
