// Runs everything that a fresh clone must pass. Each command installs what it needs, including apt packages. The last
// line counts tests. A command without tests counts as one.
'use strict';
const { spawn } = require('node:child_process');
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { createServer } = require('node:net');
const { tmpdir } = require('node:os');
const { dirname, join } = require('node:path');

const root = dirname(__dirname);
const scratch = mkdtempSync(join(tmpdir(), 'agent-suite-ci-'));
const windows = process.platform === 'win32';

/** Runs an npm script with its output on this terminal. Resolves to whether it succeeded, and its output. */
function npm(args, env = {}) {
	console.log(`\n$ npm ${args.join(' ')}`);
	const child = spawn('npm', args, {
		cwd: root,
		stdio: ['ignore', 'pipe', 'inherit'],
		env: { ...process.env, ...env },
		shell: windows,
	});
	let output = '';
	child.stdout.on('data', (chunk) => {
		process.stdout.write(chunk);
		output = (output + chunk).slice(-10_000);
	});
	return new Promise((resolve) =>
		child.on('close', (code) => resolve({ succeeded: code === 0, output })),
	);
}

/** A command that failed before its tests (install, lint, or build) counts as one failure. */
function tally(succeeded, passed, failed, skipped = 0) {
	return { passed, failed: succeeded ? failed : Math.max(1, failed), skipped };
}

function report(file, read, succeeded) {
	let result;
	try {
		result = JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return tally(succeeded, 0, 1);
	}
	return tally(succeeded, ...read(result));
}

async function jest(script, files = []) {
	const file = join(scratch, `${script.replace(/\W/g, '-')}.json`);
	const args = ['run', script, '--', ...files, '--json', `--outputFile=${file}`];
	const { succeeded } = await npm(args);
	const read = (result) => [
		result.numPassedTests,
		result.numFailedTests + result.numRuntimeErrorTestSuites,
		result.numPendingTests,
	];
	return report(file, read, succeeded);
}

async function playwright(script) {
	const file = join(scratch, 'playwright.json');
	const args = ['run', script, '--', '--reporter=list,json'];
	const { succeeded } = await npm(args, { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
	const read = ({ stats }) => [stats.expected + stats.flaky, stats.unexpected, stats.skipped];
	return report(file, read, succeeded);
}

/** Runs a command that ends with "N passed, N failed". */
async function counting(script, args) {
	const { succeeded, output } = await npm(['run', script, '--', ...args]);
	const found = [...output.matchAll(/^(\d+) passed, (\d+) failed/gm)].at(-1);
	return found ? tally(succeeded, Number(found[1]), Number(found[2])) : tally(succeeded, 0, 1);
}

async function single(args, env) {
	const { succeeded } = await npm(args, env);
	return tally(succeeded, Number(succeeded), 0);
}

/** Free ports, so that a running playground does not interfere. */
async function freePorts(names) {
	const servers = names.map(() => createServer());
	await Promise.all(
		servers.map((server) => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))),
	);
	const ports = servers.map((server) => String(server.address().port));
	await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
	return Object.fromEntries(names.map((name, index) => [name, ports[index]]));
}

const steps = [
	async () => await jest('test'),
	// `npm run test:server` also runs the nightly tests, which take minutes longer.
	async () => await jest('test:server', ['--testPathIgnorePatterns=/nightly/']),
	async () => await playwright('test:e2e'),
	async () => await jest('test:queue'),
	// The oldest and newest versions, and those around a major release. The whole matrix takes minutes longer.
	async () => await counting('test:compat', ['--engines', '1.49.0', '1.123.x', '2.0.0', '2.41.1']),
	async () => await counting('test:soak', ['--seconds', '30']),
	async () => await single(['run', 'bench', '--', '--smoke']),
	async () => {
		const names = ['PLAYGROUND_PORT', 'PLAYGROUND_BROKER_PORT', 'PLAYGROUND_SANDBOX_PORT'];
		return await single(['start', '--', '--once'], await freePorts(names));
	},
];

async function main() {
	const total = { passed: 0, failed: 0, skipped: 0 };
	for (const step of steps) {
		const began = Date.now();
		const result = await step();
		for (const name of Object.keys(total)) total[name] += result[name];
		const seconds = Math.round((Date.now() - began) / 1000);
		console.log(`${result.passed} passed, ${result.failed} failed; ${seconds} s`);
	}
	rmSync(scratch, { recursive: true, force: true });
	process.exitCode = total.failed === 0 ? 0 : 1;
	const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
	console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
}

void main();
