/**
 * The setup that every command shares. It installs missing parts and only uses Node.js built-ins, because it
 * runs on a fresh clone, under any Node.js from version 20.
 *
 * n8n 2.41 needs Node.js 24. The development dependency `node` brings that binary, so everything else runs
 * under it after the first install.
 */
const { spawn } = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');
const { createServer, connect } = require('node:net');
const { delimiter, dirname, join } = require('node:path');
const ensureBuild = require('./ensureBuild');
const { requirePrograms } = require('./programs');
const { npmCommand, PlainError, root, step } = require('./shared');

const windows = process.platform === 'win32';
const bins = {
	depcruise: 'dependency-cruiser/bin/dependency-cruiser.mjs',
	eslint: 'eslint/bin/eslint.js',
	gulp: 'gulp/bin/gulp.js',
	jest: 'jest/bin/jest.js',
	playwright: '@playwright/test/cli.js',
	prettier: 'prettier/bin/prettier.cjs',
	tsc: 'typescript/bin/tsc',
};
/** The programs of the tools, as arguments of Node.js. */
const bin = Object.fromEntries(
	Object.entries(bins).map(([name, file]) => [name, join(root, 'node_modules', file)]),
);

const nodePackage = join(root, 'node_modules', 'node');
/** The Node.js 24 that the development dependency `node` brings. */
const node24 = join(nodePackage, 'bin', windows ? 'node.exe' : 'node');

/** Child processes that are still running, so that Ctrl+C can end each of them by its id. */
const running = new Set();
let interrupted = false;

/** Ends a child and its children: on POSIX systems it leads a process group. */
function endChild(child, signal) {
	try {
		if (windows || !child.ownGroup) child.kill(signal);
		else process.kill(-child.pid, signal);
	} catch {
		// It has ended already.
	}
}

/** Ends all children. npm can ignore a SIGTERM during an install, so SIGKILL follows. */
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

// npm sends a signal to the shell of the script, and some shells exit without passing it on. So under npm, a
// missing parent means stop.
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

/** Starts a child, remembers it until it ends, and resolves with its exit code and output. */
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
			reject(new PlainError(`Could not start ${command}: ${error.message}`));
		});
		child.on('close', (code, signal) => {
			running.delete(child);
			if (interrupted && quiet) reject(new PlainError('Stopped.'));
			else resolve({ code: code ?? (signal ? 1 : 0), output });
		});
	});
}

/**
 * Runs a program of this project with its output on this terminal, under Node.js 24 or the given one. With a
 * leash, a message channel that closes when this process ends, the program ends too.
 */
async function runNode(args, { leash = false, env = {}, node = node24 } = {}) {
	const { code } = await start(node, args, { leash, env: childEnvironment(env) });
	return code;
}

/** Runs a program of this project beside others, and resolves with its output so that lines don't mix. */
async function runNodeQuietly(args, { env = {}, node = node24 } = {}) {
	return await start(node, args, { quiet: true, env: childEnvironment(env) });
}

/** Runs npm without output on the terminal. */
function npm(args, cwd, env) {
	const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
	// By default, npm retries for more than a minute per package. That is too long to find out that there is no network.
	quiet.push(
		'--fetch-retries=3',
		'--fetch-retry-mintimeout=2000',
		'--fetch-retry-maxtimeout=10000',
	);
	// This process can be running on the Node.js 24 that `npm ci` has just removed.
	const runner = [node24, process.execPath].find(existsSync) ?? 'node';
	const [file, all, options] = npmCommand([...args, ...quiet], runner);
	return start(file, all, { quiet: true, cwd, env: childEnvironment(env), ...options });
}

const networkTrouble =
	/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|network request to/;

/** Turns npm's output into a message with the cause and the next step. */
function explainNpm(what, output) {
	if (/ENOSPC/.test(output)) {
		return `${what} failed: the disk is full. The playground needs about 3 GB.`;
	}
	if (networkTrouble.test(output)) {
		return (
			`${what} failed: could not connect to the npm registry. Check the network, and the proxy and ` +
			`registry settings of npm. Then run the command again.`
		);
	}
	if (/EACCES|EPERM/.test(output)) {
		return `${what} failed: npm cannot write to this folder. Check its owner, then try again.`;
	}
	const tail = output.trim().split('\n').slice(-15).join('\n  ');
	return `${what} failed. Output of npm:\n  ${tail || '(none)'}`;
}

/** Whether the folder contains the packages of its lock file. npm writes its own record last. */
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

/** Without a network, npm retries for minutes. A single ping without retries fails immediately. */
async function requireRegistry(title) {
	const { code, output } = await npm(['ping', '--fetch-retries=0', '--fetch-timeout=20000'], root);
	// A registry without ping can still have the packages.
	if (code !== 0 && networkTrouble.test(output)) throw new PlainError(explainNpm(title, output));
}

/** @throws PlainError if Node.js is too old */
function requireNode() {
	const major = Number(process.versions.node.split('.')[0]);
	if (major < 20) {
		throw new PlainError(
			`Node.js ${process.versions.node} is too old. Install Node.js 20 or later.`,
		);
	}
}

/**
 * Installs the packages of a folder's lock file, without running their scripts.
 * @param command of npm: `ci`, or `install` for a part of the lock file
 */
async function installFolder(folder, title, command = 'ci') {
	if (inSync(folder)) return;
	await requireRegistry(title);
	await npmStep(title, [command, '--ignore-scripts'], folder);
}

/** The tools of the project: TypeScript, Jest, n8n's core and the Node.js 24 binary. */
async function installTools() {
	requireNode();
	await installFolder(root, 'Installing the tools (about a minute)');
	if (!existsSync(node24)) await npmStep('Installing Node.js 24', ['rebuild', 'node'], root);
	if (!existsSync(node24)) {
		throw new PlainError('The npm package "node" has no Node.js 24 binary for this machine.');
	}
}

/** A complete n8n in a folder with its lock file: 2 GB, so only where it is needed. */
async function installN8n(folder, version = '') {
	const title = `Installing n8n ${version}(2 GB, two to five minutes, once)`;
	const sqlite = join(folder, 'node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node');
	await installFolder(folder, title);
	if (existsSync(sqlite)) return;
	const arch = `node-${windows ? 'win' : process.platform}-${process.arch}`;
	const headers = [join(nodePackage, 'node_modules', arch), join(root, 'node_modules', arch)].find(
		(place) => existsSync(join(place, 'include', 'node', 'node_api.h')),
	);
	await npmStep(
		'Preparing SQLite (compiles it if there is no binary for this machine)',
		['rebuild', 'sqlite3'],
		folder,
		'To compile SQLite, install a C++ compiler, make, and Python 3.',
		headers ? { npm_config_nodedir: headers } : {},
	);
}

/**
 * Sets up what a command needs.
 * @param needs `n8n`: the complete n8n of the playground. `programs`: see programs.js. `build`: `dist`
 */
async function setUp({ n8n = false, programs = [], build = false } = {}) {
	await installTools();
	// An image has its own n8n.
	if (n8n && !process.env.N8N_IMAGE) await installN8n(join(root, 'playground'));
	await requirePrograms(...programs);
	if (build) ensureBuild();
}

/** Whether something listens there. */
function answers(port, host) {
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

/** @throws PlainError for the first port in use. Each port is [number, its user, the variable that changes it]. */
async function requirePorts(ports) {
	for (const [port, what, variable] of ports) {
		if (!Number.isInteger(port) || port < 1 || port > 65_535) {
			throw new PlainError(`${variable} must be a port number between 1 and 65535.`);
		}
		const taken = (await answers(port, '127.0.0.1')) || !(await canListen(port));
		if (taken) {
			throw new PlainError(
				`Port ${port} for ${what} is in use. Stop the program that uses it, or choose another ` +
					`port: ${variable}=${port + (port > 60_000 ? -100 : 100)} npm start`,
			);
		}
	}
}

/** Runs the body of a command. A PlainError is printed as its message, any other error with its stack. */
async function main(body) {
	try {
		process.exitCode = (await body()) ?? 0;
	} catch (error) {
		console.error(error instanceof PlainError ? `\n${error.message}` : error);
		process.exitCode ||= 1;
	}
}

module.exports = {
	answers,
	bin,
	explainNpm,
	installFolder,
	installN8n,
	inSync,
	main,
	node24,
	PlainError,
	requireNode,
	requirePorts,
	root,
	runNode,
	runNodeQuietly,
	setUp,
};
