import { RunUsage } from '../../../../nodes/AgentSuite/transport/pacing/runUsage';

/** What a run has used. */
const used = (counts: Partial<RunUsage>) => Object.assign(new RunUsage(), counts);

describe('the hint', () => {
	test.each<[string | undefined, Partial<RunUsage>]>([
		[undefined, {}],
		['1 request, 0 tokens spent', { requests: 1 }],
		['0 requests, 0 tokens spent, 2 reads reused', { reused: 2 }],
		['0 requests, 0 tokens spent, 1 write not repeated', { alreadyDone: 1 }],
	])('is %j', (hint, counts) => {
		const usage = used(counts);
		expect(usage.hint(usage.spent)).toBe(hint);
	});

	test('tells possible charges apart, and adds other runs only if there were some', () => {
		const usage = used({ requests: 2 });
		usage.charge(5, 'yes');
		usage.charge(5, 'perhaps');
		usage.charge(5, 'no');
		const own = '2 requests, 5 tokens spent, 5 more might have been charged';
		expect(usage.hint(10)).toBe(own);
		expect(usage.hint(30)).toBe(`${own}, 30 tokens used in this execution so far`);
	});

	test('adds the daily budget of each account that has one', () => {
		const usage = used({ requests: 1 });
		usage.today.set('one', '5 of 10').set('other', '1 of 20').set('one', '6 of 10');
		expect(usage.hint(0)).toBe(
			"1 request, 0 tokens spent, 6 of 10 and 1 of 20 'Daily Token Limit' used",
		);
	});

	test('adds the waits for each limit, unless they are short', () => {
		const usage = used({ requests: 1 });
		usage.waited(400, 'minute');
		expect(usage.hint(0)).toBe('1 request, 0 tokens spent');
		usage.waited(600, 'minute');
		usage.waited(2000, 'pause');
		expect(usage.hint(0)).toBe(
			'1 request, 0 tokens spent, waited 3 s for the per-minute limit and the pause the service asked for',
		);
	});
});

test.each([
	['no', false],
	['perhaps', true],
	['yes', true],
] as const)('a charge of "%s" counts as one: %j', (charge, isCharged) => {
	const usage = new RunUsage();
	usage.charge(5, charge);
	expect(usage.isCharged).toBe(isCharged);
});

const stopped = 'The node sent 1 request but returns no items, because it stopped.';
test.each([
	{ items: 1, continues: true, requests: 1, says: '' },
	{ items: 3, continues: true, requests: 0, says: 'Processed 2 of 3 items.' },
	{ items: 3, continues: false, requests: 0, says: '' },
	{ items: 1, continues: false, requests: 1, says: stopped },
	{
		items: 3,
		continues: false,
		requests: 1,
		says: `${stopped} To keep the items that are done, set 'On Error' to Continue.`,
	},
])('how far a run of $items got after $requests (continues: $continues)', (run) => {
	const usage = Object.assign(new RunUsage(run.items, run.continues), { requests: run.requests });
	usage.itemsDone = 2;
	expect(usage.reached()).toBe(run.says);
});
