import { Spending } from '../../../../nodes/AgentSuite/transport/pacing/runUsage';

test('an execution goes on with what it has used, and one that n8n retries from the list starts at 0', async () => {
	const context = {};
	const first = Spending.of(context, 'first');
	expect(await first.reserve(5, 0)).toBe(true);
	first.settle(5, 'yes');
	expect(Spending.of(context, 'first').used).toBe(5);
	// n8n stores the context with an execution that waits, and hands it on to one that is a retry.
	expect(Spending.of(structuredClone(context), 'first').used).toBe(5);
	expect(Spending.of(structuredClone(context), 'second').used).toBe(0);
	expect(Spending.of(context, 'second').used).toBe(0);
});
