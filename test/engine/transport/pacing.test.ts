import { each, items, ownRead, paced, SPAN, usePacedService } from '../../support/pacedService';
import { hintsOf } from '../../support/service';
import { shortenMinute } from '../../support/nodeSettings';
import { pause, until } from '../../support/programs/until';

const service = usePacedService();

test('250 reads at 100 a minute: all succeed, none is refused, at the speed the windows allow', async () => {
	// The first request of a process is slow to start. In a real minute that does not show.
	await service.run('lead.get', each, {
		credential: { accessToken: service.sandbox.tokens.member },
	});
	service.sandbox.clearRequests();
	const { error, json } = await service.run('lead.get', each, {
		items: items(250),
		credential: paced,
	});
	expect(error).toBeUndefined();
	expect(json).toHaveLength(250);
	const { requests } = service.sandbox;
	expect(requests.filter(({ status }) => status !== 200)).toEqual([]);
	expect(requests).toHaveLength(250);
	// By the clock of the service, it waited for two windows and no longer.
	expect(requests[249].at - requests[0].at).toBeLessThan(3 * SPAN);
});

test('two executions at the same time share the limit', async () => {
	const runs = await Promise.all(
		[1, 2].map(() => service.run('lead.get', each, { items: items(75), credential: paced })),
	);
	expect(runs.map(({ json }) => json.length)).toEqual([75, 75]);
	expect(service.sandbox.requests.every(({ status }) => status === 200)).toBe(true);
	expect(service.sandbox.requests).toHaveLength(150);
});

test('two accounts in turn, both new to the process, each keep to their limit', async () => {
	shortenMinute(60_000);
	const { admin, member } = service.sandbox.tokens;
	await service.run('lead.get', each, {
		items: items(128),
		credential: {
			requestsPerMinute: 10,
			accessToken: `={{ $json.place % 2 ? '${admin}' : '${member}' }}`,
		},
		onStart: (stop) =>
			void until(() => service.sandbox.requests.length >= 20, '20 requests', 20_000)
				// Time for one too many.
				.then(async () => await pause(500))
				.finally(stop),
	});
	const sentWith = (token: string) =>
		service.sandbox.requests.filter(({ headers }) => headers.authorization === `Bearer ${token}`);
	expect(sentWith(admin)).toHaveLength(10);
	expect(sentWith(member)).toHaveLength(10);
});

test('a Retry-After that is equal to Max Wait is waited for, and one above it is said', async () => {
	service.sandbox.addFault({
		kind: 'status',
		status: 503,
		headers: { 'retry-after': '1' },
		match: { nth: 1 },
	});
	const options = { ...ownRead, maxWait: 1 };
	const { json } = await service.run('lead.get', { ...each, options }, { credential: paced });
	expect(json).toHaveLength(1);
	service.sandbox.addFault({ kind: 'status', status: 503, headers: { 'retry-after': '600' } });
	const { error } = await service.run('lead.get', { ...each, options }, { credential: paced });
	expect(error?.description).toContain(
		"Try again in 10 min, or raise the option 'Max Wait (Seconds)' (now 1 s).",
	);
});

test('the hint says what the run cost and how long it waited for which limit', async () => {
	const { task } = await service.run('lead.get', each, { items: items(110), credential: paced });
	expect(hintsOf(task)).toEqual([
		expect.stringMatching(
			/^110 requests, 550 tokens spent, waited [1-9]\d* s for the per-minute limit$/,
		),
	]);
});

test('a wait longer than Max Wait is refused immediately, with the limit, the time, and the number of items done', async () => {
	shortenMinute(60_000);
	const { error } = await service.run(
		'lead.get',
		{ ...each, options: { ...ownRead, maxWait: 5 } },
		{ items: items(8), credential: { requestsPerMinute: 3 } },
	);
	expect(error?.message).toMatch(
		/^Rate limit: the per-minute limit resets at \d\d:\d\d GMT-\d \[item \d\]$/,
	);
	expect(error?.description).toMatch(
		/^The request was not sent\. Try again in \d\d s, or raise the option 'Max Wait \(Seconds\)' \(now 5 s\)\. .*set 'On Error' to Continue\.$/,
	);
	expect(service.sandbox.requests).toHaveLength(3);
});

test('Stop during a wait ends the run within a second, and nothing more is sent', async () => {
	shortenMinute(60_000);
	let stoppedAt = 0;
	const { run } = await service.run('lead.get', each, {
		items: items(20),
		credential: { requestsPerMinute: 4 },
		onStart: (stop) =>
			setTimeout(() => {
				stoppedAt = Date.now();
				stop();
			}, 400),
	});
	const took = Date.now() - stoppedAt;
	expect(run.status).toBe('canceled');
	expect(took).toBeLessThan(1000);
	expect(service.sandbox.requests).toHaveLength(4);
	await new Promise((resolve) => setTimeout(resolve, 300));
	expect(service.sandbox.requests).toHaveLength(4);
});

test('Stop in the pause after a 503 of an update says that it might have been charged', async () => {
	const headers = { 'retry-after': '20' };
	service.sandbox.addFault({ kind: 'status', status: 503, headers });
	const update = { snippetId: 'snip_1', updateFields: { name: 'New' } };
	const { error, run } = await service.run('snippet.update', update, {
		credential: paced,
		onStart: (stop) => setTimeout(stop, 1500),
	});
	expect(service.sandbox.requests).toHaveLength(1);
	expect(run.status).toBe('canceled');
	expect(error).toMatchObject({
		message: expect.stringContaining('canceled') as string,
		context: { data: { tokens: '5 might have been charged' } },
	});
});

test('Max Wait 0 refuses to wait for the limit, and still repeats a 503', async () => {
	shortenMinute(60_000);
	service.sandbox.addFault({ kind: 'status', status: 503, match: { nth: 1 } });
	const options = { ...ownRead, maxWait: 0 };
	const { json } = await service.run('lead.get', { ...each, options }, { credential: paced });
	expect(json).toHaveLength(1);
	const { error } = await service.run(
		'lead.get',
		{ ...each, options },
		{ items: items(2), credential: { requestsPerMinute: 1 } },
	);
	expect(error?.message).toMatch(/^Rate limit: the per-minute limit resets at/);
	expect(error?.description).toContain("raise the option 'Max Wait (Seconds)' (now 0 s)");
});

test('changes of the system clock have no effect', async () => {
	const real = Date.now;
	const { error, json } = await service
		.run('lead.get', each, {
			items: items(110),
			credential: paced,
			onStart: () => {
				for (const [index, hours] of [-2, 2, 0].entries()) {
					setTimeout(() => {
						Date.now = () => real() + hours * 3_600_000;
					}, 500 * index);
				}
			},
		})
		.finally(() => {
			Date.now = real;
		});
	expect(error).toBeUndefined();
	expect(json).toHaveLength(110);
	expect(service.sandbox.requests.every(({ status }) => status === 200)).toBe(true);
});

test('Max Wait applies to all attempts of a request', async () => {
	shortenMinute(60_000);
	service.sandbox.addFault({ kind: 'rateLimit', retryAfter: 1, times: Infinity });
	const began = Date.now();
	const options = { ...ownRead, maxWait: 3 };
	const { error } = await service.run('lead.get', { ...each, options }, { credential: paced });
	// Backoffs are random, so the last one can be too long with more or less of it used.
	expect(error?.description).toMatch(
		/raise the option 'Max Wait \(Seconds\)' \(now 3 s(?:, of which [1-3] s are used)?\)/,
	);
	expect(service.sandbox.requests.length).toBeGreaterThan(1);
	expect(service.sandbox.requests.length).toBeLessThan(6);
	expect(Date.now() - began).toBeLessThan(8000);
});

test('an account that is full does not hold up another one in the same run', async () => {
	shortenMinute(60_000);
	const { url } = service.sandbox;
	const urls = [url, url, url, url.replace('127.0.0.1', 'localhost')];
	await service.run(
		'lead.get',
		{ ...each, options: { ...ownRead, maxWait: 70 } },
		{
			items: urls.map((baseUrl) => ({ baseUrl })),
			credential: { requestsPerMinute: 2, baseUrl: '={{ $json.baseUrl }}' },
			onStart: (stop) => setTimeout(stop, 4000),
		},
	);
	const hosts = service.sandbox.requests.map(({ headers }) => String(headers.host));
	expect(hosts.filter((host) => host.startsWith('localhost'))).toHaveLength(1);
	expect(hosts).toHaveLength(3);
});

describe('two credentials with one token', () => {
	const run = async (requestsPerMinute: number, count: number) =>
		await service.run('lead.get', each, { items: items(count), credential: { requestsPerMinute } });

	test('share one count if they have the same limits', async () => {
		const runs = await Promise.all([run(100, 120), run(100, 80)]);
		for (const { error } of runs) expect(error).toBeUndefined();
		const { requests } = service.sandbox;
		expect(requests).toHaveLength(200);
		for (const { at } of requests) {
			const before = requests.filter((one) => one.at <= at && one.at > at - (SPAN - 1500));
			expect(before.length).toBeLessThanOrEqual(100);
		}
		expect(requests[199].at - requests[0].at).toBeGreaterThan(SPAN);
	});

	test('count apart if they have others, so the lower limit does not wait for the higher one', async () => {
		const busy = run(40, 100);
		const lower = await run(10, 10);
		expect(lower.error).toBeUndefined();
		const { requests } = service.sandbox;
		expect(requests[requests.length - 1].at - requests[0].at).toBeLessThan(SPAN);
		expect((await busy).error).toBeUndefined();
		expect(requests).toHaveLength(110);
	});
});

test('a person who waits is told so in the console of the browser, at the beginning', async () => {
	shortenMinute(60_000);
	const { messages } = await service.run('lead.get', each, {
		items: items(3),
		credential: { requestsPerMinute: 1 },
		onStart: (stop) => setTimeout(stop, 1500),
	});
	expect(messages).toEqual([
		{
			source: '[Node: "Agent Suite"]',
			messages: [expect.stringMatching(/^Agent Suite: waiting 6\d s for the per-minute limit$/)],
		},
	]);
});

test.each([16.1, 1.0000001, 59.99999, 1e9 + 0.3])(
	'a timeout of %d s sends, and is spent once',
	async (timeout) => {
		const options = { timeout, maxTokens: 5 };
		const { error, task } = await service.run('lead.get', { ...each, options });
		expect(error?.message).toBeUndefined();
		expect(hintsOf(task)).toEqual(['1 request, 5 tokens spent']);
	},
);
