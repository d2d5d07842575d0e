import { describeNode } from '../../../nodes/AgentSuite/parameters/describeNode';
import { snippetUpdate, leadGet, leadGetAll } from '../../../nodes/AgentSuite/resources/operations';
import type { Operation } from '../../../nodes/AgentSuite/model/operation';

/** The operation that is selected when its resource is. */
const selected = (operations: Operation[]) =>
	describeNode(operations).find(({ name }) => name === 'operation')?.default;

test('the selected operation of a resource is a read if there is one, and the one of many records', () => {
	const write = { ...snippetUpdate, resource: 'lead', name: 'Add' };
	expect(selected([write, leadGet])).toBe('get');
	expect(selected([write, leadGet, leadGetAll])).toBe('getAll');
	expect(selected([write])).toBe('update');
});
