import type { IDataObject } from 'n8n-workflow';

import type { Lead } from '../../../sandbox';
import { passDate } from '../../support/date';
import { CredentialInMemory } from '../../support/engine';
import { useQuickService } from '../../support/service';
import { storingModes } from '../../support/pollContext';
import { passTime } from '../../support/triggerProcess';
import { sharedKey } from '../../support/leadKeys';

const service = useQuickService();

const add = (lead: Partial<Lead> = {}) => service.sandbox.addLead(lead);
/** A lead as events return it, if it is the first of its conversation. */
const keyed = (lead: Lead): IDataObject => ({ ...lead, leadKey: lead.agentConversationId });
const status500 = { kind: 'status', status: 500, times: Infinity } as const;

describe.each(storingModes)('polling mode %s', (mode) => {
	test('no existing lead at first, then each new lead once, oldest first', async () => {
		const it = service.host({ event: 'leadCreated' }, mode);
		expect(await it.activate()).toBeNull();
		expect(await it.poll()).toBeNull();
		const [first, second] = [add(), add()];
		expect(await it.poll()).toEqual([keyed(first.lead), keyed(second.lead)]);
		expect(await it.poll()).toBeNull();
		const again = add({ agentConversationId: first.lead.agentConversationId });
		service.sandbox.updateLead(second.id, { status: 'contacted', email: 'new@example.com' });
		expect(await it.poll()).toEqual([{ ...again.lead, leadKey: sharedKey(again.lead) }]);
	});

	test('a lead that returns to the list within 30 days is not new', async () => {
		const it = service.host({ event: 'leadCreated' }, mode);
		await it.activate();
		const { id, lead } = add();
		await it.poll();
		service.sandbox.removeLead(id);
		await it.poll();
		passDate(29 * 24 * 3_600_000);
		add(lead);
		const items = await it.poll();
		expect(items).toBeNull();
	});

	test('emitExisting: all existing leads, once', async () => {
		const it = service.host({ event: 'leadCreated', options: { emitExisting: true } }, mode);
		expect(await it.activate()).toHaveLength(service.sandbox.leadIds.length);
		expect(await it.poll()).toBeNull();
	});

	test('an outage loses and repeats nothing, and is reported once it has lasted', async () => {
		const it = service.host({ event: 'leadCreated' }, mode);
		await it.activate();
		for (const fault of [
			status500,
			{ kind: 'drop', times: Infinity } as const,
			{ kind: 'truncate', variant: 'length', times: Infinity } as const,
		]) {
			const before = structuredClone([it.stored, it.inMemory]);
			service.sandbox.addFault(fault);
			const { lead } = add();
			for (let poll = 0; poll < 3; poll++) expect(await it.poll()).toBeNull();
			passDate(15 * 60_000);
			const error = await it.poll().catch((caught: unknown) => caught);
			expect(error).toMatchObject({
				name: 'NodeApiError',
				message: expect.stringMatching(/\(no successful poll since 20.*, 4 attempts\)/) as string,
				description: expect.stringContaining('The next successful poll returns') as string,
			});
			for (let poll = 0; poll < 3; poll++) expect(await it.poll()).toBeNull();
			expect([it.stored, it.inMemory]).toEqual(before);
			expect(it.warnings.join()).toContain('could not poll');
			service.sandbox.clearFaults();
			expect(await it.poll()).toEqual([keyed(lead)]);
			expect(await it.poll()).toBeNull();
		}
	});

	test.each([
		['revoked', 'The access token is missing or invalid'],
		['expired', 'The access token is expired'],
	] as const)('a token that is %s is reported once', async (name, message) => {
		const it = service.host({ event: 'leadCreated' }, mode);
		await it.activate();
		const before = structuredClone(it.stored);
		it.credential = service.credential({ accessToken: service.sandbox.tokens[name] });
		const reported = { message: expect.stringContaining(message) as string };
		await expect(it.poll()).rejects.toMatchObject(reported);
		// Not at every poll, but always when publishing, which starts the count over.
		for (let poll = 0; poll < 3; poll++) {
			passDate(60_000);
			expect(await it.poll()).toBeNull();
		}
		expect(it.warnings.join()).toContain(message);
		// What to do next.
		expect(it.warnings.join()).toMatch(/could not poll\. .*\. Generate a /);
		await expect(it.activate()).rejects.toMatchObject(reported);
		await expect(it.test()).rejects.toMatchObject(reported);
		// The person who publishes it all the same sees no more, so the next poll reports it too.
		await expect(it.poll()).rejects.toMatchObject(reported);
		passDate(60_000);
		expect(await it.poll()).toBeNull();
		it.credential = service.credential({ baseUrl: 'http://example.com' });
		await expect(it.poll()).rejects.toThrow(
			/unencrypted \(no successful poll since .*, 3 attempts\)/,
		);
		expect(it.stored).toEqual(before);
	});

	test('deactivated, changed, and activated again: no flood, and nothing is lost', async () => {
		const it = service.host({ event: 'leadCreated' }, mode);
		await it.activate();
		await it.poll();
		const { lead } = add();
		it.parameters = { ...it.parameters, status: ['contacted', lead.status] };
		expect(await it.activate()).toEqual([keyed(lead)]);
		expect(await it.poll()).toBeNull();

		// Another event of the same list continues from the same state, and so does the first event afterwards.
		const { id, lead: third } = add();
		it.parameters = { event: 'leadStatusChanged' };
		expect(await it.activate()).toEqual([{ ...keyed(third), previousStatus: null }]);
		const now = service.sandbox.updateLead(id, { status: 'not-interested' });
		expect(await it.poll()).toEqual([{ ...keyed(now), previousStatus: third.status }]);
		it.parameters = { event: 'leadCreated' };
		expect(await it.activate()).toBeNull();
		const { lead: second } = add();
		expect(it.warnings).toEqual([]);
		expect(await it.poll()).toEqual([keyed(second)]);

		// The credential of another organization.
		it.credential = service.credential({ accessToken: service.sandbox.tokens.otherOrg });
		it.credentialId = 'another';
		expect(await it.activate()).toBeNull();
		expect(it.warnings.join()).toContain('another organization');
	});

	test('a wrong token of another organization loses nothing', async () => {
		const it = service.host({ event: 'leadCreated', retryFailedExecutions: true }, mode);
		await it.activate();
		const { credential } = it;
		it.outcome = () => 'error';
		const { lead: undelivered } = add();
		await it.poll();
		it.outcome = () => 'success';
		const delivered = it.executions.length;
		it.credential = service.credential({ accessToken: service.sandbox.tokens.otherOrg });
		const { lead: meanwhile } = add();
		await expect(it.poll()).rejects.toThrow('another organization');
		await expect(it.activate()).rejects.toThrow('another organization');
		it.credential = credential;
		passTime(3_600_000);
		await it.poll();
		const emails = it.executions
			.slice(delivered)
			.flat()
			.map(({ email }) => email);
		expect(emails.sort()).toEqual([undelivered.email, meanwhile.email].sort());
	});

	test('an empty list names no organization, so that of the list before counts', async () => {
		const it = service.host({ event: 'leadCreated' }, mode);
		const otherOrg = service.credential({ accessToken: service.sandbox.tokens.otherOrg });
		await it.activate();
		for (const { id } of service.sandbox.leadIds) service.sandbox.removeLead(id);
		await it.poll();
		it.credential = otherOrg;
		await expect(it.poll()).rejects.toThrow('another organization');

		// With another credential, there is none before.
		it.credential = service.credential();
		it.credentialId = 'another';
		expect(await it.activate()).toBeNull();
		it.credential = otherOrg;
		await it.poll();
		expect(it.warnings.at(-1)).toContain('so it starts over');
	});

	test('state that cannot be read starts over, with a warning and without a flood', async () => {
		for (const bad of [
			{ version: 2, seen: [], node: 'trigger-1' },
			{ lastPoll: '2026-01-01' },
			{ version: 1, node: 'trigger-1', list: 'leads' },
		]) {
			const it = service.host({ event: 'leadCreated', options: { emitExisting: true } }, mode);
			it.stored = bad as IDataObject;
			expect(await it.activate()).toBeNull();
			expect(it.warnings.join()).toContain('cannot read its stored data');
			expect(await it.poll()).toBeNull();
			const { lead } = add();
			expect(await it.poll()).toEqual([keyed(lead)]);
			expect(it.stored).toMatchObject({ version: 1, list: 'leads' });
		}
	});

	test('two polls at the same time: one is skipped', async () => {
		const it = service.host({ event: 'leadCreated' }, mode);
		await it.activate();
		await it.poll();
		const { lead } = add();
		service.sandbox.addFault({ kind: 'slow', ms: 200 });
		const results = await Promise.all([it.poll(), it.poll(), it.poll()]);
		expect(results).toEqual([[keyed(lead)], null, null]);
		expect(it.warnings.at(-1)).toContain('the previous poll is still running');
		expect(await it.poll()).toBeNull();
	});

	test('n8n that does not load the credential holds up no later poll', async () => {
		const it = service.host({ event: 'leadCreated' }, mode);
		await it.activate();
		await it.poll();
		const { lead } = add();
		it.budgetMs = 100;
		const loading = jest
			.spyOn(CredentialInMemory.prototype, 'getDecrypted')
			.mockReturnValueOnce(new Promise(() => undefined));
		expect(await it.poll()).toBeNull();
		expect(it.warnings.at(-1)).toContain('n8n did not load the credential in time');
		loading.mockRestore();
		it.budgetMs = undefined;
		expect(await it.poll()).toEqual([keyed(lead)]);
	});

	test('a poll ends within its budget, and records that it missed are returned once', async () => {
		const it = service.host({ event: 'leadCreated' }, mode);
		// Its own token, because the pause applies to all requests with the same token.
		it.credential = service.credential({ accessToken: service.sandbox.tokens.member });
		await it.activate();
		await it.poll();
		it.budgetMs = 1500;
		for (const fault of [
			{ kind: 'slow', ms: 20_000, after: true, times: 9 } as const,
			{ kind: 'slowBody', times: 9 } as const,
			{ kind: 'rateLimit', retryAfter: 2, times: 1 } as const,
		]) {
			service.sandbox.addFault(fault);
			const { lead } = add();
			const began = Date.now();
			expect(await it.poll()).toBeNull();
			// Well before the response.
			expect(Date.now() - began).toBeLessThan(15_000);
			expect(it.warnings.at(-1)).toContain('could not poll');
			service.sandbox.clearFaults();
			if (fault.kind === 'rateLimit') await new Promise((resolve) => setTimeout(resolve, 2000));
			expect(await it.poll()).toEqual([keyed(lead)]);
			expect(await it.poll()).toBeNull();
		}
	}, 60_000);
});

test('a pause that is longer than n8n gives a poll is not waited for', async () => {
	const it = service.host({ event: 'leadCreated' });
	it.credential = service.credential({ accessToken: service.sandbox.tokens.member });
	await it.activate();
	service.sandbox.addFault({ kind: 'rateLimit', retryAfter: 40, times: 1 });
	expect(await it.poll()).toBeNull();
	expect(it.warnings.join()).toContain('could not poll');
});

test('n8n learns why a poll failed', async () => {
	const it = service.host({ event: 'leadCreated' });
	await it.activate();
	service.sandbox.addFault(status500);
	await it.poll();
	passDate(15 * 60_000);
	await expect(it.poll()).rejects.toMatchObject({
		failure: { cause: 'temporarily-unavailable' },
	});
	service.sandbox.clearFaults();
	it.credential = service.credential({ accessToken: service.sandbox.tokens.revoked });
	const failure = { cause: 'credential-invalid' };
	await expect(it.poll()).rejects.toMatchObject({ failure });
	await expect(it.activate()).rejects.toMatchObject({ failure });
	await expect(it.test()).rejects.toMatchObject({ failure });
});

test('a poll with the state from before the last batch, which is not stored yet, repeats nothing', async () => {
	const it = service.host({ event: 'leadCreated' }, 'durable');
	await it.activate();
	await it.poll();
	const before = it.stored;
	const { lead } = add();
	expect(await it.poll()).toEqual([keyed(lead)]);
	const after = it.stored;
	it.stored = before;
	expect(await it.poll()).toBeNull();
	it.stored = after;
	const next = add();
	expect(await it.poll()).toEqual([keyed(next.lead)]);
});

describe.each(storingModes)('articles, in polling mode %s', (mode) => {
	test('articlePublished: once its link is set, or at once if it has one', async () => {
		const { sandbox } = service;
		const it = service.host({ event: 'articlePublished' }, mode);
		const draft = sandbox.addArticle({ link: '' });
		expect(await it.activate()).toBeNull();
		const published = sandbox.addArticle();
		const other = sandbox.addArticle({ link: '' });
		expect(await it.poll()).toMatchObject([{ id: published.id, link: published.link }]);
		expect(await it.poll()).toBeNull();
		for (const { id } of [other, draft]) {
			const link = `https://example.com/${id}`;
			sandbox.updateArticle(id, { link });
			expect(await it.poll()).toMatchObject([{ id, link }]);
			expect(await it.poll()).toBeNull();
		}
	});

	test('an article that is published while n8n is down is returned once', async () => {
		const { sandbox } = service;
		const it = service.host({ event: 'articlePublished' }, mode);
		const { id } = sandbox.addArticle({ link: '' });
		await it.activate();
		await it.poll();
		sandbox.updateArticle(id, { link: 'https://example.com/now' });
		it.restart();
		expect(await it.activate()).toMatchObject([{ id }]);
		expect(await it.poll()).toBeNull();
	});
});

test('articleCreated: oldest first, with the secrets of the platform only if selected', async () => {
	const [plain, open] = [false, true].map((includeSecrets) =>
		service.host({
			event: 'articleCreated',
			simplify: !includeSecrets,
			options: { includeSecrets },
		}),
	);
	await plain.activate();
	await open.activate();
	const articles = [service.sandbox.addArticle(), service.sandbox.addArticle()];
	expect((await plain.poll())?.map(({ id }) => id)).toEqual(articles.map(({ id }) => id));
	expect(await open.poll()).toEqual(articles);
	for (const secret of service.sandbox.secrets) {
		expect(JSON.stringify(plain.executions)).not.toContain(secret);
		expect(JSON.stringify([plain.stored, open.stored])).not.toContain(secret);
	}
});

test('a field "error" of a record is renamed, as in the node', async () => {
	const host = service.host({ event: 'articleCreated' });
	await host.activate();
	const { title } = service.sandbox.addArticle({ error: 'sync' } as object);
	expect(await host.poll()).toMatchObject([{ title, serviceError: 'sync' }]);
	expect(host.executions.flat().some((item) => 'error' in item)).toBe(false);
});

test.each([
	['Threshold', { threshold: '={{ null }}' }],
	['Threshold', { threshold: '={{ "" }}' }],
	['Read at Most', { minInterval: '={{ null }}' }],
	['Retry Failed Executions', { retryFailedExecutions: '={{ null }}' }],
	['Notify Recovery', { options: { notifyRecovery: '={{ null }}' } }],
])("an expression that returns nothing for '%s' is refused: %j", async (name, parameters) => {
	const it = service.host({ event: 'balanceLow', ...parameters });
	const refusal = { name: 'NodeOperationError', message: `'${name}' is empty` };
	await expect(it.activate()).rejects.toMatchObject(refusal);
	await expect(it.test()).rejects.toMatchObject(refusal);
	expect(service.sandbox.requests).toEqual([]);
});

test.each(['={{ null }}', '={{ $vars.removed }}', '={{ [""] }}', ['={{ undefined }}']])(
	'a filter that evaluates to nothing fails the poll, and loses no lead: %j',
	async (status) => {
		const it = service.host({ event: 'leadCreated', status: ['not-contacted'] });
		await it.activate();
		it.parameters = { event: 'leadCreated', status };
		const refusal = { name: 'NodeOperationError', message: "'Status' is empty" };
		await expect(it.activate()).rejects.toMatchObject(refusal);
		const { lead } = add({ status: 'not-contacted' });
		await expect(it.poll()).rejects.toMatchObject(refusal);
		it.parameters = { event: 'leadCreated', status: ['not-contacted'] };
		expect(await it.activate()).toEqual([keyed(lead)]);
	},
);

describe('the manual run', () => {
	test('shows the newest three at most, and changes no state', async () => {
		const it = service.host({ event: 'leadCreated' });
		await it.activate();
		const added = [add(), add(), add(), add({ status: 'interested' })].map(({ lead }) => lead);
		const before = structuredClone([it.stored, it.inMemory]);
		expect(await it.test()).toEqual(added.slice(1).map(keyed));
		it.parameters = { event: 'leadStatusChanged', status: ['interested'] };
		it.restart();
		const shown = await it.test();
		expect(shown?.at(-1)).toEqual({ ...keyed(added[3]), previousStatus: 'not-contacted' });
		expect(it.stored).toEqual(before[0]);
		it.parameters = { event: 'leadCreated' };
		it.restart();
		expect(await it.poll()).toEqual(added.map(keyed));
	});

	test.each(['leadUpdated', 'leadStatusChanged', 'leadCreatedOrUpdated'])(
		'%s: a change of the status that a workflow can branch on, with another status before',
		async (event) => {
			const { lead: contacted } = add({ status: 'contacted' });
			const { lead: untouched } = add({ status: 'not-contacted' });
			const it = service.host({ event });
			const [changed, last] = (await it.test())?.slice(-2) ?? [];
			const isUpdate = event !== 'leadStatusChanged';
			expect(changed).toEqual({
				...keyed(contacted),
				...(event === 'leadCreatedOrUpdated' && { changeType: 'updated' }),
				...(isUpdate && { changedFields: ['status'] }),
				previousStatus: 'not-contacted',
			});
			expect(last).toMatchObject(untouched);
			// So that a test shows both kinds.
			if (event === 'leadCreatedOrUpdated')
				expect(last).toMatchObject({ changeType: 'created', changedFields: [] });
			else expect(last).toMatchObject({ previousStatus: 'contacted' });
		},
	);

	test.each([5163, 321])(
		'balanceLow: one below the threshold, whatever it is: %i',
		async (balance) => {
			service.sandbox.setBalance(balance, 0);
			const it = service.host({ event: 'balanceLow', threshold: 500 });
			expect(await it.test()).toMatchObject([
				{ mainTokenCount: 499, totalTokenCount: 499, threshold: 500, recovered: false },
			]);
		},
	);

	test('reports an empty list, and an outage immediately', async () => {
		const it = service.host({ event: 'leadCreated' });
		for (const { id } of service.sandbox.leadIds) service.sandbox.removeLead(id);
		await expect(it.test()).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining('No leads found') as string,
		});
		service.sandbox.addFault(status500);
		await expect(it.test()).rejects.toThrow(/HTTP 500/);
	});
});
