import { useQuickService } from '../../support/service';

const service = useQuickService();

/** n8n's custom data of the execution, by which its list of executions can be filtered. */
const noted = () => service.last?.run.data.resultData.metadata?.agentSuiteTokens;

test('the tokens of an execution are noted, over all runs of a node', async () => {
	await service.run('lead.getAll');
	expect(noted()).toBe('5');
	await service.run('billing.getTokenBalance', {}, { runs: 3 });
	expect(noted()).toBe('3');
});

test('also over all tries, and those that might have been charged', async () => {
	service.sandbox.addFault({ kind: 'status', status: 500, match: { nth: 1 } });
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	await service.run('lead.getAll', {}, { settings });
	expect(noted()).toBe('10');
});

test('also if the execution fails', async () => {
	service.sandbox.addFault({ kind: 'status', status: 500 });
	expect((await service.run('lead.getAll')).error).toBeDefined();
	expect(noted()).toBe('5');
});

test('nothing is noted if nothing was charged', async () => {
	service.sandbox.addFault({ kind: 'status', status: 401 });
	await service.run('lead.getAll');
	expect(noted()).toBeUndefined();
});
