import { join } from 'node:path';

import { readJson } from '../../playground/files';
import { readTable, tablePath, type Row } from '../../playground/tables';
import {
	examplesFolder,
	withCredentials,
	type Credential,
	type WorkflowFile,
} from '../../playground/workflows';
import { withoutLimits } from '../support/credential';
import { until } from '../support/programs/until';
import { activate, listExecutions } from '../support/server/executions';
import { everyFewSeconds } from '../support/server/pollingServer';
import { createWorkflow, runFrom, type Run } from '../support/server/runs';
import { startServer, type Server } from '../support/server/server';
import { startServices, type Services } from '../support/services';
import { startMailServer, type Mail, type MailServer } from '../support/services/mail';
import { Slack } from '../support/services/slack';
import { Telegram } from '../support/services/telegram';

let server: Server;
let mail: MailServer;
let services: Services;
const slack = new Slack();
const telegram = new Telegram();
let credentials: Record<string, Credential>;

beforeAll(async () => {
	mail = await startMailServer();
	services = await startServices(slack, telegram);
	server = await startServer(services.env, {
		limits: { minute: 0, hour: 0, day: 0 },
		balance: 1e6,
	});
	const { rest, credential, sandbox } = server;
	// Without limits, because several workflows poll every few seconds.
	const data = {
		accessToken: sandbox.tokens.admin,
		baseUrl: sandbox.url,
		...withoutLimits,
	};
	const body = { name: 'Agent Suite account', type: 'agentSuiteApi', data };
	await rest.patch(`/rest/credentials/${credential.id}`, body);
	const account = async (type: string, data: object): Promise<Credential> => {
		const name = `Account for ${type}`;
		const { id } = await rest.post<Credential>('/rest/credentials', { name, type, data });
		return { id, name };
	};
	credentials = {
		agentSuiteApi: credential,
		smtp: await account('smtp', mail.credential),
		slackApi: await account('slackApi', { accessToken: slack.token }),
		telegramApi: await account('telegramApi', {
			accessToken: telegram.token,
			baseUrl: 'https://api.telegram.org',
		}),
	};
});
afterAll(async () => {
	await server?.stop();
	await services?.stop();
	await mail?.stop();
});

type Parameters = Record<string, Record<string, unknown>>;

/** Shorter intervals for the recipes: polling, resending, and how long a run reserves a message. */
const shortClock = { rule: { interval: [{ field: 'seconds', secondsInterval: 5 }] } };
const shortPolls = { pollTimes: everyFewSeconds(5) };

/** Imports a recipe, with other schedules and `parameters`. Resolves with its id. */
async function imported(file: string, parameters: Parameters = {}): Promise<string> {
	const example = withCredentials(readJson<WorkflowFile>(join(examplesFolder, file)), credentials);
	const nodes = example.nodes.map((node) => {
		const { parameters: own = {} } = node as { parameters?: object };
		const clock = /\.agentSuiteTrigger$/.test(node.type)
			? shortPolls
			: node.name === 'Every 15 minutes'
				? shortClock
				: {};
		const shorter = JSON.parse(
			JSON.stringify(own).replace('plus({ minutes: 60 })', 'plus({ seconds: 12 })'),
		) as object;
		return { ...node, parameters: { ...shorter, ...clock, ...parameters[node.name] } };
	});
	return await createWorkflow(server.rest, { ...example, nodes });
}

interface OutboxRow extends Row {
	subject: string;
	status: string;
	tries: number;
	reason: string | null;
}

const statuses = async (table: string) =>
	(await readTable<OutboxRow>(server.rest, table)).map(({ status }) => status);
const slackDown = { status: 200, json: { ok: false, error: 'internal_error' } };
const read = (service: Slack | Telegram): string[] =>
	service.messages.map((message) => (typeof message === 'string' ? message : message.text));
const subjects = (mails: Mail[]) => mails.map(({ subject }) => subject);

/** Waits until this many more executions have ended. A schedule starts one every few seconds. */
async function clockTicks(workflow: string, count: number): Promise<void> {
	const newest = async () => (await listExecutions(server.rest, workflow)).at(-1)?.id ?? '0';
	const before = Number(await newest());
	await until(
		async () => {
			const ended = (await listExecutions(server.rest, workflow)).filter(
				({ id, status }) => Number(id) > before && !['new', 'running'].includes(status),
			);
			return ended.length >= count;
		},
		`${count} runs of the clock`,
		180_000,
	);
}

describe('run from the editor', () => {
	beforeEach(() => {
		mail.heal();
		mail.mails.length = 0;
	});

	test('balance-alert.json: a refusal is reported, and the next run sends the email, once', async () => {
		const [table, clock, start] = ['Daily balance emails', 'Every 15 minutes', 'Every morning'];
		const id = await imported('balance-alert.json', {
			[clock]: { rule: { interval: [{ field: 'hours', hoursInterval: 12 }] } },
		});
		const run = async (from: string): Promise<Run> => await runFrom(server.rest, id, from);

		// On a new n8n, with any trigger: no message is waiting, and the table does not exist yet.
		expect(await run(clock)).toMatchObject({ status: 'success' });
		expect(await run(start)).toMatchObject({ status: 'success' });
		expect(mail.offered).toBe(0);

		server.sandbox.setBalance(300, 21);
		mail.fail({ refuse: { code: 451, text: 'try again later' } });
		expect(await run(start)).toMatchObject({ status: 'error' });
		expect(await run(clock)).toMatchObject({ status: 'error' });
		expect(mail.offered).toBe(2);
		const [row] = await readTable<OutboxRow>(server.rest, table);
		expect(row).toMatchObject({ status: 'waiting', tries: 2 });
		expect(row.reason).toContain('try again later');

		mail.heal();
		for (let times = 0; times < 2; times++) {
			expect(await run(clock)).toMatchObject({ status: 'success' });
		}
		// The read of the balance costs a token itself.
		expect(mail.mails).toEqual([
			{
				from: 'n8n@example.com',
				to: ['you@example.com'],
				subject: expect.stringMatching(/^Only 3\d\d tokens left$/) as string,
				text: expect.stringMatching(
					/^The balance is 3\d\d tokens \(2?\d\d main, 21 extra\), as of/,
				) as string,
			},
		]);
		expect(await statuses(table)).toEqual(['sent']);
		server.sandbox.setBalance(1e6);
	});

	test.each([
		['lead-alert-slack.json', 'Slack lead messages', slack],
		['lead-alert-telegram.json', 'Telegram lead messages', telegram],
	])('%s: one message per lead, after a refusal too', async (file, table, service) => {
		const { rest, sandbox } = server;
		const [start, clock] = ['When a lead is created or updated', 'Every 15 minutes'];
		const id = await imported(file, {
			[start]: {
				...shortPolls,
				event: 'leadCreatedOrUpdated',
				filters: { status: ['interested'] },
			},
		});
		expect(await runFrom(rest, id, clock)).toMatchObject({ status: 'success' });
		const { lead } = sandbox.addLead({
			status: 'interested',
			firstName: `<Ann> & ${file.length}_*`,
			lastName: '',
			email: '',
		});
		// The newest leads, one of them with special characters of the service.
		service.fail(service === slack ? slackDown : { status: 502, json: { ok: false } }, Infinity);
		expect(await runFrom(rest, id, start)).toMatchObject({ status: 'error' });
		const waiting = await readTable<OutboxRow>(rest, table);
		expect(waiting.length).toBeGreaterThan(1);
		for (const row of waiting) expect(row).toMatchObject({ status: 'waiting', tries: 1 });
		expect(read(service)).toEqual([]);

		service.recover();
		expect(await runFrom(rest, id, clock)).toMatchObject({ status: 'success' });
		expect(read(service)).toHaveLength(waiting.length);
		const said = ['New interested lead: ' + lead.firstName, lead.phone].filter(Boolean);
		expect(read(service)).toContain(said.join('\n'));

		// Known leads are not reported twice, whatever changes.
		expect(await runFrom(rest, id, start)).toMatchObject({ status: 'success' });
		expect(await runFrom(rest, id, clock)).toMatchObject({ status: 'success' });
		expect(read(service)).toHaveLength(waiting.length);
		expect(services.strangers).toEqual([]);
	});

	test('token-forecast.json: forecasts from the balances of some days how long the tokens last', async () => {
		const { rest, sandbox } = server;
		const id = await imported('token-forecast.json');
		sandbox.setBalance(10_000);
		// There is no forecast on the first day.
		expect(await runFrom(rest, id, 'Every morning')).toMatchObject({ status: 'success' });
		expect(mail.mails).toEqual([]);
		const history = await tablePath(rest, 'Token balance history');
		const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
		// 5,000 are spent in two days, with a refill in between. The balance of 30 days ago is ignored.
		const data = [
			{ day: day(30), total: 1_000_000 },
			{ day: day(5), total: 12_000 },
			{ day: day(4), total: 10_000 },
			{ day: day(3), total: 13_000 },
		];
		await rest.post(`${history}/insert`, { data });
		expect(await runFrom(rest, id, 'Every morning')).toMatchObject({ status: 'success' });
		expect(mail.mails).toHaveLength(1);
		const [{ subject, text }] = mail.mails;
		expect(subject).toMatch(/^The tokens last until 20\d\d-\d\d-\d\d$/);
		expect(text).toMatch(
			/At the rate of the last days, 1\d{3} tokens a day, the balance of 99\d\d tokens/,
		);
		sandbox.setBalance(1e6);
	});

	test('without its credential no message is marked as sent', async () => {
		const table = 'Platform emails';
		const id = await imported('platform-health.json');
		const chosen = credentials.smtp;
		credentials.smtp = { id: 'gone', name: 'Deleted account' };
		const broken = await imported('platform-health.json');
		credentials.smtp = chosen;
		const start = 'When a platform becomes invalid';
		expect(await runFrom(server.rest, broken, start)).toMatchObject({ status: 'error' });
		const waiting = await statuses(table);
		expect(waiting.length).toBeGreaterThan(0);
		expect(new Set(waiting)).toEqual(new Set(['waiting']));
		expect(await runFrom(server.rest, id, 'Every 15 minutes')).toMatchObject({ status: 'success' });
		expect(mail.mails).toHaveLength(waiting.length);
	});
});

test('published, with outages of the mail server and kills of n8n: each email arrives, each row once', async () => {
	const { rest, sandbox } = server;
	mail.heal();
	mail.mails.length = 0;
	for (const { id } of await rest.get<Array<{ id: string }>>('/rest/workflows')) {
		await rest.post(`/rest/workflows/${id}/archive`);
	}
	const workflows = [
		await imported('balance-alert-trigger.json', {
			// Polling every few seconds also costs tokens.
			'When the balance is low': { ...shortPolls, event: 'balanceLow', threshold: 500_000 },
		}),
		await imported('article-digest.json'),
		await imported('platform-health.json'),
	];
	for (const id of workflows) await activate(rest, id);
	const known = await statuses('Platform emails');
	for (const id of workflows) await clockTicks(id, 1);
	expect(mail.mails).toEqual([]);

	// The server replies "later", but to one email "never".
	const never = (offer: Mail) => offer.subject.startsWith('Platform Refused');
	mail.fail({ refuse: { code: 550, text: 'mailbox unavailable' }, match: never });
	mail.fail({ refuse: { code: 451, text: 'try again later' } });
	sandbox.setBalance(400_000);
	const titles = ['First of the week', 'Second & <third>', 'Überschrift'];
	const articles = titles.map((title) => sandbox.addArticle({ title }));
	for (const [id, name] of [
		['plat_blog', 'Refused'],
		['plat_shop', 'Shop'],
	]) {
		sandbox.updatePlatform(id, { name, invalidConfig: true });
	}
	const outbox = async () => [
		...(await statuses('Low balance emails')),
		...(await statuses('Article digest emails')),
		...(await statuses('Platform emails')).slice(known.length),
	];
	await until(async () => (await outbox()).length === 4, 'all emails in the outbox', 90_000);
	await until(() => mail.offered > 12, 'more attempts', 90_000);

	// The mail server does not respond. n8n is killed while emails wait.
	mail.heal();
	await mail.down();
	await clockTicks(workflows[0], 1);
	await server.n8n.kill();
	await mail.up();
	// The mail server accepts an email without a response. n8n is killed before it knows.
	mail.fail({ refuse: { code: 550, text: 'mailbox unavailable' }, match: never });
	mail.fail({ hang: true });
	const before = mail.offered;
	await server.boot();
	await until(() => mail.offered > before, 'an email without a response', 60_000);
	await server.n8n.kill();
	mail.heal();
	mail.fail({ refuse: { code: 550, text: 'mailbox unavailable' }, match: never });
	await server.boot();

	// After a restart the trigger can repeat an alert. Each row is sent once.
	const rows = async () => [
		...(await readTable<OutboxRow>(server.rest, 'Low balance emails')),
		...(await readTable<OutboxRow>(server.rest, 'Article digest emails')),
		...(await readTable<OutboxRow>(server.rest, 'Platform emails')).slice(known.length),
	];
	const settled = ({ status, subject }: OutboxRow) =>
		status === 'sent' || subject.startsWith('Platform Refused');
	await until(async () => (await rows()).every(settled), 'all emails but the refused', 180_000);
	for (const id of workflows) await clockTicks(id, 2);
	const sent = (await rows()).filter(({ status }) => status === 'sent');
	expect(subjects(mail.mails).sort()).toEqual(sent.map(({ subject }) => subject).sort());
	const numberless = subjects(mail.mails).map((subject) => subject.replace(/Only \d+/, 'Only N'));
	expect(numberless).toEqual(
		expect.arrayContaining(['Only N tokens left', 'Platform Shop has an invalid configuration']),
	);
	expect(numberless.filter((subject) => subject === '3 new articles')).toHaveLength(1);
	const text = articles.map(({ title, link }) => `${title}\n${link}`).join('\n\n');
	expect(mail.mails.find(({ subject }) => subject === '3 new articles')?.text).toBe(text);

	const [refused] = (await readTable<OutboxRow>(server.rest, 'Platform emails')).filter(
		({ status }) => status === 'waiting',
	);
	expect(refused.subject).toContain('Refused');
	expect(refused.reason).toContain('mailbox unavailable');
}, 600_000);
