/**
 * The setup that every command shares. It installs missing parts and only uses Node.js built-ins, because it
 * runs on a fresh clone, under any Node.js from version 20.
 *
 * n8n 2.41 needs Node.js 24. The development dependency `node` brings that binary, so everything else runs
 * under it after the first install.
 */
const { spawn } = require('node:child_process');
const { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
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

/** Kills what is still running after four seconds: npm can ignore a SIGTERM during an install. */
function killLater() {
	const kill = () => {
		for (const child of running) if (child.ownGroup) endChild(child, 'SIGKILL');
	};
	setTimeout(kill, 4_000).unref();
}

/** Ends the children that run beside one that has failed. */
function endChildren() {
	for (const child of running) endChild(child, 'SIGTERM');
	killLater();
}

/** Ends all children, as the user wants. */
function interrupt(signal) {
	process.exitCode = signal === 'SIGINT' ? 130 : 143;
	for (const child of running) endChild(child, child.ownGroup ? 'SIGTERM' : signal);
	if (interrupted) return;
	interrupted = true;
	killLater();
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

const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));

/** Whether the folder contains the packages of its lock file. npm writes its own record last. */
function inSync(folder) {
	try {
		const wanted = readJson(folder, 'package-lock.json').packages;
		const found = readJson(folder, 'node_modules', '.package-lock.json').packages;
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

/**
 * Installs some packages of a lock file that has more, in the versions that it names.
 * @param folder to install them in
 * @param source the folder of the lock file
 * @param names of the packages
 */
async function installPart(folder, title, source, names) {
	if (inSync(folder)) return;
	const { packages } = readJson(source, 'package-lock.json');
	const { overrides } = readJson(source, 'package.json');
	const dependencies = Object.fromEntries(
		names.map((name) => [name, packages[`node_modules/${name}`].version]),
	);
	mkdirSync(folder, { recursive: true });
	cpSync(join(source, 'package-lock.json'), join(folder, 'package-lock.json'));
	// As in the clone: n8n's packages need peers that exclude each other.
	cpSync(join(root, '.npmrc'), join(folder, '.npmrc'));
	const manifest = { private: true, dependencies, overrides };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
	// Not `npm ci`, which refuses a lock file with more packages than the folder needs.
	await installFolder(folder, title, 'install');
}

/** The tools of the project: TypeScript, Jest, n8n's core and the Node.js 24 binary. */
async function installTools() {
	await installFolder(root, 'Installing the tools (about a minute)');
	if (!existsSync(node24)) await npmStep('Installing Node.js 24', ['rebuild', 'node'], root);
	if (!existsSync(node24)) {
		throw new PlainError('The npm package "node" has no Node.js 24 binary for this machine.');
	}
}

const sqliteBinary = join('node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node');

/**
 * The binary of SQLite, the database of n8n. npm downloads it, or compiles it where it can't be had for this machine,
 * which takes minutes. So this has a folder of its own: it does not wait for the installation of n8n.
 * @param source the folder of n8n's lock file
 * @returns the path of the binary
 */
async function prepareSqlite(source) {
	const { version } = readJson(source, 'package-lock.json').packages['node_modules/sqlite3'];
	const folder = join(root, '.data', `sqlite3-${version}`);
	const binary = join(folder, sqliteBinary);
	if (existsSync(binary)) return binary;
	await installPart(folder, 'Installing the sources of SQLite', source, ['sqlite3']);
	const arch = `node-${windows ? 'win' : process.platform}-${process.arch}`;
	const headers = [join(nodePackage, 'node_modules', arch), join(root, 'node_modules', arch)].find(
		(place) => existsSync(join(place, 'include', 'node', 'node_api.h')),
	);
	await npmStep(
		"Preparing SQLite, n8n's database (compiled if there is no binary for this machine, up to two minutes)",
		['rebuild', 'sqlite3'],
		folder,
		'To compile SQLite, install a C++ compiler, make, and Python 3.',
		headers ? { npm_config_nodedir: headers } : {},
	);
	return binary;
}

/**
 * A complete n8n in a folder with its lock file: 2 GB, so only where it is needed.
 * @param tools resolves when the tools are installed, which SQLite needs
 */
async function installN8n(folder, { version = '', tools } = {}) {
	const title = `Installing n8n ${version}(2 GB, two to five minutes, once)`;
	const sqlite = join(folder, sqliteBinary);
	if (inSync(folder) && existsSync(sqlite)) return;
	const prepared = Promise.resolve(tools).then(() => prepareSqlite(folder));
	const [binary] = await Promise.all([prepared, installFolder(folder, title)]);
	cpSync(binary, sqlite, { recursive: true });
}

/**
 * Sets up what a command needs: side by side, unless one part waits for another.
 * @param needs `n8n`: the complete n8n of the playground. `programs`: see programs.js. `build`: `dist`
 */
async function setUp({ n8n = false, programs = [], build = false } = {}) {
	requireNode();
	const tools = installTools();
	const parts = [tools, requirePrograms(...programs)];
	// An image has its own n8n.
	if (n8n && !process.env.N8N_IMAGE) parts.push(installN8n(join(root, 'playground'), { tools }));
	if (build) parts.push(tools.then(() => ensureBuild()));
	try {
		await Promise.all(parts);
	} catch (error) {
		endChildren();
		throw error;
	}
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
	installN8n,
	installPart,
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
