import { pseudoRandom } from '../../sandbox/faults';
import { useRawServer } from '../support/attackServer';
import { useService } from '../support/service';
import { Host, passTime, pollingModes } from '../support/triggerHost';
import { shortenBackoff } from '../support/windows';

const service = useService();
beforeAll(() => shortenBackoff(1));

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Polls of n8n's scheduler are up to this much early or late, ms. */
const JITTER = 3 * SECOND;

describe.each(pollingModes)('polling mode %s', (mode) => {
	const hostOf = (event: string, minInterval?: number) =>
		new Host(service.loader, {
			parameters: { event, minInterval, threshold: 500 },
			credential: service.credential(),
			mode,
		});
	/** Polls again and again, each time after this pause, and says how many requests that sent. */
	const reads = async (host: Host, polls: number, pauseMs: number) => {
		const before = service.sandbox.requests.length;
		for (let poll = 0; poll < polls; poll++) {
			passTime(pauseMs);
			await host.poll();
		}
		return service.sandbox.requests.length - before;
	};

	test.each([
		['leadCreatedOrUpdated', 480],
		['balanceLow', 96],
	])('%s: the first day with the defaults costs at most %i tokens', async (event, most) => {
		const { sandbox } = service;
		sandbox.setBalance(5250);
		const random = pseudoRandom(5);
		// n8n fills in the default interval. Its own schedule is every minute.
		const host = hostOf(event);
		host.parameters = { ...host.parameters, retryFailedExecutions: true };
		// Retries send no more requests.
		host.outcome = () => (random() < 0.3 ? 'error' : 'success');
		await host.activate();
		let late = 0;
		for (let minute = 1; minute < 24 * 60; minute++) {
			const jitter = (random() * 2 - 1) * JITTER;
			passTime(MINUTE + jitter - late);
			late = jitter;
			if (random() < 0.05) sandbox.addLead();
			await host.poll();
		}
		const spent = 5250 - sandbox.balance().totalTokenCount;
		expect(spent).toBeLessThanOrEqual(most);
		// Polls that come a few seconds early are not skipped for a minute.
		expect(spent).toBeGreaterThanOrEqual(most * 0.98);
	});

	test('0 reads at each poll', async () => {
		const host = hostOf('leadCreated', 0);
		await host.activate();
		expect(await reads(host, 5, SECOND)).toBe(5);
	});

	test('a schedule that is longer is unaffected, also if its polls come a few seconds early', async () => {
		const host = hostOf('leadCreated', 15);
		await host.activate();
		passTime(5 * SECOND);
		expect(await reads(host, 3, 60 * MINUTE)).toBe(3);
		for (const jitter of [-10, 10, -5, 5, 0])
			expect(await reads(host, 1, 15 * MINUTE + jitter * SECOND)).toBe(1);
	});

	test('publishing, changed parameters, and a restart read immediately', async () => {
		const host = hostOf('leadCreated', 15);
		await host.activate();
		expect(await reads(host, 3, SECOND)).toBe(0);
		const before = service.sandbox.requests.length;
		host.deactivate();
		await host.activate();
		expect(service.sandbox.requests.length - before).toBe(1);
		host.restart();
		expect(await reads(host, 2, SECOND)).toBe(1);
		await host.test();
		expect(await reads(host, 2, SECOND)).toBe(0);
	});

	test('what was delivered in between is stored with durable cursors', async () => {
		const host = hostOf('leadCreated', 15);
		host.parameters = { ...host.parameters, retryFailedExecutions: true };
		await host.activate();
		host.outcome = () => undefined;
		service.sandbox.addLead();
		expect(await reads(host, 1, 16 * MINUTE)).toBe(1);
		await host.running[0].settle('success');
		expect(await reads(host, 1, MINUTE)).toBe(0);
		host.restart();
		host.outcome = () => 'success';
		expect((await host.poll())?.length ?? 0).toBe(mode === 'durable' ? 0 : 1);
	});

	test.each([
		['could be charged', 500, 1],
		['is free', 401, 10],
	])(
		'a failed read that %s (HTTP %i) is repeated %i times in 10 minutes',
		async (_what, status, most) => {
			const host = hostOf('leadCreated', 15);
			await host.activate();
			passTime(16 * MINUTE);
			service.sandbox.addFault({ kind: 'status', status, times: Infinity });
			let failed = 0;
			const before = service.sandbox.requests.length;
			for (let minute = 0; minute < 10; minute++) {
				passTime(MINUTE);
				await host.poll().catch(() => failed++);
			}
			const sent = service.sandbox.requests.length - before;
			service.sandbox.clearFaults();
			// A read has a few attempts.
			expect(sent).toBeGreaterThanOrEqual(most);
			expect(sent).toBeLessThanOrEqual(most === 1 ? 4 : most);
			passTime(16 * MINUTE);
			service.sandbox.addLead();
			expect(await host.poll()).toHaveLength(1);
		},
	);

	test('the clock of the machine set back does not stop the polls', async () => {
		const host = hostOf('leadCreated', 15);
		await host.activate();
		service.sandbox.addLead();
		passTime(16 * MINUTE);
		expect(await host.poll()).toHaveLength(1);
		const clock = jest.spyOn(Date, 'now').mockReturnValue(new Date().valueOf() - 60 * MINUTE);
		service.sandbox.addLead();
		passTime(16 * MINUTE);
		const items = await host.poll();
		clock.mockRestore();
		expect(items).toHaveLength(1);
	});
});

describe('reads that fail', () => {
	const raw = useRawServer();
	const readsInAnHour = async (response: string) => {
		raw.reset(response);
		const host = new Host(service.loader, {
			parameters: { event: 'leadCreatedOrUpdated', minInterval: undefined },
			credential: service.credential({ baseUrl: raw.url }),
		});
		await host.activate().catch(() => undefined);
		for (let minute = 1; minute < 60; minute++) {
			passTime(60_000);
			await host.poll().catch(() => undefined);
		}
		return raw.connections;
	};
	const http = (status: string, body: string) =>
		`HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;

	test.each([
		['a page', http('200 OK', '<html>Maintenance</html>')],
		['another shape', http('200 OK', '{"leads":[{"a":1}]}')],
		['a failure that might be charged', http('500 Internal Server Error', '')],
	])('%s: the interval holds, because the read can have cost tokens', async (_name, response) => {
		expect(await readsInAnHour(response)).toBeLessThanOrEqual(4);
	});

	test('a refused token costs nothing, so each poll tries again', async () => {
		expect(await readsInAnHour(http('401 Unauthorized', ''))).toBe(60);
	});
});
