import { Progress } from '../../../nodes/AgentSuite/action/progress';

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
	const progress = new Progress(run.items, run.continues);
	progress.itemsDone = 2;
	expect(progress.inWords(run.requests)).toBe(run.says);
});
