// Everything a fresh clone has to pass: `npm test`, the tests on a complete n8n, then `npm start -- --once`.
// Each installs what it needs itself. The last line counts Jest's tests, and the start as one more.
'use strict';
const { spawnSync } = require('node:child_process');
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { createServer } = require('node:net');
const { tmpdir } = require('node:os');
const { dirname, join } = require('node:path');

const root = dirname(__dirname);
const scratch = mkdtempSync(join(tmpdir(), 'agent-suite-ci-'));

function npm(args, env = {}) {
	console.log(`\n$ npm ${args.join(' ')}`);
	const options = {
		cwd: root,
		stdio: ['ignore', 'inherit', 'inherit'],
		env: { ...process.env, ...env },
	};
	return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' }).status === 0;
}

/** Ports nobody listens on, so that a playground that is open elsewhere does not matter. */
async function freePorts(names) {
	const servers = names.map(() => createServer());
	await Promise.all(
		servers.map((server) => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))),
	);
	const ports = servers.map((server) => String(server.address().port));
	await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
	return Object.fromEntries(names.map((name, index) => [name, ports[index]]));
}

/** Runs Jest through an npm script, and counts what it reports; what never got that far has failed once. */
function jest(script, files = []) {
	const report = join(scratch, `${script.replace(/\W/g, '-')}.json`);
	const succeeded = npm(['run', script, '--', ...files, '--json', `--outputFile=${report}`]);
	try {
		const result = JSON.parse(readFileSync(report, 'utf8'));
		const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
		return {
			passed: result.numPassedTests,
			failed: succeeded ? failed : Math.max(1, failed),
			skipped: result.numPendingTests,
		};
	} catch {
		// Jest was not reached: lint, types or build failed.
		return { passed: 0, failed: 1, skipped: 0 };
	}
}

async function main() {
	// Not the trigger's: five minutes, and what n8n does after a SIGKILL is not the same every time.
	const results = [jest('test'), jest('test:server', ['operations', 'examples', 'postgres'])];
	const ports = await freePorts([
		'PLAYGROUND_PORT',
		'PLAYGROUND_BROKER_PORT',
		'PLAYGROUND_SANDBOX_PORT',
	]);
	const started = npm(['start', '--', '--once'], ports);
	results.push({ passed: Number(started), failed: Number(!started), skipped: 0 });
	rmSync(scratch, { recursive: true, force: true });
	const sum = (name) => results.reduce((total, result) => total + result[name], 0);
	process.exitCode = sum('failed') === 0 ? 0 : 1;
	const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
	console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
}

void main();
