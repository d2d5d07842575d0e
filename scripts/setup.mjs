/**
 * The set-up every command shares: what is missing is installed, with Node.js built-ins only, because
 * this runs on a fresh clone, under whatever Node.js (20 or newer) the machine has.
 *
 * n8n 2.41 itself needs Node.js 24. The development dependency `node` brings that binary, so after the
 * first install everything else runs under it.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === 'win32';

/** A failure whose sentence is all the reader needs: it is printed without a stack. */
export class PlainError extends Error {}

const nodePackage = join(root, 'node_modules', 'node');
/** The Node.js 24 that the development dependency `node` brings. */
export const node24 = join(nodePackage, 'bin', windows ? 'node.exe' : 'node');

/** Child processes that are still running, so that Ctrl-C can end each of them by its id. */
const running = new Set();
let interrupted = false;

/** Ends a child and what it started: on POSIX systems it leads a process group of its own. */
function endChild(child, signal) {
	try {
		if (windows || !child.ownGroup) child.kill(signal);
		else process.kill(-child.pid, signal);
	} catch {
		// It has ended already.
	}
}

/** Ends what runs. npm in the middle of an install may sit a SIGTERM out: then the hard way. */
function interrupt(signal) {
	process.exitCode = signal === 'SIGINT' ? 130 : 143;
	for (const child of running) endChild(child, child.ownGroup ? 'SIGTERM' : signal);
	if (interrupted) return;
	interrupted = true;
	const hard = () =>
		[...running].filter((child) => child.ownGroup).map((child) => endChild(child, 'SIGKILL'));
	setTimeout(hard, 4_000).unref();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupt(signal));

// npm passes a signal on to the shell it runs a script in, and that shell need not pass it on to us: it
// just goes away. So under npm, a parent that is gone means stop.
const parent = process.ppid;
if (process.env.npm_lifecycle_event && !windows) {
	setInterval(() => {
		if (!interrupted && process.ppid !== parent) interrupt('SIGTERM');
	}, 500).unref();
}

function childEnvironment(extra) {
	const path = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
	const first = [dirname(node24), join(root, 'node_modules', '.bin')].join(delimiter);
	return { ...process.env, [path]: `${first}${delimiter}${process.env[path] ?? ''}`, ...extra };
}

/** Starts a child, remembers it until it ends, and gives back its exit code and what it said. */
function start(command, args, { quiet, leash, ...options }) {
	const own = quiet && !windows;
	const outputs = quiet ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', 'inherit'];
	const child = spawn(command, args, {
		cwd: root,
		...options,
		stdio: leash ? [...outputs, 'ipc'] : outputs,
		detached: own,
	});
	child.ownGroup = own;
	running.add(child);
	let output = '';
	const keep = (chunk) => (output = (output + chunk).slice(-20_000));
	child.stdout?.on('data', keep);
	child.stderr?.on('data', keep);
	return new Promise((resolve, reject) => {
		child.on('error', (error) => {
			running.delete(child);
			reject(new PlainError(`${command} could not be started: ${error.message}`));
		});
		child.on('close', (code, signal) => {
			running.delete(child);
			if (interrupted && quiet) reject(new PlainError('Stopped.'));
			else resolve({ code: code ?? (signal ? 1 : 0), output });
		});
	});
}

/**
 * Runs a program of this project with its output on this terminal, under Node.js 24 or the given one. It holds a
 * leash: a message channel that closes when this process goes away, however it goes.
 */
export async function runNode(args, { leash = false, env = {}, node = node24 } = {}) {
	const { code } = await start(node, args, { leash, env: childEnvironment(env) });
	return code;
}

/** Runs a program of this project beside others: what it writes comes back instead of standing between their lines. */
export async function runNodeQuietly(args, { env = {}, node = node24 } = {}) {
	return await start(node, args, { quiet: true, env: childEnvironment(env) });
}

/** Runs npm without a word on the terminal; the npm that started us, or else the one on the PATH. */
export function npm(args, cwd, env) {
	const cli = process.env.npm_execpath;
	const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
	// npm's own patience is more than a minute per package: too long to learn that there is no network.
	quiet.push(
		'--fetch-retries=3',
		'--fetch-retry-mintimeout=2000',
		'--fetch-retry-maxtimeout=10000',
	);
	const options = { quiet: true, cwd, env: childEnvironment(env) };
	if (cli?.endsWith('npm-cli.js')) {
		// Under npm, this process may run the Node.js 24 that `npm ci` has just removed.
		const runner = [node24, process.execPath].find(existsSync) ?? 'node';
		return start(runner, [cli, ...args, ...quiet], options);
	}
	return start('npm', [...args, ...quiet], { ...options, shell: windows });
}

const networkTrouble =
	/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|network request to/;

/** Turns what npm said into one sentence about what went wrong and what to do. */
export function explainNpm(what, output) {
	if (/ENOSPC/.test(output)) {
		return `${what} failed: the disk is full. The whole playground takes about 3 GB.`;
	}
	if (networkTrouble.test(output)) {
		return (
			`${what} failed: the npm registry could not be reached. Check the network (and the proxy and ` +
			`registry settings of npm, if there are any), then run the same command again.`
		);
	}
	if (/EACCES|EPERM/.test(output)) {
		return `${what} failed: npm may not write in this folder. Check who owns it, then try again.`;
	}
	const tail = output.trim().split('\n').slice(-15).join('\n  ');
	return `${what} failed. npm said:\n  ${tail || '(nothing)'}`;
}

/** Shows that a long step is alive: a clock on a terminal, a line every ten seconds elsewhere. */
export async function step(title, work) {
	const began = Date.now();
	const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`;
	const live = process.stdout.isTTY;
	const line = (text) => process.stdout.write(live ? `\r\x1b[K${text}` : `${text}\n`);
	line(`${title} …`);
	const timer = setInterval(() => line(`${title} … ${seconds()}`), live ? 1_000 : 10_000);
	let end = 'stopped after';
	try {
		const result = await work();
		end = 'done in';
		return result;
	} finally {
		clearInterval(timer);
		process.stdout.write(`${live ? '\r\x1b[K' : ''}${title}: ${end} ${seconds()}\n`);
	}
}

/** Whether the folder holds what its lock file asks for. npm writes its own record last of all. */
function inSync(folder) {
	try {
		const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
		const record = join(folder, 'node_modules', '.package-lock.json');
		const found = JSON.parse(readFileSync(record, 'utf8')).packages;
		return Object.entries(wanted).every(
			([path, entry]) =>
				path === '' || (found[path] ? found[path].version === entry.version : entry.optional),
		);
	} catch {
		return false;
	}
}

async function npmStep(title, args, cwd, hint = '', env = {}) {
	await step(title, async () => {
		const { code, output } = await npm(args, cwd, env);
		if (code !== 0) {
			throw new PlainError([explainNpm(title, output), hint].filter(Boolean).join('\n'));
		}
	});
}

/** npm tries again for minutes where there is no network; one question without patience tells at once. */
async function requireRegistry(title) {
	const { code, output } = await npm(['ping', '--fetch-retries=0', '--fetch-timeout=20000'], root);
	// A registry that merely knows no ping may still have the packages.
	if (code !== 0 && networkTrouble.test(output)) throw new PlainError(explainNpm(title, output));
}

/** Refuses a Node.js that is too old, in a sentence. */
export function requireNode() {
	const major = Number(process.versions.node.split('.')[0]);
	if (major < 20) {
		throw new PlainError(`Node.js 20 or newer is needed; this is ${process.versions.node}.`);
	}
}

/** The tools of the project: TypeScript, Jest, n8n's core and the Node.js 24 binary. */
export async function installTools() {
	requireNode();
	if (!inSync(root)) {
		const title = 'Installing the tools (about a minute)';
		await requireRegistry(title);
		await npmStep(title, ['ci', '--ignore-scripts'], root);
	}
	if (!existsSync(node24)) await npmStep('Getting Node.js 24', ['rebuild', 'node'], root);
	if (!existsSync(node24)) {
		throw new PlainError('The package "node" has no Node.js 24 binary for this machine.');
	}
}

/** What the lock file of a folder asks for, without running anything of it. */
export async function installFolder(folder, title) {
	if (inSync(folder)) return;
	await requireRegistry(title);
	await npmStep(title, ['ci', '--ignore-scripts'], folder);
}

/** The whole n8n in playground/: 2 GB, so only where it is needed. */
export async function installPlayground() {
	const folder = join(root, 'playground');
	await installN8n(folder, 'Installing n8n (2 GB, two to five minutes, once)');
}

/** A whole n8n in a folder with its lock file. */
export async function installN8n(folder, title) {
	const sqlite = join(folder, 'node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node');
	await installFolder(folder, title);
	if (existsSync(sqlite)) return;
	const arch = `node-${windows ? 'win' : process.platform}-${process.arch}`;
	const headers = [join(nodePackage, 'node_modules', arch), join(root, 'node_modules', arch)].find(
		(place) => existsSync(join(place, 'include', 'node', 'node_api.h')),
	);
	await npmStep(
		'Preparing SQLite (compiled where no ready binary can be had)',
		['rebuild', 'sqlite3'],
		folder,
		'Where SQLite has to be compiled, a C++ compiler, make and Python 3 are needed.',
		headers ? { npm_config_nodedir: headers } : {},
	);
}

/** Whether something listens there. */
export function answers(port, host) {
	return new Promise((resolve) => {
		const socket = connect({ port, host, timeout: 1_000 });
		const done = (result) => (socket.destroy(), resolve(result));
		socket.on('connect', () => done(true));
		socket.on('error', () => done(false));
		socket.on('timeout', () => done(false));
	});
}

function canListen(port) {
	return new Promise((resolve) => {
		const server = createServer();
		server.on('error', () => resolve(false));
		server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)));
	});
}

/** Each port as [number, what needs it, the variable that moves it]; the first taken one is an error. */
export async function requirePorts(ports) {
	for (const [port, what, variable] of ports) {
		if (!Number.isInteger(port) || port < 1 || port > 65_535) {
			throw new PlainError(`${variable} must be a port number between 1 and 65535.`);
		}
		const taken = (await answers(port, '127.0.0.1')) || !(await canListen(port));
		if (taken) {
			throw new PlainError(
				`Port ${port}, which ${what} needs, is taken. Stop the program that uses it, or choose ` +
					`another port: ${variable}=${port + (port > 60_000 ? -100 : 100)} npm start`,
			);
		}
	}
}

/** Runs a command's body; a PlainError ends it with its sentence, anything else with its stack. */
export async function main(body) {
	try {
		process.exitCode = (await body()) ?? 0;
	} catch (error) {
		console.error(error instanceof PlainError ? `\n${error.message}` : error);
		process.exitCode ||= 1;
	}
}
