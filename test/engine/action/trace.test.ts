import { settingsOf } from '../../support/settingsOf';
import { useQuickService } from '../../support/service';

const service = useQuickService();
const items = [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }];
const create = {
	...{ platformType: 'other', customType: 'shopify', config: settingsOf({ key: 'value' }) },
	name: '={{ $json.name }}',
};

test('the run says what it has cost, as numbers for the span of the node', async () => {
	const { task } = await service.run('seoPlatform.create', create, { items });
	const numbers = { requests: 3, tokensSpent: 15, tokensPerhapsSpent: 0, secondsWaited: 0 };
	expect(task.metadata?.tracing).toEqual(numbers);
});

test('also if it fails, with what might have been charged', async () => {
	service.sandbox.addFault({ kind: 'drop', after: true, match: { nth: 2 } });
	const { task, error } = await service.run('seoPlatform.create', create, { items });
	expect(error?.message).toContain('[item 1]');
	expect(task.metadata?.tracing).toMatchObject({
		requests: 2,
		tokensSpent: 5,
		tokensPerhapsSpent: 5,
	});
});

test('tries of Retry On Fail count together, runs in a loop for themselves', async () => {
	service.sandbox.addFault({ kind: 'status', status: 400, match: { nth: 3 } });
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const { run } = await service.run('seoPlatform.create', create, { items, settings, runs: 2 });
	const [first, second] = run.data.resultData.runData['Agent Suite'];
	expect(first.metadata?.tracing).toMatchObject({ requests: 4, tokensSpent: 15 });
	expect(second.metadata?.tracing).toMatchObject({ requests: 3, tokensSpent: 15 });
});
