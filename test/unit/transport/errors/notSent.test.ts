import { reached } from '../../../../nodes/AgentSuite/transport/errors/notSent';
import { RunUsage } from '../../../../nodes/AgentSuite/transport/pacing/runUsage';

const stopped = 'The node sent 1 request but returns no items, because it stopped.';
test.each([
	{ items: 1, continues: true, requests: 1, says: '' },
	{ items: 3, continues: true, requests: 0, says: 'Processed 2 of 3 items.' },
	{ items: 3, continues: false, requests: 0, says: '' },
	{ items: 1, continues: false, requests: 1, says: 'The node has already sent 1 request.' },
	{
		items: 3,
		continues: false,
		requests: 1,
		says: `${stopped} To keep the items that are done, set 'On Error' to Continue.`,
	},
])('how far a run of $items got after $requests (continues: $continues)', (run) => {
	const usage = Object.assign(new RunUsage(run.items, run.continues), { requests: run.requests });
	usage.itemsDone = 2;
	expect(reached(usage)).toBe(run.says);
});
