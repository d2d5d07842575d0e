import type { Fault } from '../../../sandbox';
import { pseudoRandom } from '../../../sandbox/faults';
import { passDate } from '../../support/date';
import { tokensADay } from '../../support/defaults';
import { useQuickService } from '../../support/service';
import { pollingModes } from '../../support/pollContext';
import type { Host } from '../../support/triggerHost';
import { passTime } from '../../support/triggerProcess';

const service = useQuickService();

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Polls of n8n's scheduler are up to this much early or late, ms. */
const JITTER = 3 * SECOND;

describe.each(pollingModes)('polling mode %s', (mode) => {
	const hostOf = (event: string, minInterval?: number) =>
		service.host({ event, minInterval, threshold: 500 }, mode);
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
		['leadCreatedOrUpdated', tokensADay('leadCreatedOrUpdated')],
		['balanceLow', tokensADay('balanceLow')],
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

	test('changed parameters, another credential, and a restart read immediately, publishing the same does not', async () => {
		const host = hostOf('leadCreated', 15);
		await host.activate();
		expect(await reads(host, 3, SECOND)).toBe(0);
		const before = service.sandbox.requests.length;
		const publish = async () => {
			host.deactivate();
			await host.activate();
			return service.sandbox.requests.length - before;
		};
		expect(await publish()).toBe(0);
		host.parameters = { ...host.parameters, status: ['interested'] };
		expect(await publish()).toBe(1);
		host.credentialId = '2';
		expect(await publish()).toBe(2);
		expect(await publish()).toBe(2);
		host.restart();
		expect(await reads(host, 2, SECOND)).toBe(1);
		await host.test();
		expect(await reads(host, 2, SECOND)).toBe(0);
	});

	test('a shorter interval counts from its first read', async () => {
		const host = hostOf('leadCreated', 24 * 60);
		await host.activate();
		// Only the scheduler takes it over without another activation.
		host.parameters = { ...host.parameters, minInterval: 5 };
		expect(await reads(host, 4, 6 * MINUTE)).toBe(mode === 'scheduler' ? 4 : 0);
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

	const status = (code: number) => ({ kind: 'status', status: code }) as const;
	const success = (body: string) =>
		({ kind: 'garbage', contentType: 'application/json', body }) as const;
	test.each<[string, Fault, number]>([
		['could be charged', status(500), 1],
		['returned a page', success('<html>Maintenance</html>'), 1],
		['returned another shape', success('{"leads":[{"a":1}]}'), 1],
		['is free', status(401), 10],
	])('a failed read that %s is repeated as often as it may cost', async (_what, fault, most) => {
		const host = hostOf('leadCreated', 15);
		await host.activate();
		passTime(16 * MINUTE);
		service.sandbox.addFault({ ...fault, times: Infinity });
		const before = service.sandbox.requests.length;
		for (let minute = 0; minute < 10; minute++) {
			passTime(MINUTE);
			await host.poll().catch(() => undefined);
		}
		const sent = service.sandbox.requests.length - before;
		service.sandbox.clearFaults();
		// A read has a few attempts.
		expect(sent).toBeGreaterThanOrEqual(most);
		expect(sent).toBeLessThanOrEqual(most === 1 ? 4 : most);
		passTime(16 * MINUTE);
		service.sandbox.addLead();
		expect(await host.poll()).toHaveLength(1);
	});

	test('a first list that cannot be read is read again after 15 minutes, because what comes until then counts as existing', async () => {
		const host = hostOf('balanceLow', 24 * 60);
		await host.activate();
		host.parameters = { ...host.parameters, event: 'leadCreated' };
		service.sandbox.addFault({ kind: 'status', status: 500, times: 1 });
		// Only the scheduler takes them over without another activation.
		const poll = async () => await (mode === 'scheduler' ? host.poll() : host.activate());
		await poll().catch(() => undefined);
		if (mode === 'scheduler') expect(await reads(host, 14, MINUTE)).toBe(0);
		passTime(MINUTE);
		await poll();
		service.sandbox.addLead();
		passTime(24 * 60 * MINUTE);
		expect(await host.poll()).toHaveLength(1);
	});

	test('after another process has polled, the list is read again after 15 minutes, because what is due waits for it', async () => {
		const host = hostOf('leadCreated', 24 * 60);
		host.parameters = { ...host.parameters, retryFailedExecutions: true };
		await host.activate();
		host.outcome = () => 'error';
		const { lead } = service.sandbox.addLead();
		await host.elsewhere(async () => {
			await host.start('leadershipChange');
			if (mode !== 'default') await host.poll();
		});
		host.outcome = () => 'success';
		expect(await reads(host, 14, MINUTE)).toBe(0);
		expect(await reads(host, 1, MINUTE)).toBe(1);
		expect(host.executions.at(-1)).toMatchObject([{ email: lead.email }]);
	});

	test('a list that all that is due waits for, because the filter has changed, is read again after 15 minutes', async () => {
		const host = hostOf('leadCreated', 24 * 60);
		host.parameters = { ...host.parameters, retryFailedExecutions: true };
		await host.activate();
		host.outcome = () => 'error';
		const { lead } = service.sandbox.addLead();
		passTime(24 * 60 * MINUTE);
		await host.poll();
		host.outcome = () => 'success';
		host.parameters = { ...host.parameters, status: ['contacted', lead.status] };
		service.sandbox.addFault({ kind: 'status', status: 500, times: 1 });
		// Only the scheduler takes it over without another activation.
		await (mode === 'scheduler' ? host.poll() : host.activate()).catch(() => undefined);
		expect(await reads(host, 14, MINUTE)).toBe(0);
		expect(await reads(host, 1, MINUTE)).toBe(1);
		expect(host.executions.at(-1)).toMatchObject([{ email: lead.email }]);
	});

	test('a publication reads a first list at once, although the interval of the same settings is not over', async () => {
		const host = hostOf('leadCreated', 24 * 60);
		await host.activate();
		const { credential } = host;
		// Another main process stores the state of another organization.
		await host.elsewhere(async () => {
			host.credential = service.credential({ accessToken: service.sandbox.tokens.otherOrg });
			host.credentialId = '2';
			await host.activate();
		});
		host.credential = credential;
		host.credentialId = '1';
		const before = service.sandbox.requests.length;
		host.deactivate();
		await host.activate();
		expect(service.sandbox.requests.length - before).toBe(1);
	});

	test('a list that is refused when n8n starts is read and reported 15 min later', async () => {
		const host = hostOf('leadCreated', 24 * 60);
		await host.activate();
		host.credential = service.credential({ accessToken: service.sandbox.tokens.otherOrg });
		expect(await host.start()).toBeNull();
		passTime(15 * MINUTE);
		await expect(host.poll()).rejects.toThrow('another organization');
		// What it costs counts from then on.
		expect(await reads(host, 5, MINUTE)).toBe(0);
	});

	test('an outage goes on at polls that do not read, and is reported once it has lasted', async () => {
		const host = hostOf('leadCreated', 15);
		await host.activate();
		service.sandbox.addFault({ kind: 'status', status: 500, times: Infinity });
		const reports: unknown[] = [];
		for (let poll = 0; poll < 10; poll++) {
			const passed = poll % 2 === 0 ? 16 * MINUTE : SECOND;
			passTime(passed);
			passDate(passed);
			await host.poll().catch((error: unknown) => reports.push([poll, error]));
		}
		expect(reports).toMatchObject([[2, { name: 'NodeApiError' }]]);
	});

	test('a filter that an expression changes is read at once, so that what waits for it goes on', async () => {
		const until = Date.now() + 30 * MINUTE;
		const status = `={{ [$now.toMillis() < ${until} ? 'interested' : 'contacted'] }}`;
		const host = service.host({ event: 'leadCreated', minInterval: 1440, status }, mode);
		await host.activate();
		service.sandbox.addLead({ status: 'contacted' });
		expect(await host.poll()).toBeNull();
		passDate(60 * MINUTE);
		const before = service.sandbox.requests.length;
		await host.poll();
		await host.poll();
		expect(service.sandbox.requests.length - before).toBe(1);
	});

	test('the clock of the machine set back does not stop the polls', async () => {
		const host = hostOf('leadCreated', 15);
		await host.activate();
		service.sandbox.addLead();
		passTime(16 * MINUTE);
		expect(await host.poll()).toHaveLength(1);
		passDate(-60 * MINUTE);
		service.sandbox.addLead();
		passTime(16 * MINUTE);
		const items = await host.poll();
		passDate(60 * MINUTE);
		expect(items).toHaveLength(1);
	});
});
