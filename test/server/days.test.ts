/** The recipe that remembers a balance per day, at the moments at which a day can be taken for another one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
	activate,
	readExample,
	withCredentials,
	type WorkflowFile,
} from '../../playground/workflows';
import { pause, until } from '../support/programs/until';
import { owner } from '../support/server/installed';
import { startServer, type Server } from '../support/server/server';
import { accounts, createWorkflow, withChoices } from '../support/server/workflows';
import { startMailServer, type MailServer } from '../support/standIns/mail';

jest.setTimeout(240_000);

/** n8n's own default. */
const timeZone = 'America/New_York';

/** A moment, with the day in that time zone, and the day before it. */
const moments: Array<[moment: string, today: string, yesterday: string]> = [
	['2026-10-31T23:59:00Z', '2026-10-31', '2026-10-30'],
	['2026-11-01T00:01:00Z', '2026-10-31', '2026-10-30'],
	// The hour that is repeated at the end of daylight saving time.
	['2026-11-01T05:59:50Z', '2026-11-01', '2026-10-31'],
	['2026-11-02T04:59:00Z', '2026-11-01', '2026-10-31'],
	// The day that an hour is missing of.
	['2027-03-15T03:59:00Z', '2027-03-14', '2027-03-13'],
];

interface Remembering {
	staticData?: { global?: { balances?: Record<string, number> } } | null;
}

let folder: string;
let mail: MailServer;
let server: Server;
let id: string;
let nodes: WorkflowFile['nodes'];

const setClock = (moment: string) =>
	writeFileSync(join(folder, 'clock'), String(Date.parse(moment) - Date.now()));

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'agent-suite-clock-'));
	setClock(moments[0][0]);
	mail = await startMailServer();
	server = await startServer(
		{
			GENERIC_TIMEZONE: timeZone,
			CLOCK_FILE: join(folder, 'clock'),
			NODE_OPTIONS: `--require "${join(__dirname, '../support/server/date.js')}"`,
		},
		{ limits: { minute: 0, hour: 0, day: 0 } },
	);
	const credentials = await accounts(server, { smtp: mail.credential });
	const fast = { rule: { interval: [{ field: 'seconds', secondsInterval: 2 }] } };
	const recipe = withChoices(readExample('token-forecast.json'), {
		'Every morning': fast,
		'Send email': { fromEmail: 'n8n@example.com', toEmail: 'you@example.com' },
	});
	id = await createWorkflow(server.rest, withCredentials(recipe, credentials));
	({ nodes } = await server.rest.get<WorkflowFile>(`/rest/workflows/${id}`));
});
afterAll(async () => {
	await server?.stop();
	await mail?.stop();
	rmSync(folder, { recursive: true, force: true });
});

const balances = async () => {
	const { staticData } = await server.rest.get<Remembering>(`/rest/workflows/${id}`);
	return staticData?.global?.balances ?? {};
};

/** Publishes the workflow until something has happened. */
async function published(what: string, ask: () => unknown): Promise<void> {
	await activate(server.rest, id);
	await until(async () => (await ask()) === true, what, 60_000);
	await server.rest.post(`/rest/workflows/${id}/deactivate`);
}

/** Only an execution of a published workflow can write to its memory. */
async function remember(given: Record<string, number>): Promise<void> {
	const jsCode = `$getWorkflowStaticData('global').balances = ${JSON.stringify(given)}; return [];`;
	const changed = nodes.map((node) =>
		node.name === 'Forecast' ? { ...node, parameters: { jsCode } } : node,
	);
	await server.rest.patch(`/rest/workflows/${id}`, { nodes: changed });
	const written = async () => JSON.stringify(await balances()) === JSON.stringify(given);
	await published('the balances', written);
	await server.rest.patch(`/rest/workflows/${id}`, { nodes });
}

const dayBefore = (day: string, days: number) =>
	new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

test.each(moments)('token-forecast.json at %s: it is %s', async (moment, today, yesterday) => {
	setClock(moment);
	await pause(200);
	server.rest = await server.n8n.login(owner);
	mail.mails.length = 0;
	server.sandbox.setBalance(10_000);
	const day = (ago: number) => dayBefore(today, ago);
	expect(day(1)).toBe(yesterday);
	// 5,000 are spent in five days, with a refill in between. The balance of 30 days ago is ignored.
	await remember({
		[day(30)]: 1_000_000,
		[day(5)]: 12_000,
		[day(4)]: 10_000,
		[yesterday]: 13_000,
	});
	// n8n saves what the workflow remembers after the email.
	await published('the forecast', async () => mail.mails.length > 0 && today in (await balances()));
	const [{ subject, text }] = mail.mails;
	expect(Object.keys(await balances())).toEqual([day(5), day(4), yesterday, today]);
	const [, perDay, balance] = /usage of (\d+) tokens a day, the balance of (\d+) tokens/.exec(
		text,
	)!;
	// Reads of the balance cost tokens, too.
	expect(Number(perDay)).toBe(Math.round((2_000 + 13_000 - Number(balance)) / 5));
	const left = Math.floor(Number(balance) / ((15_000 - Number(balance)) / 5));
	expect(subject).toBe(`Your tokens will run out on ${dayBefore(today, -left)}`);
});

test('token-forecast.json: the first day only remembers', async () => {
	await remember({});
	mail.mails.length = 0;
	await published('the balance of today', async () => Object.keys(await balances()).length === 1);
	expect(mail.mails).toEqual([]);
});
