import type { IDataObject } from 'n8n-workflow';

import type { Lead } from '../../../sandbox';
import { until } from '../../support/programs/until';
import { useQuickService } from '../../support/service';
import { pollingModes, type PollingMode } from '../../support/pollContext';
import type { Host } from '../../support/triggerHost';
import { passTime } from '../../support/triggerProcess';

const service = useQuickService();

const PLATFORM = 'plat_blog';

/** A state that turns bad, good again, and bad a second time. */
interface Turn {
	event: string;
	parameters: IDataObject;
	bad(): void;
	good(): void;
}

const alerts: Turn[] = [
	{
		event: 'balanceLow',
		parameters: { threshold: 500 },
		bad: () => service.sandbox.setBalance(300),
		good: () => service.sandbox.setBalance(900),
	},
	{
		event: 'platformInvalid',
		parameters: {},
		bad: () => service.sandbox.updatePlatform(PLATFORM, { invalidConfig: true }),
		good: () => service.sandbox.updatePlatform(PLATFORM, { invalidConfig: false }),
	},
];

const hostOf = (mode: PollingMode, event: string, parameters: IDataObject = {}) =>
	service.host({ event, ...parameters }, mode);

const setStatus = (status: Lead['status']) => {
	const [{ id }] = service.sandbox.leadIds;
	service.sandbox.updateLead(id, { status });
};
const becomesInterested: Turn = {
	event: 'leadStatusChanged',
	parameters: { status: ['interested'] },
	bad: () => setStatus('interested'),
	good: () => setStatus('contacted'),
};

beforeEach(() => {
	// Others would cause further alerts.
	for (const id of service.sandbox.platformIds) {
		service.sandbox.updatePlatform(id, { invalidConfig: false });
	}
});

/** Number of items of each poll. */
async function counts(host: Host, steps: Array<() => void>): Promise<number[]> {
	const found: number[] = [];
	for (const step of steps) {
		step();
		found.push((await host.poll())?.length ?? 0);
	}
	return found;
}

const nothing = () => undefined;

describe.each(pollingModes)('polling mode %s', (mode) => {
	test.each([...alerts, becomesInterested])(
		'$event: no fall is missed, and none comes twice',
		async (turn) => {
			const { bad, good } = turn;
			good();
			const host = hostOf(mode, turn.event, turn.parameters);
			expect(await host.activate()).toBeNull();
			const steps = [bad, nothing, good, nothing, bad, nothing, good, bad];
			expect(await counts(host, steps)).toEqual([1, 0, 0, 0, 1, 0, 0, 1]);
		},
	);

	test.each<[Turn, () => void]>([
		[alerts[0], () => service.sandbox.setBalance(290)],
		[alerts[1], alerts[1].good],
		[becomesInterested, becomesInterested.good],
	])(
		'%#: the next fall is not missed if something changes while the execution with one is in progress',
		async (turn, change) => {
			const { bad, good } = turn;
			good();
			const parameters = { ...turn.parameters, retryFailedExecutions: true };
			const host = hostOf(mode, turn.event, parameters);
			await host.activate();
			host.outcome = () => undefined;
			expect(await counts(host, [bad, change])).toEqual([1, 0]);
			host.outcome = () => 'success';
			await host.running[0].settle('success');
			expect(await counts(host, [nothing, good, bad, nothing])).toEqual([0, 0, 1, 0]);
		},
	);

	test.each(alerts)('$event over a restart: rather twice than never', async (turn) => {
		const { bad, good } = turn;
		good();
		const host = hostOf(mode, turn.event, turn.parameters);
		await host.activate();
		expect(await counts(host, [bad, good])).toEqual([1, 0]);
		bad();
		host.restart();
		const atStart = (await host.activate())?.length ?? 0;
		expect(atStart + (await counts(host, [nothing, nothing]))[0]).toBe(1);
		host.restart();
		expect((await host.activate())?.length ?? 0).toBe(1);
		expect(await counts(host, [nothing, nothing, good, bad])).toEqual([0, 0, 0, 1]);
	});

	test('a recovery of the balance while n8n is down is reported once', async () => {
		const [{ event, parameters, bad, good }] = alerts;
		good();
		const host = hostOf(mode, event, { ...parameters, options: { notifyRecovery: true } });
		await host.activate();
		expect(await counts(host, [bad])).toEqual([1]);
		good();
		host.restart();
		await host.activate();
		expect(await counts(host, [nothing, nothing])).toEqual([0, 0]);
		expect(host.executions.flat()).toMatchObject([{ recovered: false }, { recovered: true }]);
	});

	test('the log says how n8n stores the state', async () => {
		const host = hostOf(mode, 'leadCreated');
		await host.activate();
		const where =
			mode === 'durable' ? 'after each poll from the next one on' : 'now, then with executions';
		expect(host.debugLines.join()).toContain(`n8n stores the state ${where}`);
		host.debugLines.length = 0;
		await host.poll();
		expect(host.debugLines.join()).not.toContain('stores');
	});

	// What docs/when-something-fails.md says about restarts.
	const filter = { status: ['interested'] };
	test.each<[string, IDataObject, Array<Lead['status']>, Lead['status'], number[]]>([
		['leadStatusChanged', {}, ['contacted'], 'interested', [1, 1]],
		[
			'leadStatusChanged',
			{ options: { includeNewLeads: false } },
			['contacted'],
			'interested',
			[0, 1],
		],
		['leadUpdated', {}, ['contacted'], 'interested', [0, 1]],
		['leadCreatedOrUpdated', {}, ['contacted'], 'interested', [1, 1]],
		['leadCreatedOrUpdated', filter, ['interested', 'contacted'], 'interested', [0, 1]],
		['leadCreated', filter, ['contacted'], 'interested', [1, 0]],
		['leadCreated', {}, ['contacted'], 'interested', [0, 0]],
	])(
		'%s %j over a restart compares with what is stored',
		async (event, more, before, after, found) => {
			const host = hostOf(mode, event, more);
			await host.activate();
			await host.poll();
			const { id } = service.sandbox.addLead({ status: before[0] });
			const to = (status: Lead['status']) => () => void service.sandbox.updateLead(id, { status });
			await counts(host, before.map(to));
			to(after)();
			host.restart();
			const [memory, durable] = found;
			expect((await host.activate())?.length ?? 0).toBe(mode === 'durable' ? durable : memory);
			expect(await host.poll()).toBeNull();
		},
	);

	test('the first state is stored in every mode', async () => {
		const host = hostOf(mode, 'leadCreated');
		expect(await host.activate()).toBeNull();
		// With durable cursors, n8n stores the state of an activation only together with an execution.
		expect(host.emptyRuns).toBe(mode === 'durable' ? 1 : 0);
		service.sandbox.addLead();
		host.restart();
		expect(await host.activate()).toHaveLength(1);
		service.sandbox.addLead();
		expect(await host.poll()).toHaveLength(1);
	});

	test('published again while a poll is in flight: no loss, no repetition', async () => {
		const { sandbox } = service;
		const host = hostOf(mode, 'leadCreated');
		await host.activate();
		// Changes the state without an execution. In default mode, n8n only keeps that in memory.
		sandbox.updateLead(sandbox.leadIds[0].id, { phone: '+1 1' });
		expect(await host.poll()).toBeNull();
		const { lead } = sandbox.addLead();
		sandbox.clearRequests();
		sandbox.addFault({ kind: 'slow', ms: 300, after: true });
		const inFlight = host.poll();
		await until(() => sandbox.requests.length === 1, 'the request');
		expect(await host.activate()).toBeNull();
		expect(await inFlight).toMatchObject([lead]);
		expect(await counts(host, [nothing, nothing])).toEqual([0, 0]);
		expect(host.executions).toHaveLength(1);
	});

	test('a balance that is low already alerts when it is published, and when the threshold is raised', async () => {
		service.sandbox.setBalance(300);
		const host = hostOf(mode, 'balanceLow', { threshold: 500 });
		expect(await host.activate()).toMatchObject([{ threshold: 500, recovered: false }]);
		expect(await host.poll()).toBeNull();
		host.parameters = { event: 'balanceLow', threshold: 100 };
		expect(await host.activate()).toBeNull();
		host.parameters = { event: 'balanceLow', threshold: 400 };
		expect(await host.activate()).toMatchObject([{ threshold: 400 }]);
		expect(await host.poll()).toBeNull();
		// Selected instead of an event of another list.
		host.parameters = { event: 'leadCreated' };
		expect(await host.activate()).toBeNull();
		host.parameters = { event: 'balanceLow', threshold: 400 };
		expect(await host.activate()).toMatchObject([{ threshold: 400 }]);
		expect(await host.poll()).toBeNull();
		host.credentialId = 'another';
		expect(await host.activate()).toMatchObject([{ threshold: 400 }]);
	});

	describe('a balance is back above its threshold, and nobody knows whether its alert arrived: recovered', () => {
		const low = { threshold: 500, options: { notifyRecovery: true } };
		const recovers = async (host: Host) => {
			service.sandbox.setBalance(900);
			await host.activate();
			await host.poll();
			const recovered = host.executions.flat().map((item) => item.recovered);
			expect([recovered.indexOf(true), recovered[0]]).toEqual([recovered.length - 1, false]);
		};

		test('n8n restarts after the alert of the first poll, without having stored its end', async () => {
			service.sandbox.setBalance(300);
			const host = hostOf(mode, 'balanceLow', low);
			expect(await host.activate()).toHaveLength(1);
			host.restart();
			await recovers(host);
		});

		test.each([300, 900])(
			'the execution with the alert fails. At the first poll: %i',
			async (balance) => {
				service.sandbox.setBalance(balance);
				const host = hostOf(mode, 'balanceLow', { ...low, retryFailedExecutions: true });
				host.outcome = () => 'error';
				await host.activate();
				service.sandbox.setBalance(300);
				await host.poll();
				host.outcome = () => 'success';
				await recovers(host);
			},
		);
	});

	test('a balance is not returned again with its thresholds in another order', async () => {
		service.sandbox.setBalance(300);
		const settings = (options: IDataObject) => ({ event: 'balanceLow', threshold: 500, options });
		const host = hostOf(mode, 'balanceLow', settings({ moreThresholds: [400, 100] }));
		expect(await host.activate()).toHaveLength(1);
		host.parameters = settings({ moreThresholds: [100, 400] });
		expect(await host.activate()).toBeNull();
		host.parameters = settings({ moreThresholds: [100, 350] });
		expect(await host.activate()).toMatchObject([{ threshold: 350 }]);
	});

	// What docs/alerts.md says. The API documentation does not say what happens then.
	test('a balance that is used up between two polls is reported as a failed poll, immediately', async () => {
		const host = hostOf(mode, 'balanceLow', { threshold: 500 });
		await host.activate();
		service.sandbox.setBalance(0);
		await expect(host.poll()).rejects.toThrow(/balance/);
		expect(await host.poll()).toBeNull();
		service.sandbox.setBalance(300);
		expect(await host.poll()).toMatchObject([{ threshold: 500, recovered: false }]);
	});

	const low = 1000;
	const between = low * 1.05;
	test.each<[string, IDataObject, number[], number[]]>([
		[
			'a fall',
			{ threshold: between },
			[low * 1.09, between, between, low / 2, 10],
			[0, 1, 0, 0, 0],
		],
		['a fall below one more', { moreThresholds: [between] }, [between, low / 2, 10], [1, 1, 0]],
		['a rise, then a fall', { threshold: between }, [low * 2, between, 10], [0, 1, 0]],
	])(
		'a threshold set between the lowest and the current balance: %s',
		async (_what, { threshold = low / 2, moreThresholds }, totals, expected) => {
			const options = { notifyRecovery: true };
			const host = hostOf(mode, 'balanceLow', { threshold: low / 2, options });
			// The poll itself costs a token, so it finds one less.
			const to = (total: number) => () => service.sandbox.setBalance(total);
			to(low * 5)();
			expect(await host.activate()).toBeNull();
			// Not a recovery, so the lowest value still counts.
			expect(await counts(host, [to(low), to(low * 1.09)])).toEqual([0, 0]);
			host.parameters = {
				event: 'balanceLow',
				threshold,
				options: { ...options, ...(moreThresholds && { moreThresholds }) },
			};
			expect(await host.activate()).toBeNull();
			expect(await counts(host, totals.map(to))).toEqual(expected);
			expect(host.executions.flat().map(({ recovered }) => recovered)).not.toContain(true);
		},
	);
});

test('an alert of a first list that fails is returned until it succeeds, whatever the balance does below the threshold', async () => {
	service.sandbox.setBalance(50);
	const options = { notifyRecovery: true, moreThresholds: [100] };
	const host = hostOf('default', 'balanceLow', {
		...{ threshold: 500, options, retryFailedExecutions: true },
	});
	host.outcome = () => 'error';
	await host.activate();
	await host.poll();
	host.outcome = () => 'success';
	service.sandbox.setBalance(400);
	passTime(3_600_000);
	await host.poll();
	expect(host.executions.at(-1)).toMatchObject([{ threshold: 500, recovered: false }]);
});

// Durable cursors store after the second poll that the first alert has succeeded.
test('a recovery of the balance is not missed because an alert after a restart has failed', async () => {
	const [{ event, parameters, bad, good }] = alerts;
	good();
	const options = { notifyRecovery: true };
	const host = hostOf('durable', event, { ...parameters, options, retryFailedExecutions: true });
	await host.activate();
	expect(await counts(host, [bad, nothing])).toEqual([1, 0]);
	host.restart();
	host.outcome = () => 'error';
	await host.activate();
	await host.poll();
	host.outcome = () => 'success';
	good();
	passTime(3_600_000);
	await host.poll();
	expect(host.executions.at(-1)).toMatchObject([{ recovered: true }]);
});

describe('whose state it is', () => {
	test('a renamed node continues, also after renaming it back, as long as n8n runs', async () => {
		const host = hostOf('default', 'leadCreated');
		await host.activate();
		const before = host.stored;
		const first = service.sandbox.addLead().lead;
		expect(await host.poll()).toMatchObject([first]);
		// n8n has no state for the new name, and then the earlier state of the old one.
		host.name = 'Renamed';
		host.stored = {};
		const second = service.sandbox.addLead().lead;
		expect(await host.activate()).toMatchObject([second]);
		host.name = 'Agent Suite Trigger';
		host.stored = { ...before };
		const third = service.sandbox.addLead().lead;
		expect(await host.activate()).toMatchObject([third]);
	});

	test('with Emit Existing, a renamed node returns nothing old again, and a new one of that name does', async () => {
		const host = hostOf('default', 'leadCreated', { options: { emitExisting: true } });
		const all = await host.activate();
		expect(all?.length).toBeGreaterThan(3);
		const before = host.stored;
		host.name = 'Renamed';
		host.stored = {};
		expect(await host.activate()).toBeNull();
		const { lead } = service.sandbox.addLead();
		expect(await host.poll()).toMatchObject([lead]);
		host.name = 'Agent Suite Trigger';
		host.stored = { ...before };
		expect(await host.activate()).toBeNull();
		host.stored = { ...before, node: 'an earlier one' };
		host.restart();
		expect(await host.activate()).toHaveLength(all!.length + 1);
	});
});

test('a poll says in the log what it has found, and why a record is returned, without personal data', async () => {
	const host = hostOf('default', 'leadCreatedOrUpdated');
	await host.activate();
	const { lead } = service.sandbox.addLead();
	const [{ id }] = service.sandbox.leadIds;
	service.sandbox.updateLead(id, { email: 'other@example.com' });
	host.debugLines.length = 0;
	await host.poll();
	const count = Number(/(\d+) listed/.exec(host.debugLines[0])?.[1]);
	expect(count).toBeGreaterThan(2);
	expect(host.debugLines).toEqual([
		`Agent Suite Trigger: ${count} listed, 2 to return`,
		'Agent Suite Trigger: a record is to be returned, changed: email',
		'Agent Suite Trigger: a record is to be returned, new',
		'Agent Suite Trigger: an execution with 2 records has ended: succeeded',
	]);
	for (const value of Object.values(lead)) expect(host.debugLines.join()).not.toContain(value);
});

test.each(['default', 'scheduler'] as const)(
	'polling mode %s: after a restart, only the last piece of a failed group is repeated',
	async (mode) => {
		const host = hostOf(mode, 'leadCreated', { retryFailedExecutions: true });
		await host.activate();
		host.outcome = (items) => (items.length > 1 ? 'error' : 'success');
		for (let lead = 0; lead < 4; lead++) service.sandbox.addLead();
		await host.poll();
		const arrived = () => host.executions.filter(({ length }) => length === 1).flat();
		await until(() => arrived().length === 4, 'the pieces');
		await host.idle();
		await host.poll();
		host.restart();
		expect(await host.activate()).toMatchObject([{ email: arrived().at(-1)?.email }]);
	},
);

test('polling mode durable: a restart repeats what was delivered since the last poll, and nothing before it', async () => {
	const host = hostOf('durable', 'leadCreated', { retryFailedExecutions: true });
	await host.activate();
	const { lead } = service.sandbox.addLead();
	await host.poll();
	await host.idle();
	host.restart();
	expect(await host.activate()).toMatchObject([{ email: lead.email }]);
	await host.idle();
	await host.poll();
	host.restart();
	expect(await host.activate()).toBeNull();
});
