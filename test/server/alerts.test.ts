import type { IDataObject } from 'n8n-workflow';

import {
	activate,
	readExample,
	withCredentials,
	type Credential,
	type WorkflowFile,
} from '../../playground/workflows';
import { acceptedBy, inOneLine, leadAlerts, messageOf } from '../support/alerts';
import { hostileLeads } from '../support/leadSync/hostile';
import { pause, until } from '../support/programs/until';
import {
	idle,
	listExecutions,
	readExecutions,
	runFrom,
	runWith,
} from '../support/server/executions';
import { pollingOften, pollingTrigger } from '../support/server/pollingServer';
import { testOf } from '../support/server/runsHere';
import { startServer, type Server } from '../support/server/server';
import { SteadyClock } from '../support/server/steadyClock';
import { accounts, createWorkflow, inChain, withChoices } from '../support/server/workflows';
import { startStandIns, type StandInProxy } from '../support/standIns/standIn';
import { startMailServer, type MailServer } from '../support/standIns/mail';

jest.setTimeout(240_000);

/** Time in which a recipe that polls often has polled, ms. */
const POLLS = 4000;

/** n8n's own default. */
const timeZone = 'America/New_York';
const addresses = { 'Send email': { fromEmail: 'n8n@example.com', toEmail: 'you@example.com' } };

const clock = new SteadyClock();
let server: Server;
let mail: MailServer;
let proxy: StandInProxy;
let credentials: Record<string, Credential>;

beforeAll(async () => {
	mail = await startMailServer();
	proxy = await startStandIns(...leadAlerts.map(({ service }) => service));
	const limits = { minute: 0, hour: 0, day: 0 };
	const env = { ...proxy.env, ...clock.env, GENERIC_TIMEZONE: timeZone };
	server = await startServer(env, { limits, balance: 1e6 });
	credentials = await accounts(server, {
		smtp: mail.credential,
		...leadAlerts[0].credentials,
		...leadAlerts[1].credentials,
	});
});
afterAll(async () => {
	await server?.stop();
	await proxy?.stop();
	await mail?.stop();
	clock.remove();
});
beforeEach(() => {
	mail.mails.length = 0;
});

/** Imports a recipe with what a user selects, polling every few seconds. */
async function imported(file: string, choices: Record<string, object> = {}): Promise<string> {
	const recipe = pollingOften(withChoices(readExample(file), choices));
	return await createWorkflow(server.rest, withCredentials(recipe, credentials));
}

describe.each(leadAlerts)('$file', ({ file, service, choices }) => {
	let id: string;
	beforeAll(async () => {
		id = await imported(file, choices);
	});
	beforeEach(() => {
		service.calls.length = 0;
	});

	test('hostile leads are one message each, with no line, mention, or link of their own', async () => {
		for (const lead of hostileLeads) {
			expect(await runWith(server.rest, id, [lead])).toMatchObject({ status: 'success' });
		}
		const sent = acceptedBy(service);
		expect(sent).toEqual(hostileLeads.map(messageOf));
		for (const text of sent) {
			expect(text.split('\n').length).toBeLessThanOrEqual(3);
			expect(text).not.toMatch(/[<>\r]/);
		}
		for (const { body } of service.calls) {
			expect(body).toMatchObject(
				file.includes('slack')
					? { mrkdwn: false, unfurl_links: false, unfurl_media: false }
					: { parse_mode: 'HTML', disable_web_page_preview: true },
			);
		}
		expect([...proxy.strangers, ...service.unknown]).toEqual([]);
	});
});

test('published: leads that arrive or become interested, also after an outage and a kill', async () => {
	const { sandbox } = server;
	const ids = await Promise.all(
		leadAlerts.map(async ({ file, choices }) => await imported(file, choices)),
	);
	for (const { service } of leadAlerts) service.calls.length = 0;
	const arrived = () => leadAlerts.map(({ service }) => acceptedBy(service));
	const both = async (what: string, ask: (texts: string[]) => boolean) =>
		await until(() => arrived().every(ask), what, 60_000);
	for (const id of ids) await activate(server.rest, id);
	await pause(POLLS);
	expect(arrived()).toEqual([[], []]);
	const { lead: first } = sandbox.addLead({ status: 'interested', firstName: 'Arrives' });
	const { id: second } = sandbox.addLead({ status: 'contacted', firstName: 'Changes' });
	await both('the new lead', ({ length }) => length === 1);
	for (const { service } of leadAlerts)
		service.fail({ status: 503, json: { ok: false } }, Infinity);
	const changed = sandbox.updateLead(second, { status: 'interested' });
	const tried = () =>
		leadAlerts.every(({ service }) => service.calls.some(({ status }) => status === 503));
	await until(tried, 'a try', 60_000);
	await server.restart(() => {
		for (const { service } of leadAlerts) service.recover();
	});
	await both('the changed lead', (texts) => texts.includes(messageOf(changed)));
	// A restart can repeat a message. None is lost or about another lead.
	for (const texts of arrived())
		expect([...new Set(texts)]).toEqual([first, changed].map(messageOf));
	for (const id of ids) await server.rest.post(`/rest/workflows/${id}/deactivate`);
});

describe('emails', () => {
	const run = async (id: string, ...items: IDataObject[]) => await runWith(server.rest, id, items);
	const subjects = () => mail.mails.map(({ subject }) => subject);

	test('balance-alert.json: an email every morning while the balance is low', async () => {
		const id = await imported('balance-alert.json', addresses);
		const morning = async () => await runFrom(server.rest, id, 'Every morning');
		expect(await morning()).toMatchObject({ status: 'success' });
		expect(mail.mails).toEqual([]);
		server.sandbox.setBalance(300, 21);
		expect(await morning()).toMatchObject({ status: 'success' });
		// The read of the balance costs a token itself.
		expect(mail.mails).toEqual([
			{
				from: 'n8n@example.com',
				to: ['you@example.com'],
				subject: expect.stringMatching(/^Only 3\d\d tokens left$/) as string,
				text: expect.stringMatching(
					/^The balance is 3\d\d tokens \(2?\d\d main, 21 extra\), as of [^\n]*\n\nAutomatic refill is (on|off)\.$/,
				) as string,
			},
		]);
		mail.refuse(2);
		expect(await morning()).toMatchObject({ status: 'success' });
		expect(mail.mails).toHaveLength(2);
		server.sandbox.setBalance(1e6);
	});

	test('balance-alert-trigger.json: low, and recovered', async () => {
		const id = await imported('balance-alert-trigger.json', addresses);
		const balance = { mainTokenCount: 400, extraTokenCount: 20, totalTokenCount: 420 };
		await run(id, { ...balance, refillBalanceActive: true, recovered: false });
		await run(id, {
			...balance,
			refillBalanceActive: false,
			totalTokenCount: 9000,
			recovered: true,
		});
		expect(subjects()).toEqual(['Only 420 tokens left', 'The token balance has recovered']);
		const refills = mail.mails.map(({ text }) => text.split('\n').at(-1));
		expect(refills).toEqual(['Automatic refill is on.', 'Automatic refill is off.']);
	});

	test('article-digest.json: one email for all articles, and titles stay in their line', async () => {
		const id = await imported('article-digest.json', addresses);
		const articles = [
			...hostileLeads.map(({ firstName }) => ({ title: firstName, link: 'https://example.com/1' })),
			{ title: null, link: null },
		];
		expect(await run(id, ...articles)).toMatchObject({ status: 'success' });
		expect(subjects()).toEqual([`${articles.length} new articles`]);
		const lines = articles.map(({ title, link }) => [inOneLine(title), inOneLine(link)]);
		const text = lines.map((pair) => pair.filter(Boolean).join('\n')).join('\n\n');
		expect(mail.mails[0].text).toBe(text.trimEnd());
	});

	test('platform-health.json: names cannot add a line or a header', async () => {
		const id = await imported('platform-health.json', addresses);
		const name = 'Blog\r\nBcc: all@victim.example\r\n\r\nforged';
		await run(id, { name, type: 'wordpress', id: 'plat_1' });
		const [{ to, subject, text }] = mail.mails;
		expect(to).toEqual(['you@example.com']);
		expect(subject).toBe(`Platform ${inOneLine(name)} has an invalid configuration`);
		expect(text.split('\n')).toHaveLength(2);
		await run(id, { name, type: 'wordpress', id: 'plat_1' }, { name, type: 'wix', id: 'plat_2' });
		expect(subjects().at(-1)).toBe('2 platforms have an invalid configuration');
		expect(mail.mails).toHaveLength(2);
	});

	test('digest and health: the mail server refuses emails for a while, and then gets each once, and one about what is new', async () => {
		const { rest, sandbox } = server;
		const [article, platform] = [sandbox.addArticle(), sandbox.platformIds[0]];
		sandbox.updateArticle(article.id, { link: '' });
		for (const id of sandbox.platformIds) sandbox.updatePlatform(id, { invalidConfig: false });
		const ids = [
			await imported('article-digest.json', addresses),
			await imported('platform-health.json', addresses),
		];
		for (const id of ids) await activate(rest, id);
		await pause(POLLS);
		const before = mail.mails.length;
		mail.refuse(Infinity);
		for (const link of ['a', 'b', 'c']) sandbox.addArticle({ link: `https://example.com/${link}` });
		sandbox.updatePlatform(platform, { invalidConfig: true });
		const statuses = async () =>
			await Promise.all(
				ids.map(async (id) => (await listExecutions(rest, id)).map(({ status }) => status)),
			);
		// The next poll tries again, then nothing is sent for 50 seconds.
		const haveFailed = async () =>
			(await statuses()).every((all) => all.filter((status) => status === 'error').length >= 2);
		await until(haveFailed, 'the refusals', 60_000);
		sandbox.updateArticle(article.id, { link: 'https://example.com/d' });
		mail.refuse(0);
		clock.pass(60_000);
		await until(() => mail.mails.length >= before + 3, 'the emails', 60_000);
		clock.pass(60_000);
		await pause(2 * POLLS);
		for (const id of ids) await rest.post(`/rest/workflows/${id}/deactivate`);
		expect(subjects().sort()).toEqual([
			'1 new article',
			'3 new articles',
			expect.stringMatching(/^Platform .* has an invalid configuration$/),
		]);
		const [digests, health] = await statuses();
		for (const [all, arrived] of [
			[digests, ['success', 'success']],
			[health, ['success']],
		]) {
			const failed = all.slice(0, -arrived.length).map(() => 'error');
			expect(all).toEqual([...failed, ...arrived]);
		}
	});

	testOf('lead-reminder.json')(
		'lead-reminder.json: leads that have been in the table of the lead sync for a day and are not contacted',
		async () => {
			const { rest } = server;
			const synced = await imported('lead-sync.json');
			const lead = (number: number, status: string): IDataObject => ({
				...hostileLeads[number],
				leadKey: `conv_reminder_${number}`,
				status,
			});
			const [first, second] = [lead(7, 'not-contacted'), lead(8, 'not-contacted')];
			expect(await runWith(rest, synced, [first, second, lead(9, 'interested')])).toMatchObject({
				status: 'success',
			});
			const id = await imported('lead-reminder.json', addresses);
			const morning = async () => await runFrom(rest, id, 'Every morning');
			expect(await morning()).toMatchObject({ status: 'success' });
			expect(mail.mails).toEqual([]);
			// A day later.
			await rest.patch(`/rest/workflows/${id}`, await fromTomorrow(id));
			expect(await morning()).toMatchObject({ status: 'success' });
			expect(subjects()).toEqual(['2 leads not contacted']);
			const lines = mail.mails[0].text.split('\n');
			expect(lines).toHaveLength(2);
			for (const [place, { firstName, lastName, email, phone }] of [first, second].entries()) {
				const name = inOneLine(`${String(firstName)} ${String(lastName)}`);
				expect(
					lines[place].startsWith(`${name}, ${String(email)}, ${String(phone)}, since 20`),
				).toBe(true);
			}
			// Once a lead is contacted, it is no longer listed.
			await runWith(rest, synced, [{ ...first, status: 'contacted' }]);
			await morning();
			expect(subjects().at(-1)).toBe('1 lead not contacted');
		},
	);

	/** The reminder as it runs two days later: the time that it compares with is in the future. */
	async function fromTomorrow(id: string): Promise<object> {
		const { nodes } = await server.rest.get<WorkflowFile>(`/rest/workflows/${id}`);
		const later = JSON.stringify(nodes).replace(
			'$now.minus({ days: 1 })',
			'$now.plus({ days: 1 })',
		);
		return { nodes: JSON.parse(later) as object };
	}

	/** A published workflow whose executions fail, with this error workflow. */
	async function failing(name: string, errorWorkflow: string): Promise<string> {
		const nodes = [
			pollingTrigger(credentials.agentSuiteApi, {
				event: 'leadCreated',
				retryFailedExecutions: true,
			}),
			{
				...{ id: 'fails', name: 'CRM', type: 'n8n-nodes-base.stopAndError', typeVersion: 1 },
				position: [220, 0],
				parameters: {
					errorMessage: '="{{ $json.email }}" is refused. The CRM said\r\nBcc: all@victim.example',
				},
			},
		];
		const settings = { executionOrder: 'v1', errorWorkflow };
		const connections = inChain(nodes);
		const id = await createWorkflow(server.rest, { name, nodes, connections, settings });
		await activate(server.rest, id);
		return id;
	}

	test('failure-alert.json: one email a day for each workflow, node, and beginning of the message', async () => {
		const { rest, sandbox } = server;
		const alert = await imported('failure-alert.json', addresses);
		await activate(rest, alert);
		const ids = [await failing('Sync\nBcc: one', alert), await failing('Other sync', alert)];
		await pause(POLLS);
		for (let leads = 0; leads < 3; leads++) {
			sandbox.addLead();
			await pause(POLLS);
		}
		const failures = async () =>
			(await Promise.all(ids.map(async (id) => await listExecutions(rest, id)))).map((list) =>
				list.filter(({ status }) => status === 'error'),
			);
		await until(
			async () => (await failures()).every((list) => list.length > 2),
			'failures',
			60_000,
		);
		await until(() => mail.mails.length > 1, 'the emails', 60_000);
		const ofExecutions = mail.mails.length;
		sandbox.addFault({ kind: 'status', status: 401, times: Infinity });
		await until(() => mail.mails.length > ofExecutions + 1, 'the emails of the polls', 60_000);
		sandbox.clearFaults();
		const ofTokens = mail.mails.length;
		sandbox.addFault({ kind: 'status', status: 402, times: Infinity });
		await until(() => mail.mails.length > ofTokens + 1, 'the emails of another kind', 60_000);
		sandbox.clearFaults();
		for (const id of ids) await rest.post(`/rest/workflows/${id}/deactivate`);
		await idle(rest, ...ids, alert);
		// Rarely two: executions that fail within the same moment do not see each other's emails.
		expect([...new Set(subjects())].sort()).toEqual([
			'Other sync has failed',
			'Sync Bcc: one has failed',
		]);
		const [executions, polls, balance] = [
			'"',
			'The access token is missing or invalid',
			'The token balance is too low',
		].map((kind) => mail.mails.filter(({ text }) => text.includes(`has failed: ${kind}`)));
		expect([...executions, ...polls, ...balance]).toHaveLength(mail.mails.length);
		for (const emails of [executions, balance]) {
			expect(emails.length).toBeGreaterThan(1);
			expect(emails.length).toBeLessThan(5);
		}
		for (const { text } of executions) {
			expect(text).toContain('is refused. The CRM said Bcc: all@victim');
			expect(text).toMatch(/\/execut/);
		}
		expect(polls.length).toBeLessThan(5);
		for (const { text } of polls) {
			expect(text).toContain(
				'Nothing new arrives until polls succeed again. If the reason is not temporary, fix it.',
			);
		}
		await rest.post(`/rest/workflows/${alert}/deactivate`);
	});

	test('failure-alert.json: if its email fails, it says so, and the next failure sends one', async () => {
		const { rest, sandbox } = server;
		const alert = await imported('failure-alert.json', addresses);
		await activate(rest, alert);
		const id = await failing('Sync', alert);
		await pause(POLLS);
		// Each try of the node.
		mail.refuse(3);
		sandbox.addLead();
		const alerts = async () => await readExecutions(rest, alert);
		const hasFailed = async () => (await alerts()).some(({ status }) => status === 'error');
		await until(hasFailed, 'the refused email', 60_000);
		const [{ error }] = await alerts();
		expect(error).toContain('The email could not be sent');
		expect(error).toContain('try again later');
		expect(subjects()).toEqual([]);
		for (let leads = 0; leads < 2; leads++) {
			sandbox.addLead();
			await until(() => mail.mails.length > 0, 'the email', 60_000);
			await pause(POLLS);
		}
		await rest.post(`/rest/workflows/${id}/deactivate`);
		await idle(rest, id, alert);
		expect(subjects()).toEqual(['Sync has failed']);
		await rest.post(`/rest/workflows/${alert}/deactivate`);
	});
});
