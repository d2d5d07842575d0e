import { each, items, ownRead, paced, usePacedService } from '../../support/pacedService';
import { shortenMinute } from '../../support/nodeSettings';
import { hintsOf } from '../../support/service';

const service = usePacedService();

test.each([429, 503])(
	'Retry-After of a %i applies to everyone who shares the token',
	async (status) => {
		const headers = { 'retry-after': '2' };
		service.sandbox.addFault({ kind: 'status', status, headers, match: { nth: 3 } });
		const runs = await Promise.all(
			[1, 2].map(() => service.run('lead.get', each, { items: items(6), credential: paced })),
		);
		expect(runs.map(({ json }) => json.length)).toEqual([6, 6]);
		const { requests } = service.sandbox;
		const refused = requests.find((request) => request.status === status)!;
		// A busy machine needs a while to receive the response.
		const paused = requests.filter(({ at }) => at > refused.at + 1000 && at < refused.at + 1950);
		expect(requests).toHaveLength(13);
		expect(paused).toEqual([]);
	},
);

test.each([
	['a date', new Date(Date.now() + 3_600_000).toUTCString(), /^Try again in (59|60) min,/],
	['seconds', 900, /^Try again in 15 min,/],
])('Retry-After as %s beyond Max Wait is refused with the time', async (_, retryAfter, says) => {
	service.sandbox.addFault({ kind: 'rateLimit', retryAfter });
	const { error } = await service.run('lead.get', each, { credential: paced });
	expect(error?.description).toMatch(says);
	// The request was sent, and refused.
	expect(error?.message).toMatch(
		/^Rate limit: the service asked to pause until .*\d\d:\d\d \S+: .* \[item 0\]$/,
	);
	expect(service.sandbox.requests).toHaveLength(1);
});

test('half of a burst that is refused waits for as long as the service asks, if Max Wait allows just that', async () => {
	shortenMinute(60_000);
	service.sandbox.addFault({ kind: 'rateLimit', retryAfter: 3, match: { nth: 26 }, times: 25 });
	const options = { ...ownRead, maxWait: 3 };
	const runs = await Promise.all(
		[20, 30].map(
			async (count) =>
				await service.run(
					'lead.get',
					{ ...each, options },
					{ items: items(count), credential: paced },
				),
		),
	);
	// All are sent as soon as the pause is over, so no item waits for longer.
	expect(runs.map(({ error }) => error?.description)).toEqual([undefined, undefined]);
	expect(service.sandbox.requests).toHaveLength(75);
});

test('a pause as long as Max Wait fails nothing, however slow the responses after it are', async () => {
	shortenMinute(60_000);
	service.sandbox.addFault({ kind: 'rateLimit', retryAfter: 2, match: { nth: 6 }, times: 5 });
	service.sandbox.addFault({ kind: 'slow', ms: 2500, match: { nth: 11 }, times: 3 });
	const options = { ...ownRead, maxWait: 2 };
	const { json, error } = await service.run(
		'lead.get',
		{ ...each, options },
		{ items: items(10), credential: paced },
	);
	expect(error).toBeUndefined();
	expect(json).toHaveLength(10);
	expect(service.sandbox.requests).toHaveLength(15);
});

test('writes under a 429 that does not end wait for one Max Wait in total', async () => {
	shortenMinute(60_000);
	service.sandbox.addFault({ kind: 'rateLimit', retryAfter: 1, times: Infinity });
	const began = Date.now();
	const parameters = {
		snippetId: 'snip_1',
		updateFields: { name: 'New' },
		options: { maxWait: 3 },
	};
	const { json } = await service.run('snippet.update', parameters, {
		items: items(20),
		credential: paced,
		settings: { onError: 'continueRegularOutput' },
	});
	expect(json).toHaveLength(20);
	for (const { details } of json) expect(details).toMatchObject({ httpCode: 429 });
	expect(service.sandbox.requests.length).toBeLessThan(6);
	expect(Date.now() - began).toBeLessThan(8000);
});

test('a backoff of our own is not called the pause of the service', async () => {
	shortenMinute(60_000);
	service.sandbox.addFault({ kind: 'rateLimit', retryAfter: false, times: 5 });
	const { error, task } = await service.run('lead.get', each, { credential: paced });
	expect(error).toBeUndefined();
	expect(hintsOf(task)).toEqual([
		expect.stringMatching(
			/^6 requests, 5 tokens spent, waited \d+ s for the backoff after a 429 response$/,
		),
	]);
});

test('one stray 429 costs its Retry-After: 100 executions of one read each, none fails', async () => {
	shortenMinute(60_000);
	service.sandbox.addFault({ kind: 'rateLimit', retryAfter: 1, match: { nth: 40 } });
	const runs = await Promise.all(
		items(100).map(async () => await service.run('lead.get', each, { credential: paced })),
	);
	expect(runs.map(({ json }) => json.length)).toEqual(items(100).map(() => 1));
	expect(service.sandbox.requests).toHaveLength(101);
	// The short windows of the service were never full, and no request waited for the limiter.
	const { requests } = service.sandbox;
	expect(requests[100].at - requests[0].at).toBeLessThan(30_000);
});

test('a slow response does not delay other requests', async () => {
	service.sandbox.addFault({ kind: 'slow', ms: 4000, match: { nth: 1 }, times: 40 });
	let over = false;
	const slow = service
		.run('lead.get', each, { items: items(40), credential: paced })
		.finally(() => (over = true));
	await new Promise((resolve) => setTimeout(resolve, 500));
	const { json } = await service.run('billing.getTokenBalance', {}, { credential: paced });
	expect(json).toHaveLength(1);
	expect(over).toBe(false);
	expect((await slow).json).toHaveLength(40);
});
