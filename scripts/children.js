/**
 * The programs that a command starts: under Node.js 24, ended with the command, and by Ctrl+C. Only Node.js built-ins,
 * because the commands run on a fresh clone.
 */
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { delimiter, dirname, join } = require('node:path');
const { npmCommand, PlainError, root } = require('./shared');

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

/** Hides Node.js's warnings of features that can still change. */
const noExperimentalWarning = '--disable-warning=ExperimentalWarning';
/** Options of Node.js for Jest: n8n's Engine 2.0 and the proxy of the stand-ins are ES modules, which it only loads so. */
const withModules = ['--experimental-vm-modules', noExperimentalWarning];

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

module.exports = {
	bin,
	endChildren,
	noExperimentalWarning,
	node24,
	nodePackage,
	npm,
	runNode,
	runNodeQuietly,
	windows,
	withModules,
};
