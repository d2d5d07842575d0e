import { Problem } from '../../../nodes/AgentSuite/model/problem';

const text = { kind: 'status', headline: 'Refused', description: 'Wait.' } as const;

test('the detail follows the headline in the message, and is kept apart', () => {
	const problem = new Problem({ ...text, detail: 'Busy' });
	expect(problem).toMatchObject({ name: 'Problem', headline: 'Refused', detail: 'Busy' });
	expect(problem.message).toBe('Refused: Busy');
	expect(new Problem(text).message).toBe('Refused');
});

test('is not in doubt unless it says so', () => {
	expect(new Problem(text).inDoubt).toBeUndefined();
	expect(new Problem({ ...text, inDoubt: true }).inDoubt).toBe(true);
});

test('a copy has what is not replaced, and the facts', () => {
	const facts = { request: 'GET /agent/lead', tokens: 'none charged' };
	const problem = new Problem({ ...text, detail: 'Busy', inDoubt: true, facts });
	const copy = problem.with({ description: 'Go on.' });
	expect(copy).toMatchObject({ detail: 'Busy', facts, inDoubt: true, description: 'Go on.' });
	expect(problem.with({ inDoubt: false }).inDoubt).toBe(false);
	const renamed = problem.with({ headline: 'Not sent' });
	expect([renamed.headline, renamed.message]).toEqual(['Not sent', 'Not sent: Busy']);
});

test.each([
	['rate-limited', true],
	['temporarily-unavailable', true],
	['quota-exhausted', false],
	[undefined, false],
] as const)('the cause %s is temporary: %s', (cause, expected) => {
	const problem = new Problem({ ...text, failure: cause && { cause } });
	expect(problem.isTemporary).toBe(expected);
});
