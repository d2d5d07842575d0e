/**
 * `npm start`, once everything is installed and built (scripts/start.js): packs the package, starts the
 * sandbox and n8n with the package, imports the credential and the examples, publishes the lead sync, and
 * prints what arrived. Then the editor stays open until Ctrl+C. With --once it exits here.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../sandbox';
import { playgroundPorts } from '../scripts/ports';
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
import { freePorts } from './ports';
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

const flags = new Set(process.argv.slice(2));
const runningFile = join(dataFolder, 'running.json');
const syncExample = exampleId('lead-sync.json');

/** Aborted by Ctrl+C, and when the process that started this one ends. */
const end = new AbortController();

/** Everything to stop before exit. */
const open: { n8n?: N8n; sandbox?: Sandbox } = {};

async function stopAll(): Promise<void> {
	await open.n8n?.stop();
	await open.sandbox?.close();
	rmSync(runningFile, { force: true });
}

/** Runs one step and shows how long it takes. Ends here after Ctrl+C. */
async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
	const result = await timed(title, work);
	end.signal.throwIfAborted();
	return result;
}

/** The ports of editor, task broker, and sandbox: those that were set, else fixed ones, or free ones for a single run. */
async function ports(): Promise<number[]> {
	const free = flags.has('--once') ? await freePorts(playgroundPorts.length) : [];
	return playgroundPorts.map(([name, fixed], index) =>
		Number(process.env[name] || (free[index] ?? fixed)),
	);
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

async function start(): Promise<number> {
	if (flags.has('--reset')) rmSync(dataFolder, { recursive: true, force: true });
	mkdirSync(dataFolder, { recursive: true });
	const [port, brokerPort, sandboxPort] = await ports();
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
			verbose: flags.has('--verbose'),
			// n8n then watches the installed package and tells the editor.
			env: flags.has('--dev') ? { N8N_DEV_RELOAD: 'true' } : {},
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
	if (flags.has('--once')) return arrived ? 0 : 1;

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
	if (flags.has('--dev')) {
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

/** Ends on the first signal and ignores later ones. npm passes signals on as well. */
function endOn(event: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'disconnect'): void {
	process.on(event, () => {
		if (end.signal.aborted) return;
		if (event !== 'disconnect') console.log('\nStopping n8n and the sandbox …');
		end.abort();
	});
}

async function main(): Promise<number> {
	for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) endOn(event);
	try {
		return await start();
	} catch (error) {
		if (end.signal.aborted) return 130;
		console.error(`\n${error instanceof Error ? error.message : String(error)}`);
		return 1;
	} finally {
		await stopAll();
	}
}

void main().then((code) => process.exit(code));
