import { Progress } from '../../../nodes/AgentSuite/action/progress';
import { usageHint } from '../../../nodes/AgentSuite/action/hints';
import { RunUsage } from '../../../nodes/AgentSuite/transport/run/runUsage';

/** What a run has used. */
const used = (counts: Partial<RunUsage>) => Object.assign(new RunUsage(), counts);
const none = new Progress(1, false);

describe('the hint', () => {
	test.each<[string | undefined, number, Partial<Progress>]>([
		[undefined, 0, {}],
		['1 request, 0 tokens spent', 1, {}],
		['0 requests, 0 tokens spent, 2 reads reused', 0, { readsReused: 2 }],
		['0 requests, 0 tokens spent, 1 create not repeated', 0, { createsNotRepeated: 1 }],
	])('is %j', (hint, requests, counts) => {
		const progress = Object.assign(new Progress(3, true), counts);
		expect(usageHint(used({ requests }), progress, 0)).toBe(hint);
	});

	test('tells possible charges apart, and adds other runs only if there were some', () => {
		const usage = used({ requests: 2 });
		usage.charge(5, 'yes');
		usage.charge(5, 'perhaps');
		usage.charge(5, 'no');
		const own = '2 requests, 5 tokens spent, 5 more might have been charged';
		expect(usageHint(usage, none, 10)).toBe(own);
		expect(usageHint(usage, none, 30)).toBe(`${own}, 30 tokens used in this execution so far`);
	});

	test('adds the daily budget of each account that has one', () => {
		const usage = used({ requests: 1 });
		usage.today
			.set('one', { used: 5, limit: 10 })
			.set('other', { used: 1, limit: 2000 })
			.set('one', { used: 6, limit: 10 });
		expect(usageHint(usage, none, 0)).toBe(
			"1 request, 0 tokens spent, 6 of 10 and 1 of 2,000 'Daily Token Limit' used",
		);
	});

	test('adds the waits for each limit, unless they are short', () => {
		const usage = used({ requests: 1 });
		usage.waited(400, 'the per-minute limit');
		expect(usageHint(usage, none, 0)).toBe('1 request, 0 tokens spent');
		usage.waited(600, 'the per-minute limit');
		usage.waited(2000, 'the pause the service asked for');
		expect(usageHint(usage, none, 0)).toBe(
			'1 request, 0 tokens spent, waited 3 s for the per-minute limit and the pause the service asked for',
		);
	});
});
