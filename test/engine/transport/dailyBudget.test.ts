import type { IDataObject } from 'n8n-workflow';

import { startSandbox } from '../../../sandbox';
import { moments, setClock } from '../../support/date';
import { hintsOf, useService } from '../../support/service';

const service = useService();

// The count lasts as long as the process, so each test has its own service and account.
beforeEach(async () => {
	// A minute before the budget is full again, whatever the hour is.
	setClock(moments[0]);
	await service.sandbox.close();
	service.sandbox = await startSandbox({ limits: { minute: 0, hour: 0, day: 0 } });
});
const credential = (tokensPerDay: number) => ({ tokensPerDay });

test('a budget applies to all executions and operations, and the hint shows its use', async () => {
	const first = await service.run('lead.getAll', {}, { credential: credential(11) });
	expect(hintsOf(first.task)).toEqual([
		"1 request, 5 tokens spent, 5 of 11 'Daily Token Limit' used",
	]);
	await service.run('seoPlatform.getAll', {}, { credential: credential(11) });
	const third = await service.run('lead.getAll', {}, { credential: credential(11) });
	expect(third.error?.message).toContain(
		"'Daily Token Limit' would be exceeded (10 of 11 tokens used,",
	);
	const last = await service.run('billing.getTokenBalance', {}, { credential: credential(11) });
	expect(last.error).toBeUndefined();
	expect(service.spent).toBe(11);
});

test('the error says how far the run has come', async () => {
	const { error } = await service.run(
		'snippet.update',
		{ snippetId: 'snip_hours', updateFields: { name: 'Hours' } },
		{ items: [{}, {}, {}], credential: credential(10) },
	);
	expect(error?.description).toMatch(/^Wait until midnight UTC.* The node sent 2 requests but/);
});

test('parallel requests do not exceed it together, and the others fail without being sent', async () => {
	const { outputs, task } = await service.run(
		'lead.get',
		{ leadId: '={{ $json.id }}' },
		{
			items: service.sandbox.leadIds.slice(0, 6).map(({ id }) => ({ id })),
			settings: { onError: 'continueRegularOutput' },
			credential: credential(17),
		},
	);
	expect(outputs[0].filter(({ json }) => json.error === undefined)).toHaveLength(3);
	expect(service.sandbox.requests).toHaveLength(3);
	expect(service.spent).toBe(15);
	// On a busy machine, the others wait for a noticeable time.
	const hints = hintsOf(task).map((text) => text.replace(/waited \d+ s for [^,]*, /, ''));
	expect(hints).toEqual(["3 requests, 15 tokens spent, 15 of 17 'Daily Token Limit' used"]);
});

test('a poll that the budget refuses is an outage: it is logged, and nothing is lost', async () => {
	const host = service.host({ event: 'leadCreated' }, 'default', credential(10));
	await host.activate();
	service.sandbox.addLead({ email: 'new@example.com' });
	await service.run('lead.getAll', {}, { credential: credential(10) });
	expect(await host.poll()).toBeNull();
	expect(host.warnings.join()).toContain("'Daily Token Limit' would be exceeded");
	host.credential = service.credential(credential(0));
	expect(await host.poll()).toMatchObject([{ email: 'new@example.com' }]);
});

describe('an update that might have been processed, and is not retried, is not called unsent', () => {
	const fails = () =>
		service.sandbox.addFault({ kind: 'status', status: 503, after: true, times: Infinity });
	const update = async (options: IDataObject, limits: Record<string, number>) =>
		await service.run(
			'snippet.update',
			{ snippetId: 'snip_hours', updateFields: { name: 'Hours' }, options },
			{ credential: limits },
		);

	test.each([
		['Daily Token Limit', {}, credential(7)],
		['Max Tokens', { maxTokens: 7 }, {}],
		['the hourly limit', { maxWait: 1 }, { requestsPerHour: 1 }],
	] as Array<[string, IDataObject, Record<string, number>]>)('%s', async (_, options, limits) => {
		fails();
		const { error } = await update(options, limits);
		expect(service.sandbox.requests).toHaveLength(1);
		expect(error?.message).toContain('HTTP 503');
		expect(error?.message).not.toContain('not sent');
		expect(error?.description).not.toContain('No tokens were spent');
	});
});

test.each([
	['Daily Token Limit', {}, credential(10)],
	['Max Tokens', { maxTokens: 10 }, {}],
] as Array<[string, IDataObject, object]>)(
	'a request that is not sent gives back what it reserved: %s',
	async (_, more, limits) => {
		const { json } = await service.run(
			'snippet.update',
			{
				snippetId: 'snip_hours',
				updateFields: { name: 'Hours' },
				options: { maxWait: 1, ...more },
			},
			{
				items: [{}, {}, {}],
				settings: { onError: 'continueRegularOutput' },
				credential: { requestsPerHour: 1, ...limits },
			},
		);
		const isRefused = ({ error }: IDataObject) => String(error).includes('hourly limit');
		expect(json.map(isRefused)).toEqual([false, true, true]);
	},
);

test.each(['undefined', '$json.missing', '$vars.removed'])(
	'an expression that finds nothing is refused, and is not without a limit: %s',
	async (code) => {
		const tokensPerDay = `={{ ${code} }}`;
		const { error } = await service.run('lead.getAll', {}, { credential: { tokensPerDay } });
		expect(error?.message).toContain("'Daily Token Limit' in the credential must be a number");
		expect(service.spent).toBe(0);
	},
);
