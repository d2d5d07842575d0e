import { startSandbox } from '../../sandbox';
import { loadPackage } from '../support/engine';
import { expectNoSecrets } from '../support/secrecy';
import { Service } from '../support/service';
import { shortenMinute } from '../support/windows';

// By the clock: another program may take the machine for a moment, and then it may be tried again.
jest.retryTimes(2, { logErrorsBeforeRetry: true });

const MINUTE = 20_000;
/** Where the time counts: long enough that a busy machine is not taken for a slow limiter. */
const LONG_MINUTE = 20_000;
const service = new Service();
beforeAll(async () => {
	service.loader = await loadPackage();
});
// A service of its own for each test: what a limiter has learned belongs to a base URL.
async function startWith(minuteMs: number): Promise<void> {
	shortenMinute(minuteMs);
	service.sandbox = await startSandbox({ windows: { minuteMs } });
}
beforeEach(async () => await startWith(MINUTE));
afterEach(async () => {
	await service.sandbox.close();
	const { tokens, secrets } = service.sandbox;
	expectNoSecrets(service.last!, [...Object.values(tokens), ...secrets]);
});

const paced = { requestsPerMinute: 100 };
// Three of the tests wait for a window.
jest.setTimeout(90_000);

const items = (count: number) => Array.from({ length: count }, (_, place) => ({ place }));
const each = { leadId: '={{ "lead_8f2k1a" }}', options: { reuseReads: false } };

test('250 reads at 100 a minute: all succeed, none is refused, at the speed the windows allow', async () => {
	await service.sandbox.close();
	await startWith(LONG_MINUTE);
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
	// By the clock of the service: the windows allow no less than two of their lengths.
	expect(requests[249].at - requests[0].at).toBeLessThan(2 * LONG_MINUTE * 1.1);
}, 90_000);

test('two executions at the same time share the limit', async () => {
	const runs = await Promise.all(
		[1, 2].map(() => service.run('lead.get', each, { items: items(75), credential: paced })),
	);
	expect(runs.map(({ json }) => json.length)).toEqual([75, 75]);
	expect(service.sandbox.requests.every(({ status }) => status === 200)).toBe(true);
	expect(service.sandbox.requests).toHaveLength(150);
});

test('the hint says what the run cost and how long it waited for which limit', async () => {
	const { task } = await service.run('lead.get', each, { items: items(110), credential: paced });
	expect(task.hints?.map(({ message }) => message)).toEqual([
		expect.stringMatching(
			/^110 requests, 550 tokens spent, waited [1-9]\d* s for the limit per minute$/,
		),
	]);
});

test('a wait longer than Max Wait is refused at once, with the limit, the time and what is done', async () => {
	shortenMinute(60_000);
	const { error } = await service.run(
		'lead.get',
		{ ...each, options: { reuseReads: false, maxWait: 5 } },
		{ items: items(8), credential: { requestsPerMinute: 3 } },
	);
	expect(error?.message).toMatch(
		/^Request not sent: the limit per minute resets at \d{4}-\d\d-\d\d [\d:]+ \([\w/]+\), in \d\d s, and 'Max Wait \(Seconds\)' is 5 \[item \d\]$/,
	);
	expect(error?.description).toContain("Raise the option 'Max Wait (Seconds)'");
	expect(service.sandbox.requests).toHaveLength(3);
});

test('Retry-After holds for everyone who shares the token', async () => {
	service.sandbox.addFault({ kind: 'rateLimit', retryAfter: 1, match: { nth: 3 } });
	const runs = await Promise.all(
		[1, 2].map(() => service.run('lead.get', each, { items: items(6), credential: paced })),
	);
	expect(runs.map(({ json }) => json.length)).toEqual([6, 6]);
	const { requests } = service.sandbox;
	const refused = requests.find(({ status }) => status === 429)!;
	const paused = requests.filter(({ at }) => at > refused.at + 200 && at < refused.at + 950);
	expect(requests).toHaveLength(13);
	expect(paused).toEqual([]);
});

test.each([
	['a date', new Date(Date.now() + 3_600_000).toUTCString(), /in 3[56]\d\d s/],
	['seconds', 900, /in (9\d\d|8\d\d) s/],
])('Retry-After as %s beyond Max Wait is refused with the time', async (_, retryAfter, says) => {
	service.sandbox.addFault({ kind: 'rateLimit', retryAfter });
	const { error } = await service.run('lead.get', each, { credential: paced });
	expect(error?.message).toMatch(says);
	expect(error?.message).toContain('the pause the service asked for');
	expect(service.sandbox.requests).toHaveLength(1);
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

test('one stray 429 costs its Retry-After: 100 executions of one read each, none fails', async () => {
	await service.sandbox.close();
	await startWith(60_000);
	service.sandbox.addFault({ kind: 'rateLimit', retryAfter: 1, match: { nth: 40 } });
	const began = Date.now();
	const runs = await Promise.all(
		items(100).map(async () => await service.run('lead.get', each, { credential: paced })),
	);
	expect(runs.map(({ json }) => json.length)).toEqual(items(100).map(() => 1));
	expect(service.sandbox.requests).toHaveLength(101);
	expect(Date.now() - began).toBeLessThan(30_000);
}, 60_000);

test('a response that takes long holds up nobody else', async () => {
	service.sandbox.addFault({ kind: 'slow', ms: 4000, match: { nth: 1 }, times: 40 });
	const slow = service.run('lead.get', each, { items: items(40), credential: paced });
	await new Promise((resolve) => setTimeout(resolve, 500));
	const began = Date.now();
	const { json } = await service.run('billing.getTokenBalance', {}, { credential: paced });
	expect(json).toHaveLength(1);
	expect(Date.now() - began).toBeLessThan(2500);
	expect((await slow).json).toHaveLength(40);
}, 60_000);

test('Max Wait 0 refuses to wait for the limit, and still repeats a 503', async () => {
	shortenMinute(60_000);
	service.sandbox.addFault({ kind: 'status', status: 503, match: { nth: 1 } });
	const options = { reuseReads: false, maxWait: 0 };
	const { json } = await service.run('lead.get', { ...each, options }, { credential: paced });
	expect(json).toHaveLength(1);
	const { error } = await service.run(
		'lead.get',
		{ ...each, options },
		{ items: items(2), credential: { requestsPerMinute: 1 } },
	);
	expect(error?.message).toMatch(
		/^Request not sent: the limit per minute resets at .*, and 'Max Wait \(Seconds\)' is 0/,
	);
}, 60_000);

test('who sets the clock back or forward changes nothing', async () => {
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
