import { useQuickService } from '../../support/service';

describe('items that share a read keep their own options and records', () => {
	const service = useQuickService();
	const shared = async (options: object, items: object[]) =>
		await service.run(
			'lead.getAll',
			{ limit: 1, options },
			{ items: items as never, settings: { onError: 'continueRegularOutput' } },
		);

	test('Max Tokens refuses the item that sets it, and no other', async () => {
		const items = [{ most: 1 }, { most: 0 }, { most: 0 }];
		const { json } = await shared({ maxTokens: '={{ $json.most }}' }, items);
		expect(json.map(({ error }) => error)).toEqual([
			expect.stringContaining("'Max Tokens' would be exceeded"),
			undefined,
			undefined,
		]);
		expect(service.sandbox.requests).toHaveLength(1);
	});

	test('the longest Timeout applies', async () => {
		service.sandbox.addFault({ kind: 'slow', ms: 1500 });
		const { json } = await shared({ timeout: '={{ $json.s }}' }, [{ s: 1 }, { s: 60 }, { s: 1 }]);
		expect(json.filter(({ error }) => error)).toEqual([]);
		expect(service.sandbox.requests).toHaveLength(1);
	});

	test('the longest Max Wait applies', async () => {
		service.sandbox.addFault({ kind: 'rateLimit', retryAfter: 2 });
		const { json } = await shared({ maxWait: '={{ $json.s }}' }, [{ s: 0 }, { s: 60 }, { s: 0 }]);
		expect(json.filter(({ error }) => error)).toEqual([]);
		expect(service.sandbox.requests).toHaveLength(2);
	});

	test('a change of a record of one item does not reach another', async () => {
		// Hiding secrets would copy the platform.
		const options = { includeSecrets: true };
		const parameters = { limit: 1, simplify: false, options };
		const { json } = await service.run('article.getAll', parameters, { items: [{}, {}] });
		expect(json[0]).toEqual(json[1]);
		Object.assign(json[0].platform as object, { name: 'Changed' });
		expect((json[1].platform as { name: string }).name).not.toBe('Changed');
	});
});

describe('a list of 200,000 leads', () => {
	const service = useQuickService({ leadCount: 200_000 });

	test('150 items that search it cost one request', async () => {
		const listed = await service.run('lead.getAll', { limit: 150 });
		const emails = listed.json.map(({ email }) => String(email));
		service.sandbox.clearRequests();
		const { json } = await service.run(
			'lead.getAll',
			{ filters: { email: '={{ $json.email }}' } },
			{ items: emails.map((email) => ({ email })) },
		);
		expect(json.length).toBeGreaterThanOrEqual(150);
		expect(service.sandbox.requests).toHaveLength(1);
	}, 60_000);

	test('all records of the response are returned', async () => {
		const { error, outputs } = await service.run('lead.getAll', { returnAll: true });
		expect(error).toBeUndefined();
		expect(outputs[0].length).toBeGreaterThan(200_000);
		expect(outputs[0].at(-1)?.pairedItem).toEqual({ item: 0 });
	}, 60_000);
});
