import type { IDataObject } from 'n8n-workflow';

import { useQuickService } from '../../support/service';
import { storingModes } from '../../support/pollContext';
import type { End } from '../../support/triggerExecutions';
import type { Host } from '../../support/triggerHost';
import { keepOrder, passTime } from '../../support/triggerProcess';

const service = useQuickService();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const add = (count: number) => Array.from({ length: count }, () => service.sandbox.addLead());
const emails = (items: IDataObject[]) => items.map(({ email }) => email);
const refusing =
	(...bad: unknown[]) =>
	(items: IDataObject[]): End =>
		items.some(({ email }) => bad.includes(email)) ? 'error' : 'success';
const delivered = (host: Host) =>
	host.runs.flatMap(({ items, end }) => (end === 'success' || end === 'waiting' ? items : []));
const failing = (): End => 'error';

keepOrder();

describe.each(storingModes)('polling mode %s', (mode) => {
	test('one refused lead among five: the others arrive at once, and it arrives once it is accepted', async () => {
		const host = await service.publishedLeadSync(mode);
		const leads = add(5).map(({ lead }) => lead);
		host.outcome = refusing(leads[2].email);
		await host.poll();
		expect(host.executions.map((items) => emails(items))).toEqual([
			emails(leads),
			emails([leads[0]]),
			emails([leads[1], leads[2]]),
			emails([leads[1]]),
			emails([leads[2], leads[3]]),
			emails([leads[2]]),
			emails([leads[3]]),
			emails([leads[4]]),
			emails([leads[2]]),
		]);
		expect(await host.poll()).toBeNull();
		passTime(MINUTE);
		expect(emails((await host.poll()) ?? [])).toEqual([leads[2].email]);
		host.outcome = () => 'success';
		passTime(2 * MINUTE);
		await host.poll();
		expect(emails(delivered(host)).sort()).toEqual(emails(leads).sort());
		passTime(HOUR);
		expect(await host.poll()).toBeNull();
	});

	test.each<End>(['error', 'crashed', 'timeout', 'shutdown'])(
		'an outage in which executions end with %s: two probes a poll, then all arrive once',
		async (end) => {
			const host = await service.publishedLeadSync(mode);
			host.outcome = () => end;
			const leads = add(30).map(({ lead }) => lead);
			await host.poll();
			// Once n8n shuts down, nothing more starts.
			expect(host.runs).toHaveLength(end === 'shutdown' ? 1 : 3);
			for (let poll = 0; poll < 5; poll++) {
				passTime(MINUTE);
				const before = host.runs.length;
				await host.poll();
				expect(host.runs.length - before).toBeLessThanOrEqual(2);
			}
			host.outcome = () => 'success';
			for (let poll = 0; poll < 5; poll++) {
				passTime(HOUR);
				await host.poll();
			}
			expect(emails(delivered(host)).sort()).toEqual(emails(leads).sort());
		},
	);

	test.each<[end: End, isRepeated: boolean]>([
		['success', false],
		['waiting', false],
		['error', true],
	])(
		'n8n calls an execution running that has ended with %s: repeated is %s',
		async (end, isRepeated) => {
			const host = await service.publishedLeadSync(mode);
			host.callsAllRunning = true;
			host.outcome = () => end;
			const leads = add(2).map(({ lead }) => lead);
			await host.poll();
			const [first] = host.executions;
			expect(emails(first)).toEqual(emails(leads));
			for (let poll = 0; poll < 3; poll++) {
				passTime(HOUR);
				await host.poll();
			}
			expect(host.runs.length > 1).toBe(isRepeated);
		},
	);

	test('a lead that changes while it has not arrived is returned once, in its latest state', async () => {
		const host = await service.publishedLeadSync(mode);
		const [{ id, lead }] = add(1);
		host.outcome = failing;
		await host.poll();
		const now = service.sandbox.updateLead(id, { status: 'contacted', phone: '+1 7' });
		host.outcome = () => 'success';
		const created = { changeType: 'created', changedFields: [], previousStatus: null };
		const leadKey = lead.agentConversationId;
		expect(await host.poll()).toEqual([{ leadKey, ...now, ...created }]);
		host.outcome = failing;
		service.sandbox.updateLead(id, { status: 'interested' });
		await host.poll();
		// So that it has another row.
		service.sandbox.removeLead(service.sandbox.leadIds[0].id);
		const last = service.sandbox.updateLead(id, { email: 'new@example.com' });
		host.outcome = () => 'success';
		expect(await host.poll()).toEqual([
			{
				leadKey,
				...last,
				changeType: 'updated',
				changedFields: ['email', 'status'],
				previousStatus: 'contacted',
			},
		]);
		passTime(HOUR);
		expect(await host.poll()).toBeNull();
	});

	test('a newer state waits for the end of the execution with the earlier one', async () => {
		const host = await service.publishedLeadSync(mode);
		const [{ id, lead }] = add(1);
		host.outcome = () => undefined;
		await host.poll();
		service.sandbox.updateLead(id, { status: 'contacted' });
		expect(await host.poll()).toBeNull();
		await host.running[0].settle('success');
		host.outcome = () => 'success';
		// It needs no other list.
		service.sandbox.addFault({ kind: 'status', status: 503, times: Infinity });
		expect(await host.poll()).toMatchObject([
			{ changeType: 'updated', changedFields: ['status'], previousStatus: lead.status },
		]);
		service.sandbox.clearFaults();
		expect(await host.poll()).toBeNull();
	});
	test.each([401, 402, 503])('a list that ends with %i holds up no retry', async (status) => {
		const host = await service.publishedLeadSync(mode);
		host.outcome = failing;
		const [{ lead }] = add(1);
		await host.poll();
		host.outcome = () => 'success';
		passTime(2 * MINUTE);
		service.sandbox.addFault({ kind: 'status', status, times: Infinity });
		// A failure that needs a user is reported at once.
		const poll = host.poll();
		if (status === 503) await poll;
		else await expect(poll).rejects.toThrow();
		expect(emails(delivered(host))).toEqual([lead.email]);
		service.sandbox.clearFaults();
		expect(await host.poll()).toBeNull();
	});

	test.each([
		['event', (host: Host) => (host.parameters.event = 'leadUpdated')],
		['filter', (host: Host) => (host.parameters.status = ['contacted'])],
		['credential', (host: Host) => (host.credentialId = '2')],
	])(
		'another %s: what was undelivered does not go out before its list is read',
		async (_, change) => {
			const host = await service.publishedLeadSync(mode);
			host.outcome = failing;
			add(1);
			await host.poll();
			const before = host.runs.length;
			host.outcome = () => 'success';
			change(host);
			passTime(2 * MINUTE);
			service.sandbox.addFault({ kind: 'status', status: 503, times: Infinity });
			await host.activate().catch(() => null);
			passTime(MINUTE);
			await host.poll().catch(() => null);
			expect(host.runs.slice(before)).toEqual([]);
			service.sandbox.clearFaults();
		},
	);

	test('a waiting execution counts as delivered', async () => {
		const host = await service.publishedLeadSync(mode);
		host.outcome = () => 'waiting';
		add(1);
		await host.poll();
		passTime(HOUR);
		expect(await host.poll()).toBeNull();
	});
	test.each<End>(['success', 'error'])(
		'a change back while the execution is in progress, which ends with %s',
		async (end) => {
			const host = await service.publishedLeadSync(mode);
			const [{ id, lead }] = add(1);
			await host.poll();
			host.outcome = () => undefined;
			service.sandbox.updateLead(id, { status: 'not-interested' });
			await host.poll();
			service.sandbox.updateLead(id, { status: lead.status });
			expect(await host.poll()).toBeNull();
			host.outcome = () => 'success';
			await host.running[0].settle(end);
			passTime(HOUR);
			// A failed execution can have passed on the state in between.
			const items = (await host.poll()) ?? host.runs.at(-1)?.items ?? [];
			expect(items).toMatchObject([{ status: lead.status }]);
			expect(items[0].changedFields).toContain('status');
			passTime(HOUR);
			expect(await host.poll()).toBeNull();
		},
	);

	test('a failed execution can have passed on a state that is over: it is corrected, also after a restart', async () => {
		const host = await service.publishedLeadSync(mode);
		const [{ id, lead }] = add(1);
		await host.poll();
		host.outcome = failing;
		service.sandbox.updateLead(id, { status: 'not-interested' });
		await host.poll();
		service.sandbox.updateLead(id, { status: lead.status });
		passTime(HOUR);
		await host.poll();
		host.restart();
		host.outcome = () => 'success';
		const items = ((await host.activate()) ?? []).concat((await host.poll()) ?? []);
		expect(items).toMatchObject([{ status: lead.status, changeType: 'updated' }]);
		passTime(HOUR);
		expect(await host.poll()).toBeNull();
	});

	test('a lead that never arrived and leaves is new when it returns', async () => {
		const host = await service.publishedLeadSync(mode);
		const [{ id, lead }] = add(1);
		host.outcome = failing;
		await host.poll();
		service.sandbox.removeLead(id);
		await host.poll();
		passTime(HOUR);
		for (let poll = 0; poll < 2; poll++) await host.poll();
		expect(host.runs).toHaveLength(1);
		host.outcome = () => 'success';
		service.sandbox.addLead({ ...lead });
		expect(await host.poll()).toMatchObject([{ changeType: 'created', email: lead.email }]);
	});

	test.each([false, true])(
		'an execution that a person stops is not retried before the next change or publication (older n8n: %s)',
		async (isOlder) => {
			const host = await service.publishedLeadSync(mode);
			host.callsAllRunning = isOlder;
			const [{ id }] = add(1);
			host.outcome = () => 'stopped';
			await host.poll();
			passTime(24 * HOUR);
			expect(await host.poll()).toBeNull();
			service.sandbox.updateLead(id, { phone: '+1 8' });
			expect(await host.poll()).toHaveLength(1);
			passTime(24 * HOUR);
			expect(await host.poll()).toBeNull();
			host.outcome = () => 'success';
			host.deactivate();
			expect(await host.activate()).toHaveLength(1);
		},
	);

	test('a change that never arrived, of a lead that leaves, comes when it returns', async () => {
		const host = await service.publishedLeadSync(mode);
		const [{ id }] = add(1);
		await host.poll();
		host.outcome = failing;
		const lead = service.sandbox.updateLead(id, { phone: '+1 9' });
		await host.poll();
		service.sandbox.removeLead(id);
		for (let poll = 0; poll < 3; poll++) await host.poll();
		host.outcome = () => 'success';
		service.sandbox.addLead({ ...lead });
		expect(await host.poll()).toMatchObject([{ phone: lead.phone }]);
	});

	test('published between two reads: what a person has stopped is retried, once', async () => {
		const host = await service.publishedLeadSync(mode, { minInterval: 15 });
		passTime(16 * MINUTE);
		add(1);
		host.outcome = () => 'stopped';
		await host.poll();
		const before = service.sandbox.requests.length;
		host.deactivate();
		expect(await host.activate()).toHaveLength(1);
		expect(await host.poll()).toBeNull();
		expect(service.sandbox.requests).toHaveLength(before);
	});

	test('an execution whose end n8n does not report is retried after its lease, and a late success counts', async () => {
		const host = service.leadSync(mode);
		host.settings = { executionTimeout: 300 };
		await host.activate();
		host.outcome = () => undefined;
		const [{ lead }] = add(1);
		await host.poll();
		passTime(6 * MINUTE - 2000);
		expect(await host.poll()).toBeNull();
		passTime(2000);
		expect(await host.poll()).toHaveLength(1);
		await host.running[0].settle('success');
		await host.running[0].settle('error');
		passTime(24 * HOUR);
		expect(await host.poll()).toBeNull();
		expect(emails(delivered(host))).toEqual([lead.email]);
	});

	test.each<End>(['error', 'success'])(
		'an execution past its lease that ends with %s after a newer state has arrived: that comes again',
		async (end) => {
			const host = await service.publishedLeadSync(mode);
			host.outcome = () => undefined;
			const [{ id }] = add(1);
			await host.poll();
			service.sandbox.updateLead(id, { status: 'contacted' });
			passTime(62 * MINUTE);
			expect(await host.poll()).toMatchObject([{ status: 'contacted' }]);
			const [late, newer] = host.running;
			await newer.settle('success');
			host.outcome = () => 'success';
			await late.settle(end);
			await host.poll();
			// The late one can have overwritten it.
			expect(host.executions).toHaveLength(3);
			const items = host.executions[2];
			expect(items).toMatchObject([{ status: 'contacted', changeType: 'updated' }]);
			expect(items[0].changedFields).toContain('status');
			passTime(24 * HOUR);
			expect(await host.poll()).toBeNull();
		},
	);

	test.each([
		['of more than a day', 30 * 3600, 30 * HOUR],
		// n8n saves this for 'No timeout'. So the next hourly poll does not miss its end.
		['of none', -1, HOUR - 4 * MINUTE],
	])('a workflow timeout %s: the lead comes again after it', async (_what, seconds, ms) => {
		const host = service.leadSync(mode);
		host.settings = { executionTimeout: seconds };
		await host.activate();
		host.outcome = () => undefined;
		add(1);
		await host.poll();
		passTime(ms - MINUTE);
		expect(await host.poll()).toBeNull();
		passTime(3 * MINUTE);
		expect(await host.poll()).toHaveLength(1);
	});

	test('a restart: what failed or was in progress comes again', async () => {
		const host = await service.publishedLeadSync(mode);
		const [bad, , ...slow] = add(4).map(({ lead }) => lead);
		host.outcome = (items) =>
			items.some(({ email }) => email === bad.email)
				? 'error'
				: emails(items).includes(slow[0].email)
					? undefined
					: 'success';
		await host.poll();
		expect(host.running).toHaveLength(1);
		host.restart();
		host.outcome = () => 'success';
		await host.activate();
		await host.poll();
		const found = emails(delivered(host));
		expect([...new Set(found)]).toHaveLength(4);
		// What was delivered after the last emission that n8n stored comes again: two leads, with durable cursors.
		expect(found.length).toBeLessThanOrEqual(mode === 'durable' ? 6 : 5);
		host.restart();
		const again = ((await host.activate()) ?? []).concat((await host.poll()) ?? []);
		if (mode === 'durable') expect(again).toEqual([]);
	});

	test.each<[string, number]>([
		['before the first has ended', 0],
		['between their ends', 1],
		['after both have ended', 2],
	])(
		'several executions start in one tick, and n8n is killed %s: all arrive',
		async (_when, ends) => {
			const host = await service.publishedLeadSync(mode);
			const [{ lead }] = add(1);
			host.outcome = failing;
			await host.poll();
			passTime(2 * MINUTE);
			host.outcome = () => undefined;
			const fresh = add(2).map(({ lead: { email } }) => email);
			await host.poll();
			const both = host.running;
			expect(both.map(({ items }) => emails(items))).toEqual([fresh, [lead.email]]);
			for (const run of both.slice(0, ends)) await run.settle('success');
			host.restart();
			host.outcome = () => 'success';
			await host.activate();
			await host.poll();
			const arrived = emails(delivered(host));
			expect([...new Set(arrived)].sort()).toEqual([lead.email, ...fresh].sort());
			// Nothing was stored between the two, so what an execution delivered comes again.
			expect(arrived).toHaveLength(ends === 0 ? 3 : ends === 1 ? 5 : 6);
			passTime(HOUR);
			expect(await host.poll()).toBeNull();
		},
	);

	test.each<[string, IDataObject, boolean]>([
		['another filter', { status: ['interested'] }, false],
		['another filter, after a restart', { status: ['interested'] }, true],
		['another event of the list', { event: 'leadCreated' }, false],
	])('%s: of what has not arrived, it returns what fits', async (_what, change, isRestarted) => {
		const host = await service.publishedLeadSync(mode);
		host.outcome = failing;
		const fits = service.sandbox.addLead({ status: 'interested' }).lead;
		const other = service.sandbox.leadIds[0];
		service.sandbox.updateLead(other.id, { status: 'contacted' });
		await host.poll();
		host.outcome = () => 'success';
		if (isRestarted) host.restart();
		host.parameters = { ...host.parameters, ...change };
		passTime(HOUR);
		const items = [...((await host.activate()) ?? []), ...((await host.poll()) ?? [])];
		expect(emails(items)).toEqual([fits.email]);
		expect(host.warnings.at(-1)).toContain('1 undelivered record dropped');
		passTime(HOUR);
		expect(await host.poll()).toBeNull();
	});

	test('a filter that it does not pass drops what has not arrived, other options do not', async () => {
		const host = await service.publishedLeadSync(mode);
		host.outcome = failing;
		add(1);
		await host.poll();
		host.parameters = { ...host.parameters, options: { recordsPerExecution: 'all' } };
		expect(await host.activate()).toHaveLength(1);
		host.parameters = { ...host.parameters, status: ['not-interested'] };
		expect(await host.activate()).toBeNull();
		expect(host.warnings.join()).toContain('1 undelivered record dropped');
		passTime(HOUR);
		expect(await host.poll()).toBeNull();
	});

	test.each([
		['in another order', ['interested', 'contacted'], ['contacted', 'interested']],
		['twice', ['interested'], ['interested', 'interested']],
		['in an empty list, or not at all', undefined, []],
	])('a filter with the same statuses %s drops nothing', async (_what, before, after) => {
		const filtered = (status?: string[]) => (status === undefined ? {} : { status });
		const host = await service.publishedLeadSync(mode, {
			event: 'leadCreated',
			...filtered(before),
		});
		host.outcome = failing;
		const [{ lead }] = add(1);
		await host.poll();
		host.outcome = () => 'success';
		host.parameters = { ...host.parameters, ...filtered(after) };
		const items = [...((await host.activate()) ?? []), ...((await host.poll()) ?? [])];
		expect(items).toMatchObject([{ email: lead.email }]);
	});

	test('what is back as it was delivered does not count as dropped', async () => {
		const host = await service.publishedLeadSync(mode, { options: { recordsPerExecution: 'one' } });
		const [away, back] = add(2);
		await host.poll();
		host.outcome = failing;
		service.sandbox.addLead({ status: 'contacted' });
		await host.poll();
		host.outcome = () => undefined;
		for (const { id } of [away, back]) service.sandbox.updateLead(id, { phone: '+1 1' });
		expect(emails((await host.poll()) ?? [])).toEqual([away.lead.email]);
		service.sandbox.updateLead(back.id, { phone: back.lead.phone });
		host.parameters = { ...host.parameters, status: ['not-interested'] };
		expect(await host.activate()).toBeNull();
		// The one in an execution, and the one that waits.
		expect(host.warnings.join()).toContain('2 undelivered records dropped');
	});

	test('what has arrived does not count as dropped', async () => {
		const host = await service.publishedLeadSync(mode);
		add(1);
		await host.poll();
		host.parameters = { ...host.parameters, status: ['contacted'] };
		expect(await host.activate()).toBeNull();
		expect(host.warnings).toEqual([]);
	});

	test('an option of the event drops what has not arrived, and loses nothing that happens after', async () => {
		const host = await service.publishedLeadSync(mode, { event: 'leadStatusChanged' });
		host.outcome = failing;
		const [{ id }] = add(1);
		await host.poll();
		host.parameters = { ...host.parameters, options: { includeNewLeads: false } };
		expect(await host.activate()).toBeNull();
		expect(host.warnings.join()).toContain('1 undelivered record dropped');
		host.outcome = () => 'success';
		for (const status of ['contacted', 'interested'] as const) {
			service.sandbox.updateLead(id, { status });
			expect(await host.poll()).toMatchObject([{ status }]);
		}
	});

	test('an undelivered new lead that leaves the filter for a while is still returned as a new one', async () => {
		const host = await service.publishedLeadSync(mode, {
			event: 'leadCreated',
			status: ['interested'],
		});
		host.outcome = failing;
		const { id, lead } = service.sandbox.addLead({ status: 'interested' });
		await host.poll();
		service.sandbox.updateLead(id, { status: 'contacted' });
		expect(await host.poll()).toBeNull();
		host.outcome = () => 'success';
		service.sandbox.updateLead(id, { status: 'interested' });
		passTime(HOUR);
		expect(emails((await host.poll()) ?? [])).toEqual([lead.email]);
	});

	test('turned off, what waits comes once more, and turned on, nothing comes', async () => {
		const host = await service.publishedLeadSync(mode);
		host.outcome = failing;
		const leads = add(2).map(({ lead }) => lead);
		await host.poll();
		host.parameters = { ...host.parameters, retryFailedExecutions: false };
		expect(emails((await host.activate()) ?? [])).toEqual(emails(leads));
		expect(await host.poll()).toBeNull();
		host.parameters = { ...host.parameters, retryFailedExecutions: true };
		expect(await host.activate()).toBeNull();
	});

	test.each<[End, IDataObject]>([
		['error', { changeType: 'created', status: 'contacted' }],
		['success', { changeType: 'updated', changedFields: ['status'] }],
	])(
		'turned off when a newer state waits for an execution that ends with %s: it comes once',
		async (end, item) => {
			const host = await service.publishedLeadSync(mode);
			const [{ id }] = add(1);
			host.outcome = () => undefined;
			await host.poll();
			service.sandbox.updateLead(id, { status: 'contacted' });
			expect(await host.poll()).toBeNull();
			host.parameters = { ...host.parameters, retryFailedExecutions: false };
			expect(await host.activate()).toBeNull();
			await host.running[0].settle(end);
			await host.poll();
			expect(host.executions.slice(1)).toMatchObject([[item]]);
			for (const run of host.running) await run.settle('error');
			passTime(HOUR);
			expect(await host.poll()).toBeNull();
		},
	);

	test.each<End>(['error', 'stopped', 'timeout'])(
		'without the option, an execution that ends with %s is not retried',
		async (end) => {
			const host = await service.publishedLeadSync(mode, { retryFailedExecutions: false });
			host.outcome = () => end;
			add(1);
			expect(await host.poll()).toHaveLength(1);
			passTime(HOUR);
			expect(await host.poll()).toBeNull();
			host.restart();
			expect(await host.activate()).toBeNull();
		},
	);

	test('without the option, an execution that could not start is retried', async () => {
		const host = await service.publishedLeadSync(mode, { retryFailedExecutions: false });
		const leads = add(12).map(({ lead }) => lead);
		host.deactivate();
		// The poll was on its way when the workflow was unpublished.
		await host.poll();
		expect(host.executions).toEqual([]);
		expect(emails((await host.activate()) ?? []).sort()).toEqual(emails(leads).sort());
		expect(await host.poll()).toBeNull();
	});

	test('without the option, an execution that n8n does not report at all has not started, and is retried', async () => {
		const host = await service.publishedLeadSync(mode, { retryFailedExecutions: false });
		host.outcome = () => 'lost';
		const [{ lead }] = add(1);
		await host.poll();
		host.outcome = () => 'success';
		passTime(MINUTE);
		expect(emails((await host.poll()) ?? [])).toEqual([lead.email]);
		expect(await host.poll()).toBeNull();
	});

	test.each<[string, Partial<Host>]>([
		['n8n has no promise', { lacks: ['__emit'] }],
		['Engine 2.0 runs the workflow', { settings: { engineType: 'v2' } as never }],
	])('where %s, items are returned plainly, with one warning', async (_what, more) => {
		const host = Object.assign(service.leadSync(mode), more);
		await host.activate();
		host.outcome = failing;
		add(2);
		expect(await host.poll()).toHaveLength(2);
		add(1);
		expect(await host.poll()).toHaveLength(1);
		passTime(HOUR);
		expect(await host.poll()).toBeNull();
		expect(host.warnings.filter((line) => line.includes('not retried'))).toHaveLength(1);
		host.restart();
		expect(((await host.activate()) ?? []).concat((await host.poll()) ?? [])).toEqual([]);
	});

	test('published again where n8n reports the end of executions: they are retried', async () => {
		const host = service.leadSync(mode);
		host.settings = { engineType: 'v2' } as never;
		await host.activate();
		add(1);
		await host.poll();
		host.settings = {};
		host.deactivate();
		await host.activate();
		host.outcome = failing;
		add(1);
		expect(await host.poll()).toHaveLength(1);
		passTime(HOUR);
		expect(await host.poll()).toHaveLength(1);
	});

	test.each(['balanceLow', 'platformInvalid', 'articleCreated', 'leadStatusChanged'])(
		'%s is retried, also after a restart',
		async (event) => {
			const { sandbox } = service;
			for (const id of sandbox.platformIds) sandbox.updatePlatform(id, { invalidConfig: false });
			const [platform] = sandbox.platformIds;
			sandbox.setBalance(900);
			const host = await service.publishedLeadSync(mode, { event, threshold: 500 });
			host.outcome = failing;
			const [{ id }] = sandbox.leadIds;
			sandbox.updateLead(id, { status: 'interested' });
			sandbox.updatePlatform(platform, { invalidConfig: true });
			sandbox.setBalance(300);
			sandbox.addArticle();
			const found = await host.poll();
			expect(found).toHaveLength(1);
			passTime(MINUTE);
			const [again] = (await host.poll()) ?? [];
			expect({ ...again, totalTokenCount: 0, mainTokenCount: 0, extraTokenCount: 0 }).toEqual({
				...found?.[0],
				...{ totalTokenCount: 0, mainTokenCount: 0, extraTokenCount: 0 },
			});
			host.restart();
			host.outcome = () => 'success';
			const after = ((await host.activate()) ?? []).concat((await host.poll()) ?? []);
			expect(after).toHaveLength(1);
			passTime(HOUR);
			expect(await host.poll()).toBeNull();
		},
	);

	test('while a refused lead waits, a poll that finds nothing changes nothing that is stored', async () => {
		const host = await service.publishedLeadSync(mode);
		host.outcome = failing;
		add(1);
		await host.poll();
		await host.poll();
		const before = [host.stored, host.inMemory];
		expect(await host.poll()).toBeNull();
		expect([host.stored, host.inMemory]).toEqual(before);
	});

	test('new leads keep coming at once while executions hang', async () => {
		const host = await service.publishedLeadSync(mode);
		host.outcome = () => undefined;
		for (let poll = 0; poll < 12; poll++) {
			add(1);
			await host.poll();
		}
		expect(host.running).toHaveLength(12);
		host.outcome = () => 'success';
		for (const run of host.running) await run.settle('success');
		await host.poll();
		await host.poll();
		expect(delivered(host)).toHaveLength(12);
		expect(new Set(emails(delivered(host))).size).toBe(12);
	});
});
