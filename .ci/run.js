// Runs everything that a fresh clone must pass. Each command installs what it needs, including apt packages. What takes
// longer runs every night (.github/workflows/nightly.yml). The last line counts tests. A command without tests counts as
// one.
'use strict';
const { spawn } = require('node:child_process');
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { npmCommand, root } = require('../scripts/shared');

const scratch = mkdtempSync(join(tmpdir(), 'agent-suite-ci-'));
const result = join(scratch, 'result.json');

/** Runs an npm script with its output on this terminal. Resolves to whether it succeeded, and its last output. */
function npm(args) {
	console.log(`\n$ npm ${args.join(' ')}`);
	const [file, all, options] = npmCommand(args);
	const child = spawn(file, all, {
		cwd: root,
		stdio: ['ignore', 'pipe', 'inherit'],
		env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: result },
		...options,
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

/** How to have the results of a command written, and how to count them as passed, failed, and skipped. */
const counters = {
	jest: {
		args: ['--json', `--outputFile=${result}`],
		count() {
			const report = JSON.parse(readFileSync(result, 'utf8'));
			const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
			return [report.numPassedTests, failed, report.numPendingTests];
		},
	},
	playwright: {
		args: ['--reporter=list,json'],
		count() {
			const { stats } = JSON.parse(readFileSync(result, 'utf8'));
			return [stats.expected + stats.flaky, stats.unexpected, stats.skipped];
		},
	},
	/** The command prints "N passed, N failed". */
	printed: {
		args: [],
		count(output) {
			const [, passed, failed] = [...output.matchAll(/^(\d+) passed, (\d+) failed/gm)].at(-1);
			return [Number(passed), Number(failed), 0];
		},
	},
	exitCode: { args: [], count: () => [1, 0, 0] },
};

const steps = [
	['test', 'jest', []],
	['test:server', 'jest', ['--testPathIgnorePatterns=/nightly/']],
	['test:e2e', 'playwright', []],
	['test:queue', 'jest', []],
	['test:compat', 'printed', ['--quick']],
	['bench', 'exitCode', ['--smoke']],
	['start', 'exitCode', ['--once']],
];

/** Runs a step. A command that failed before its tests (install, lint, or build) counts as one failure. */
async function run([script, counter, args]) {
	rmSync(result, { force: true });
	const { args: more, count } = counters[counter];
	const { succeeded, output } = await npm(['run', script, '--', ...args, ...more]);
	let counts;
	try {
		counts = count(output);
	} catch {
		return [0, 1, 0];
	}
	const [passed, failed, skipped] = counts;
	return succeeded ? counts : [counter === 'exitCode' ? 0 : passed, Math.max(1, failed), skipped];
}

async function main() {
	const totals = [0, 0, 0];
	const times = [];
	for (const step of steps) {
		const began = Date.now();
		const counts = await run(step);
		counts.forEach((count, index) => (totals[index] += count));
		const seconds = Math.round((Date.now() - began) / 1000);
		times.push(`${step[0]} ${counts[0]} passed, ${counts[1]} failed, ${seconds} s`);
		console.log(times.at(-1));
	}
	rmSync(scratch, { recursive: true, force: true });
	const [passed, failed, skipped] = totals;
	process.exitCode = failed === 0 ? 0 : 1;
	console.log(`\n${times.join('\n')}`);
	console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
}

void main();
