import { unexpectedProblem } from '../../../../nodes/AgentSuite/transport/errors/unexpected';

test.each<[unknown, string]>([
	[new TypeError('Broken'), 'Broken'],
	[{ message: 'Broken' }, 'Broken'],
	['a text', 'a text'],
	[undefined, 'undefined'],
	[null, 'null'],
	[new Error('Broken with agst_1234'), 'The reason contains a secret, so it is not shown'],
])('an error that nobody foresaw, %p, says %j', (error, says) => {
	expect(unexpectedProblem(error, ['agst_1234']).message).toBe(
		`The node stopped for an unknown reason: ${says}`,
	);
});
