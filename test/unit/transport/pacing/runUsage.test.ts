import { RunUsage, Spending } from '../../../../nodes/AgentSuite/transport/pacing/runUsage';

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

test('under Stop, the error says how many requests were sent, not how many items are done', () => {
	const usage = new RunUsage(4, Spending.of({}), true);
	Object.assign(usage, { requests: 3, itemsDone: 1 });
	const text = usage.progressAdvice('Raise it', 'later');
	expect(text).toContain('returns no items, although it has sent 3 requests. Raise it.');
	expect(text).not.toContain('later');
});

test('under Continue, the error says how many items are processed', () => {
	const usage = new RunUsage(4, Spending.of({}), false);
	Object.assign(usage, { requests: 3, itemsDone: 1 });
	expect(usage.progressAdvice('Raise it', 'later')).toBe(
		'1 of 4 items are processed. Raise it, or process the other items later.',
	);
});
