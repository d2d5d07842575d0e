import type { IDataObject } from 'n8n-workflow';

import { useQuickService } from '../../support/service';
import { storingModes } from '../../support/pollContext';
import type { Host } from '../../support/triggerHost';
import { passTime, sharedListsInMemory } from '../../support/triggerProcess';

const service = useQuickService();

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const LEADS = '/agent/lead';

// No list of the test before, in a process that goes on.
beforeEach(() => passTime(2 * MINUTE));

const reads = (path = LEADS) =>
	service.sandbox.requests.filter((request) => request.path === path).length;
const keysOf = (items: IDataObject[] | null) => (items ?? []).map(({ leadKey }) => leadKey);

describe.each(storingModes)('polling mode %s', (mode) => {
	const hostOf = (event: string, minInterval: number, changes = {}) =>
		service.host({ event, minInterval }, mode, changes);
	/** Polls each host again and again, one this long after the other. */
	const pollAll = async (hosts: Host[], polls: number, everyMs: number, apartMs: number) => {
		for (let poll = 0; poll < polls; poll++) {
			for (const host of hosts) {
				passTime(apartMs);
				await host.poll();
			}
			passTime(everyMs - hosts.length * apartMs);
		}
	};

	test.each([
		['published together', 0],
		['published minutes apart', 7 * MINUTE],
	])(
		'two and three triggers, %s, polls each minute: one list of reads an hour, and each returns each lead',
		async (_when, apart) => {
			const hosts = ['leadCreated', 'leadCreatedOrUpdated', 'leadCreated'].map((event) =>
				hostOf(event, 15),
			);
			for (const host of hosts) {
				await host.activate();
				passTime(apart);
			}
			// Publishing can cost a read each, then they read together.
			await pollAll(hosts, 16, MINUTE, 9 * SECOND);
			const before = reads();
			const added: unknown[] = [];
			for (let quarter = 0; quarter < 4; quarter++) {
				added.push(service.sandbox.addLead().lead.agentConversationId);
				await pollAll(hosts, 15, MINUTE, 9 * SECOND);
			}
			expect(reads() - before).toBe(4);
			passTime(16 * MINUTE);
			await pollAll(hosts, 2, MINUTE, 9 * SECOND);
			for (const host of hosts) expect(keysOf(host.executions.flat())).toEqual(added);
		},
	);

	test('what a trigger reads at the same moment is read once', async () => {
		const [one, two] = [hostOf('leadCreated', 15), hostOf('leadUpdated', 15)];
		await Promise.all([one.activate(), two.activate()]);
		expect(reads()).toBe(1);
	});

	test('another account, another list, and a test event are read for themselves', async () => {
		await hostOf('leadCreated', 15).activate();
		await hostOf('leadCreated', 15, { accessToken: service.sandbox.tokens.member }).activate();
		expect(reads()).toBe(2);
		await hostOf('platformInvalid', 15).activate();
		expect([reads(), reads('/seo/getPlatforms')]).toEqual([2, 1]);
		const tested = hostOf('leadCreated', 15);
		await tested.test();
		expect(reads()).toBe(3);
	});

	test('a trigger uses a list once, never its own, and none that is a minute old', async () => {
		const [one, two] = [hostOf('leadCreated', 0), hostOf('leadCreated', 0)];
		await one.activate();
		await one.poll();
		await one.poll();
		expect(reads()).toBe(3);
		await two.activate();
		expect(reads()).toBe(3);
		service.sandbox.addLead();
		expect(await two.poll()).toHaveLength(1);
		expect(reads()).toBe(4);
		passTime(MINUTE);
		service.sandbox.addLead();
		expect(await one.poll()).toHaveLength(2);
		expect(reads()).toBe(5);
	});

	test('a failed read fails each that waits for it, and the next one is read anew', async () => {
		const hosts = Array.from({ length: 3 }, () => hostOf('leadCreated', 0));
		for (const host of hosts) await host.activate();
		const [{ lead }, before] = [service.sandbox.addLead(), reads()];
		service.sandbox.addFault({ kind: 'status', status: 500, times: 1 });
		const pollTogether = async () => await Promise.all(hosts.map((host) => host.poll()));
		expect(await pollTogether()).toEqual([null, null, null]);
		expect(hosts.map(({ warnings }) => warnings.length)).toEqual([1, 1, 1]);
		expect((await pollTogether()).map(keysOf)).toEqual(Array(3).fill([lead.agentConversationId]));
		expect(reads() - before).toBe(2);
	});

	test('a service that does not respond is asked once in an interval, and no poll outlasts its time', async () => {
		const hosts = Array.from({ length: 5 }, () => hostOf('leadCreated', 15));
		for (const host of hosts) await host.activate();
		passTime(16 * MINUTE);
		const before = reads();
		service.sandbox.addFault({ kind: 'slow', ms: 20 * SECOND, times: Infinity });
		const [began, budgetMs] = [Date.now(), 1500];
		for (const host of hosts) host.budgetMs = budgetMs;
		const polls = await Promise.all(hosts.map((host) => host.poll()));
		expect(Date.now() - began).toBeLessThan(1.5 * budgetMs);
		expect(polls).toEqual(Array(5).fill(null));
		for (const { warnings } of hosts)
			expect(warnings.join()).toContain('The service did not respond within');
		expect(reads() - before).toBe(1);
		for (let minute = 0; minute < 10; minute++) {
			passTime(MINUTE);
			await Promise.all(hosts.map((host) => host.poll()));
		}
		expect(reads() - before).toBe(1);
		service.sandbox.clearFaults();
		passTime(5 * MINUTE);
		service.sandbox.addLead();
		for (const host of hosts) expect(await host.poll()).toHaveLength(1);
		expect(reads() - before).toBe(2);
	});

	test('a failure because of the credential of one trigger is not that of another', async () => {
		const one = hostOf('leadCreated', 0, { tokensPerDay: 4 });
		const two = hostOf('leadCreated', 15);
		const three = hostOf('leadCreated', 15, {
			allowedHttpRequestDomains: 'domains',
			allowedDomains: 'x.test',
		});
		[two.credentialId, three.credentialId] = ['2', '3'];
		const publishOne = async () =>
			await expect(one.activate()).rejects.toThrow('Daily Token Limit');
		await publishOne();
		expect(sharedListsInMemory()).toBe(0);
		one.warnings.length = 0;
		await Promise.all([publishOne(), two.activate()]);
		expect([one.warnings.length, two.warnings.length]).toEqual([1, 0]);
		expect(reads()).toBe(1);
		// What it may not read, it doesn't get from another.
		await expect(three.activate()).rejects.toThrow('does not allow requests');
	});

	test('a trigger that is unpublished while it reads still reads for others', async () => {
		const [one, two] = [hostOf('leadCreated', 0), hostOf('leadCreated', 0)];
		await one.activate();
		await two.activate();
		const [{ lead }, before] = [service.sandbox.addLead(), reads()];
		service.sandbox.addFault({ kind: 'slow', ms: 100, times: 1 });
		const polls = [one.poll(), two.poll()];
		one.deactivate();
		const [, items] = await Promise.all(polls);
		expect(keysOf(items)).toEqual([lead.agentConversationId]);
		expect(reads() - before).toBe(1);
	});

	test('a list is forgotten with the next read after its minute', async () => {
		await hostOf('leadCreated', 15).activate();
		passTime(MINUTE - 5 * SECOND);
		await hostOf('leadCreated', 15).activate();
		expect([reads(), sharedListsInMemory()]).toEqual([1, 1]);
		passTime(5 * SECOND);
		await hostOf('articleCreated', 15).activate();
		expect(sharedListsInMemory()).toBe(1);
	});

	test('triggers go on to share reads after the clock was set back', async () => {
		const [one, two] = [hostOf('leadCreated', 0), hostOf('leadCreated', 0)];
		await one.activate();
		await two.activate();
		service.sandbox.addLead();
		passTime(MINUTE);
		await one.poll();
		await two.poll();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 60 * MINUTE);
		passTime(MINUTE);
		const before = reads();
		service.sandbox.addLead();
		expect(await one.poll()).toHaveLength(1);
		expect(await two.poll()).toHaveLength(1);
		clock.mockRestore();
		expect(reads() - before).toBe(1);
	});

	test('a workflow that changes its items changes nothing for another trigger', async () => {
		const [one, two] = ['articleCreated', 'articleCreated'].map((event) =>
			service.host(
				{ event, simplify: false, options: { emitExisting: true, includeSecrets: true } },
				mode,
			),
		);
		one.outcome = (items) => {
			for (const item of items) {
				item.title = 'changed';
				if (item.platform) (item.platform as IDataObject).name = 'changed';
			}
			return 'success';
		};
		await one.activate();
		const items = (await two.activate()) ?? [];
		expect(items).not.toHaveLength(0);
		expect(JSON.stringify(items)).not.toContain('changed');
		expect(reads('/seo/getArticles')).toBe(1);
	});
});
