/**
 * `npm start`, once everything is installed and built: packs the package, starts the sandbox and n8n with the package,
 * imports the credential and the examples, publishes the lead sync, and prints what arrived. Then the editor stays open
 * until Ctrl+C. With --once it exits here.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startSandbox, type Sandbox } from '../sandbox';
import { step as timed } from '../scripts/shared';
import { dataFolder, readJson } from './files';
import {
	allArrived,
	compareLeads,
	readLeadTable,
	readServiceLeads,
	renderLeads,
	tableName,
} from './leads';
import { lastLines, startN8n, type N8n } from './n8n';
import { followBuild, installPackage, packPackage, requireLoaded } from './package';
import { playgroundPorts } from './ports';
import type { Login, Rest } from './rest';
import { idsToTry, startHere, startHereId } from './startHere';
import { tablePage } from './tables';
import {
	activate,
	exampleId,
	examplesLastFirst,
	importWorkflows,
	upsertCredential,
} from './workflows';

const help = `npm start [-- options]

Starts n8n with this package, a sandbox of the service, and the example workflows.
Publishes the lead sync and prints the leads that arrived. Then the editor stays open until you press Ctrl+C.

  --once     exit once the leads are printed, with 0 only if every lead arrived
  --dev      show each new build (npm run dev or npm run build) in the open editor
  --reset    delete the data of the playground (login, workflows, table) first
  --verbose  show the output of n8n
  --help     show this help

To use other ports than these, set PLAYGROUND_PORT (editor, 5678), PLAYGROUND_BROKER_PORT (n8n's task broker, 5679),
or PLAYGROUND_SANDBOX_PORT (sandbox, 8321).`;

const flag = { type: 'boolean', default: false } as const;
/** @throws with the name of an unknown option */
const readFlags = () =>
	parseArgs({ options: { once: flag, dev: flag, reset: flag, verbose: flag, help: flag } }).values;
type Flags = ReturnType<typeof readFlags>;

const runningFile = join(dataFolder, 'running.json');
const syncExample = exampleId('lead-sync.json');

/** Aborted by Ctrl+C, which the process that started this one passes on. */
const end = new AbortController();

/** Everything to stop before exit. */
const open: { n8n?: N8n; sandbox?: Sandbox } = {};

async function stopAll(): Promise<void> {
	await open.n8n?.stop();
	await open.sandbox?.close();
}

/** Refuses a second start of the same clone: two servers would damage the one database. */
function refuseSecondStart(): void {
	if (!existsSync(runningFile)) return;
	const other = readJson<{ pid: number; url: string }>(runningFile);
	try {
		process.kill(other.pid, 0);
	} catch {
		return; // From a start that was killed.
	}
	throw new Error(
		`The playground of this clone is already running at ${other.url} (process ${other.pid}). ` +
			`Press Ctrl+C in its terminal first. If that process is another program, delete ${runningFile}.`,
	);
}

/** Runs one step and shows how long it takes. Ends here after Ctrl+C. */
async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
	const result = await timed(title, work);
	end.signal.throwIfAborted();
	return result;
}

/** The playground's login: created once, stored beside its database. */
function keptLogin(): Login {
	const file = join(dataFolder, 'login.json');
	if (existsSync(file)) return readJson<Login>(file);
	const login = {
		email: 'owner@example.com',
		password: `Aa1-${randomBytes(9).toString('base64url')}`,
	};
	writeFileSync(file, JSON.stringify(login), { mode: 0o600 });
	return login;
}

/** The longest time that the leads may take to arrive, ms. */
const ARRIVAL = 60_000;

/** Publishes the lead sync, waits for the leads, and prints them. True if every lead of the service is in the table. */
async function syncLeads(rest: Rest, sandbox: Sandbox): Promise<boolean> {
	const accessToken = sandbox.tokens.admin;
	const leads = await readServiceLeads(sandbox.url, accessToken);
	const requestsBefore = sandbox.requests.length;
	const began = Date.now();
	await activate(rest, syncExample);
	const compared = async () => {
		const rows = await readLeadTable(rest);
		return { rows, result: compareLeads(leads, rows, began) };
	};
	let { rows, result } = await compared();
	while (!allArrived(leads, result) && Date.now() < began + ARRIVAL) {
		await new Promise((resolve) => setTimeout(resolve, 300));
		({ rows, result } = await compared());
	}
	const seconds = ((Date.now() - began) / 1000).toFixed(1);
	const seen = sandbox.requests.slice(requestsBefore);
	const tokens = seen.reduce((sum, request) => sum + request.tokens, 0);
	console.log(`\nThe lead sync is published. Leads in n8n's data table:\n${renderLeads(rows)}`);
	console.log(
		`${leads.length - result.missing.length} of ${leads.length} leads arrived (${result.added} new, ` +
			`${result.updated} updated) in ${seconds} s, ` +
			`with ${seen.length} request${seen.length === 1 ? '' : 's'} and ${tokens} tokens.`,
	);
	const complete = allArrived(leads, result);
	if (!complete) {
		console.error(
			`The table differs from the service: ${result.missing.length} leads are missing or different, ` +
				`${result.surplus.length} rows match no lead.`,
		);
	}
	return complete;
}

async function start(flags: Flags): Promise<number> {
	refuseSecondStart();
	const [port, brokerPort, sandboxPort] = await playgroundPorts(flags.once);
	if (flags.reset) rmSync(dataFolder, { recursive: true, force: true });
	mkdirSync(dataFolder, { recursive: true });
	process.once('exit', () => rmSync(runningFile, { force: true }));
	writeFileSync(runningFile, JSON.stringify({ pid: process.pid, url: `http://localhost:${port}` }));
	const login = keptLogin();

	const packed = packPackage();
	installPackage(dataFolder, packed);
	const sandbox = await step('Starting the sandbox service', async () => {
		open.sandbox = await startSandbox({ port: sandboxPort });
		return open.sandbox;
	});
	const n8n = await step('Starting n8n', async () => {
		open.n8n = await startN8n({
			userFolder: dataFolder,
			port,
			brokerPort,
			verbose: flags.verbose,
			// n8n then watches the installed package and tells the editor.
			env: flags.dev ? { N8N_DEV_RELOAD: 'true' } : {},
			signal: end.signal,
		});
		return open.n8n;
	});
	const imported = join(dataFolder, 'examples.json');
	const [rest, credential] = await step(
		'Setting up the owner, credential, and example workflows',
		async () => {
			const session = await n8n.login(login);
			await requireLoaded(session, packed);
			const account = await upsertCredential(session, {
				accessToken: sandbox.tokens.admin,
				baseUrl: sandbox.url,
			});
			await importWorkflows(session, account, imported, examplesLastFirst());
			return [session, account] as const;
		},
	);
	const arrived = await syncLeads(rest, sandbox);
	// Last, so that n8n lists it first. The sync has created the table.
	const tableUrl = `${n8n.url}${await tablePage(rest, tableName)}`;
	await importWorkflows(rest, credential, imported, [[startHereId, startHere(tableUrl)]]);
	console.log(`Data table:       ${tableUrl}`);
	if (flags.once) return arrived ? 0 : 1;

	console.log(
		[
			`\nOpen the editor:  ${n8n.url}/workflow/${startHereId}`,
			`  Email           ${login.email}`,
			`  Password        ${login.password}`,
			'IDs to try:',
			...Object.entries(idsToTry).map(([field, id]) => `  ${field.padEnd(15)} ${id}`),
			'To try a credential:',
			`  Base URL        ${sandbox.url}`,
			`  Access Token    ${sandbox.tokens.admin}`,
			'Press Ctrl+C to stop n8n and the sandbox.',
		].join('\n'),
	);
	if (flags.dev) {
		followBuild(dataFolder, packed, end.signal);
		console.log('The editor shows each new build. `npm run dev` builds after every change.');
	}
	const stopped = new Promise<void>((resolve) => {
		end.signal.addEventListener('abort', () => resolve(), { once: true });
	});
	const code = await Promise.race([n8n.ended, stopped]);
	if (end.signal.aborted) return 0;
	console.error(`\nn8n exited unexpectedly (exit code ${code}):\n${lastLines(n8n.logFile)}`);
	return 1;
}

/** Ends on the first signal and ignores later ones: a terminal sends it to this process and to its parent, which passes it on. */
function endOn(signal: NodeJS.Signals): void {
	process.on(signal, () => {
		if (end.signal.aborted) return;
		console.log('\nStopping n8n and the sandbox …');
		end.abort();
	});
}

async function main(): Promise<number> {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) endOn(signal);
	try {
		const flags = readFlags();
		if (!flags.help) return await start(flags);
		console.log(help);
		return 0;
	} catch (error) {
		if (end.signal.aborted) return 130;
		console.error(`\n${error instanceof Error ? error.message : String(error)}`);
		return 1;
	} finally {
		await stopAll();
	}
}

void main().then((code) => process.exit(code));
