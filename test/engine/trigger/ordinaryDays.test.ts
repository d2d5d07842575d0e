/** Ordinary days of n8n, of the service, and of a workflow, on which no lead is lost and none comes without need. */
import type { IDataObject } from 'n8n-workflow';

import type { Fault, Lead } from '../../../sandbox';
import { pollingModes } from '../../support/pollContext';
import { useQuickService } from '../../support/service';
import type { Host } from '../../support/triggerHost';
import { forgetSharedLists, passTime } from '../../support/triggerProcess';
import { sharedKey } from '../../support/leadKeys';

const service = useQuickService();

const MINUTE = 60_000;

const always = (status: number): Fault => ({ kind: 'status', status, times: Infinity });
const page: Fault = { kind: 'garbage', times: Infinity };

/** An update of the package has come, which compares other parts. */
function updated(host: Host): void {
	host.stored = { ...host.stored, parts: ['status'] };
	host.restart();
}

const add = (lead: Partial<Lead> = {}) => service.sandbox.addLead(lead);
const addMany = (count: number) => Array.from({ length: count }, () => add().lead.email);
const emails = (items: IDataObject[]) => items.map(({ email }) => email);
const delivered = (host: Host) =>
	host.runs.flatMap(({ items, end }) => (end === 'success' ? emails(items) : []));

beforeEach(() => service.sandbox.setBalance(1e9));

describe.each(pollingModes)('polling mode %s', (mode) => {
	describe('n8n starts', () => {
		test.each<[string, Fault, RegExp]>([
			['the token is refused', always(401), /token is missing or invalid/],
			['the balance is used up', always(402), /402/],
			['the service answers with a page', page, /JSON|HTML|page/i],
		])(
			'while %s: the next poll reports it, and the one after the repair goes on',
			async (_what, fault, reported) => {
				for (const activation of ['init', 'leadershipChange'] as const) {
					const host = await service.publishedLeadSync(mode);
					addMany(1);
					await host.poll();
					service.sandbox.addFault(fault);
					const before = delivered(host).length;
					const missed = addMany(1);
					await host.start(activation);
					expect(host.isGivenUp).toBe(false);
					if (mode === 'default') expect(host.warnings.join()).toMatch(reported);
					await expect(host.poll()).rejects.toThrow(reported);
					service.sandbox.clearFaults();
					missed.push(...addMany(1));
					await host.poll();
					expect(delivered(host).slice(before)).toEqual(expect.arrayContaining(missed));
				}
			},
		);

		test('while a read fails that can have cost tokens, with one a day at most: a poll 15 min later reads', async () => {
			const host = await service.publishedLeadSync(mode, { minInterval: 1440 });
			const missed = addMany(1);
			service.sandbox.addFault(always(404));
			await host.start();
			service.sandbox.clearFaults();
			missed.push(...addMany(1));
			passTime(15 * MINUTE);
			await host.poll();
			expect(delivered(host)).toEqual(missed);
		});

		test('while the service is unavailable: polls go on', async () => {
			const host = await service.publishedLeadSync(mode);
			service.sandbox.addFault(always(503));
			const missed = addMany(1);
			await host.start();
			expect(await host.poll()).toBeNull();
			service.sandbox.clearFaults();
			expect(emails((await host.poll()) ?? [])).toEqual(missed);
		});
	});

	describe('a person publishes', () => {
		test.each([
			[401, 'token is missing or invalid'],
			[402, 'Fault on demand'],
		])('while the service answers %i: refused with the reason', async (status, reason) => {
			const host = await service.publishedLeadSync(mode);
			service.sandbox.addFault(always(status));
			await expect(host.activate()).rejects.toThrow(reason);
		});

		/** A lead sync whose list is stored, while the service is unavailable. */
		async function inOutage(): Promise<Host> {
			const host = await service.publishedLeadSync(mode);
			if (mode === 'durable') addMany(1);
			await host.poll();
			service.sandbox.addFault(always(503));
			return host;
		}

		test.each([
			['', {}],
			[', with another filter', { status: ['interested'] }],
		])(
			'while the service is unavailable%s: not refused, because the list before is stored',
			async (_how, change) => {
				const host = await inOutage();
				const missed = [add({ status: 'interested' }).lead.email];
				Object.assign(host.parameters, change);
				expect(await host.activate()).toBeNull();
				service.sandbox.clearFaults();
				expect(emails((await host.poll()) ?? [])).toEqual(missed);
			},
		);

		test.each<[string, (host: Host) => void]>([
			['an event of another list', ({ parameters }) => (parameters.event = 'articleCreated')],
			['another credential', (host) => (host.credentialId = '2')],
			['a state of other parts', updated],
		])(
			'while the service is unavailable, with %s: refused, because it starts over',
			async (_how, change) => {
				const host = await inOutage();
				change(host);
				await expect(host.activate()).rejects.toMatchObject({ name: 'NodeApiError' });
				service.sandbox.clearFaults();
			},
		);

		test('while the service is unavailable, an alert with other fields: refused, because it starts over', async () => {
			const host = service.host({ event: 'balanceLow', threshold: 10 }, mode);
			await host.activate();
			await host.poll();
			service.sandbox.addFault(always(503));
			host.parameters.threshold = 20;
			await expect(host.activate()).rejects.toMatchObject({ name: 'NodeApiError' });
			service.sandbox.clearFaults();
		});

		test.each<[string, Fault]>([
			['answers 503', always(503)],
			['answers with a page', page],
			['hangs up', { kind: 'drop', times: Infinity }],
			['limits requests', { kind: 'rateLimit', retryAfter: 40, times: Infinity }],
		])(
			'for the first time while the service %s: refused, because nothing is stored',
			async (_what, fault) => {
				// The second publication reads although the first one might have been charged.
				const host = service.leadSync(mode, { minInterval: 15 });
				host.credential = service.credential({ accessToken: service.sandbox.tokens.member });
				service.sandbox.addFault(fault);
				await expect(host.activate()).rejects.toMatchObject({ name: 'NodeApiError' });
				service.sandbox.clearFaults();
				if (fault.kind === 'rateLimit') return;
				expect(await host.activate()).toBeNull();
				const missed = addMany(1);
				passTime(15 * MINUTE);
				await host.start();
				await host.poll();
				expect(delivered(host)).toEqual(missed);
			},
		);

		test.each([
			['executeOnce', 'Execute Once'],
			// n8n passes an item without a record on, or stores no first list.
			['alwaysOutputData', 'Always Output Data'],
		] as const)('with %s: refused with what to turn off', async (setting, name) => {
			const host = service.leadSync(mode);
			host[setting] = true;
			await expect(host.activate()).rejects.toMatchObject({
				name: 'NodeOperationError',
				message: expect.stringContaining(name) as string,
				description: expect.stringMatching(/^Turn off/) as string,
				failure: { cause: 'configuration-invalid' },
			});
		});

		test('with a status that no lead has: refused with those there are, because it would never start', async () => {
			const host = service.leadSync(mode, { status: '={{ "interestd" }}' });
			const refused = {
				message: `'Status' has no such option: "interestd"`,
				description: expect.stringMatching(
					/^Use one of its options: contacted, interested, /,
				) as string,
			};
			await expect(host.activate()).rejects.toMatchObject(refused);
			await expect(host.test()).rejects.toMatchObject(refused);
			expect(service.sandbox.requests).toEqual([]);
		});
	});

	test("'Execute Once' of a workflow that is published already loses nothing", async () => {
		const host = await service.publishedLeadSync(mode);
		addMany(1);
		await host.poll();
		host.executeOnce = true;
		await host.start();
		const leads = addMany(5);
		for (let poll = 0; poll < 3; poll++) {
			await host.poll().catch(() => null);
			passTime(MINUTE);
		}
		host.executeOnce = false;
		host.deactivate();
		await host.activate();
		await host.poll();
		expect(delivered(host)).toEqual(expect.arrayContaining(leads));
	});

	test('a first list that a later poll reads is stored, with one execution without items at most', async () => {
		const host = service.leadSync(mode);
		await host.activate();
		// Of a release that is not installed any more.
		host.stored = { version: 0, node: 'trigger-1', list: 'leads' };
		service.sandbox.addFault(always(401));
		await host.start();
		await host.poll().catch(() => null);
		service.sandbox.clearFaults();
		for (let poll = 0; poll < 3; poll++) expect(await host.poll()).toBeNull();
		expect(host.emptyRuns).toBeLessThanOrEqual(1);
		const missed = addMany(1);
		await host.start();
		await host.poll();
		expect(delivered(host)).toEqual(missed);
	});

	describe('the workflow shares its static data', () => {
		test('two triggers: an idle restart repeats the last execution of each at most, or a warning says so', async () => {
			const first = service.leadSync(mode);
			const second = first.beside({ event: 'leadCreated', retryFailedExecutions: true });
			const both = [first, second];
			const poll = async () => void (await Promise.all(both.map((host) => host.poll())));
			await first.activate();
			await poll();
			for (let poll16 = 0; poll16 < 16; poll16++) {
				addMany(1);
				await poll();
			}
			await poll();
			const sent = both.map((host) => delivered(host).length);
			expect(sent).toEqual([16, 16]);
			await first.start();
			await poll();
			await poll();
			const repeated = both.map((host) => delivered(host).length - 16);
			const isSaid = both.some(({ warnings }) => /static data|durable/i.test(warnings.join()));
			const most = mode === 'durable' ? 0 : mode === 'scheduler' && isSaid ? 16 : 1;
			for (const count of repeated) expect([count, count <= most]).toEqual([count, true]);
		});

		test('a Code node that writes to it: nothing is lost, and only overlapping executions can repeat', async () => {
			const host = await service.publishedLeadSync(mode);
			host.codeNode = (global) => (global.runs = Number(global.runs ?? 0) + 1);
			const before = addMany(1);
			await host.poll();
			await host.poll();
			host.outcome = () => undefined;
			const overlapping = [];
			for (let poll = 0; poll < 3; poll++) {
				overlapping.push(...addMany(1));
				await host.poll();
			}
			for (const run of host.running) await run.settle('success');
			host.outcome = () => 'success';
			await host.poll();
			const sent = delivered(host);
			expect(sent).toEqual([...before, ...overlapping]);
			await host.start();
			await host.poll();
			await host.poll();
			const repeated = delivered(host).slice(sent.length);
			if (mode === 'durable') expect(repeated).toEqual([]);
			expect(overlapping).toEqual(expect.arrayContaining(repeated));
			expect(host.global.runs).toBeGreaterThan(0);
		});
	});

	describe('a partial list', () => {
		test('one lead is missing, another of its conversation is new, and the first is back', async () => {
			const host = await service.publishedLeadSync(mode);
			const first = add();
			const { agentConversationId } = first.lead;
			await host.poll();
			service.sandbox.removeLead(first.id);
			const second = add({ agentConversationId });
			expect(await host.poll()).toMatchObject([
				{
					email: second.lead.email,
					leadKey: sharedKey(second.lead),
					changeType: 'created',
				},
			]);
			const { id } = add(first.lead);
			expect(await host.poll()).toBeNull();
			service.sandbox.updateLead(id, { status: 'contacted' });
			service.sandbox.updateLead(second.id, { status: 'not-interested' });
			const items = (await host.poll()) ?? [];
			expect(items.map(({ email, leadKey }) => [email, leadKey]).sort()).toEqual(
				[
					[first.lead.email, agentConversationId],
					[second.lead.email, sharedKey(second.lead)],
				].sort(),
			);
		});

		test.each(['leadCreated', 'leadUpdated', 'leadStatusChanged'])(
			'%s: the same returns what is new, and nothing under the key of another',
			async (event) => {
				const host = await service.publishedLeadSync(mode, { event });
				const first = add();
				const { agentConversationId } = first.lead;
				await host.poll();
				service.sandbox.removeLead(first.id);
				const second = add({ agentConversationId });
				await host.poll();
				add(first.lead);
				await host.poll();
				const keys = host.executions
					.flat()
					.filter(({ email }) => email === second.lead.email)
					.map(({ leadKey }) => leadKey);
				expect(keys).toEqual(event === 'leadUpdated' ? [] : [sharedKey(second.lead)]);
				const again = host.executions.flat().filter(({ email }) => email === first.lead.email);
				expect(again).toHaveLength(event === 'leadUpdated' ? 0 : 1);
			},
		);

		test('a lead without email and phone misses one list, and its status changes: it keeps its key', async () => {
			const host = await service.publishedLeadSync(mode);
			const { id, lead } = add({ email: '', phone: '', status: 'contacted' });
			await host.poll();
			service.sandbox.removeLead(id);
			expect(await host.poll()).toBeNull();
			add({ ...lead, status: 'interested' });
			expect(await host.poll()).toMatchObject([
				{
					leadKey: lead.agentConversationId,
					changeType: 'updated',
					changedFields: ['status'],
					previousStatus: 'contacted',
				},
			]);
		});
	});

	describe('fields that the documentation does not name', () => {
		const set = (id: string, fields: IDataObject) =>
			service.sandbox.updateLead(id, fields as Partial<Lead>);
		const said = (host: Host) =>
			[...host.warnings, ...host.infoLines].filter((line) => line.includes('lastSeen'));

		test('one that changes for all leads at every read is ignored, and named once', async () => {
			const host = await service.publishedLeadSync(mode);
			const [first, ...others] = Array.from({ length: 10 }, () => add());
			await host.poll();
			const see = (value: number) => {
				for (const { id } of service.sandbox.leadIds) set(id, { lastSeen: value });
			};
			for (let read = 0; read < 4; read++) {
				see(read);
				expect(await host.poll()).toBeNull();
			}
			expect(said(host)).toHaveLength(1);
			see(5);
			service.sandbox.updateLead(first.id, { status: 'interested', phone: '+1 7' });
			expect(await host.poll()).toMatchObject([{ email: first.lead.email, changeType: 'updated' }]);
			expect(others).toHaveLength(9);
		});

		test('one that changes for one lead of many is an update', async () => {
			const host = await service.publishedLeadSync(mode);
			const [{ id, lead }] = Array.from({ length: 10 }, () => add());
			await host.poll();
			set(id, { lastSeen: 1 });
			expect(await host.poll()).toMatchObject([
				{ email: lead.email, changeType: 'updated', changedFields: ['lastSeen'] },
			]);
			expect(said(host)).toEqual([]);
		});

		test('success: false in one lead does not drop it', async () => {
			const host = await service.publishedLeadSync(mode);
			const { email } = add({ success: false } as Partial<Lead>).lead;
			const others = addMany(2);
			expect(emails((await host.poll()) ?? [])).toEqual([email, ...others]);
		});
	});

	describe('executions that take long', () => {
		test('with retries off, they delay nothing', async () => {
			const host = await service.publishedLeadSync(mode, { retryFailedExecutions: false });
			host.outcome = () => undefined;
			for (let poll = 0; poll < 15; poll++) {
				const [email] = addMany(1);
				expect(emails((await host.poll()) ?? [])).toEqual([email]);
				passTime(MINUTE);
			}
		});

		test('with retries on, a lead that never failed waits 15 minutes at most, and none overtakes it', async () => {
			const host = await service.publishedLeadSync(mode);
			host.outcome = () => undefined;
			const added = new Map<unknown, number>();
			const ends: number[] = [];
			const waits: number[] = [];
			for (let minute = 0; minute < 120; minute++) {
				for (const [run, end] of ends.entries())
					if (end <= minute) await host.runs[run].settle('success');
				if (minute < 90) added.set(addMany(1)[0], minute);
				await host.poll();
				for (const run of host.runs.slice(ends.length)) {
					ends.push(minute + 15);
					for (const { email } of run.items) waits.push(minute - added.get(email)!);
				}
				passTime(MINUTE);
			}
			const started = emails(host.executions.flat());
			expect(started).toEqual([...added.keys()]);
			expect(Math.max(...waits)).toBeLessThanOrEqual(15);
		});
	});
});

describe('20,000 leads', () => {
	const RUNS = 100;

	/** What n8n writes to its database for each of the next executions, bytes. The time of the processor, ms, is only shown. */
	async function costPerExecution(waiting: number): Promise<{ bytes: number; ms: number }> {
		service.sandbox.reset();
		forgetSharedLists();
		service.sandbox.setBalance(1e9);
		addMany(20_000 - waiting);
		const host = await service.publishedLeadSync('default', {
			options: { recordsPerExecution: 'one' },
		});
		host.outcome = () => undefined;
		addMany(waiting);
		await host.poll();
		const { savedBytes } = host;
		const cpu = process.cpuUsage();
		for (let run = 0; run < RUNS; run++) await host.running[0].settle('success');
		const bytes = (host.savedBytes - savedBytes) / RUNS;
		return { bytes, ms: process.cpuUsage(cpu).user / 1000 / RUNS };
	}

	test('one record per execution: the cost of each does not grow with what waits', async () => {
		const [few, many] = [await costPerExecution(300), await costPerExecution(20_000)];
		if (process.env.FIGURES) process.stdout.write(`${JSON.stringify({ few, many })}\n`);
		expect(many.bytes / few.bytes).toBeLessThan(1.1);
	}, 120_000);
});
