// Runs everything that a fresh clone must pass: the commands of commands.json, which .github/workflows/checks.yml runs,
// too. It first installs what they need, including apt packages. What takes longer runs every night
// (.github/workflows/nightly.yml). The last line counts tests. A command without tests counts as one.
'use strict';
const { spawn } = require('node:child_process');
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { createInterface } = require('node:readline');
const { setUp } = require('../scripts/setup');
const { main, npmCommand, root } = require('../scripts/shared');

/** Commands that run at a time. Those on a complete n8n wait more than they compute. */
const LANES = 3;
/** Characters of what failed that are printed again at the end. */
const SAID_AGAIN = 5000;

const scratch = mkdtempSync(join(tmpdir(), 'agent-suite-ci-'));

/** The arguments of npm, and its script. Those that take long come first, also by waiting, as the queue mode does. */
const commands = JSON.parse(readFileSync(join(__dirname, 'commands.json'), 'utf8')).map((line) => {
	const [first, ...others] = line.split(' ').filter((word) => word !== '--');
	const [script, ...args] = first === 'run' ? others : [first, ...others];
	return { script, args };
});

/** Reads a file that a test runner has written. */
const readResult = (file) => JSON.parse(readFileSync(file, 'utf8'));

const jest = {
	args: (file) => ['--json', `--outputFile=${file}`],
	count(file) {
		const report = readResult(file);
		const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
		return { passed: report.numPassedTests, failed, skipped: report.numPendingTests };
	},
	failures: (file) =>
		readResult(file)
			.testResults.map(({ message }) => message)
			.join(''),
};

/**
 * How the tests of a script are counted: how to have its results written, and how to read them. `failures` is what is
 * repeated at the end, if that isn't the end of the output.
 */
const counters = {
	test: jest,
	'test:server': jest,
	'test:queue': jest,
	'test:e2e': {
		args: () => ['--reporter=list,json'],
		count(file) {
			const { stats } = readResult(file);
			const passed = stats.expected + stats.flaky;
			return { passed, failed: stats.unexpected, skipped: stats.skipped };
		},
	},
	'test:compat': {
		args: () => [],
		/** It prints "N passed, N failed, N skipped". */
		count(_file, output) {
			const line = /^(\d+) passed, (\d+) failed, (\d+) skipped$/gm;
			const [passed, failed, skipped] = [...output.matchAll(line)].at(-1).slice(1).map(Number);
			return { passed, failed, skipped };
		},
	},
};

/** A command without tests. */
const asOne = { args: () => [], count: () => ({ passed: 1, failed: 0, skipped: 0 }) };

/** Runs an npm script. Its lines are printed after its name. Resolves to whether it succeeded, and its last output. */
async function npm(script, args, env) {
	const [file, all, options] = npmCommand(['run', script, '--', ...args]);
	const child = spawn(file, all, {
		cwd: root,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...process.env, ...env },
		...options,
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		createInterface({ input: stream }).on('line', (line) => {
			console.log(`[${script}] ${line}`);
			output = `${output}${line}\n`.slice(-2 * SAID_AGAIN);
		});
	}
	// npm could not be started. `close` follows.
	child.on('error', (error) => console.log(`[${script}] ${error.message}`));
	const code = await new Promise((resolve) => child.on('close', resolve));
	return { succeeded: code === 0, output };
}

/** Runs a command. One that failed before its tests (install, lint, or build) counts as one failure. */
async function run({ script, args }) {
	const file = join(scratch, `${script.replace(':', '-')}.json`);
	const { args: argsFor, count, failures } = counters[script] ?? asOne;
	const began = Date.now();
	const { succeeded, output } = await npm(script, [...args, ...argsFor(file)], {
		PLAYWRIGHT_JSON_OUTPUT_NAME: file,
		// The many starts of n8n, and of the tools, compile their code once.
		NODE_COMPILE_CACHE: join(scratch, 'compiled'),
	});
	const seconds = Math.round((Date.now() - began) / 1000);
	let result = { passed: 0, failed: 1, skipped: 0 };
	let said = output;
	try {
		result = count(file, output);
		// Without a failed test, it is lint, for example.
		if (failures) said = failures(file) || output;
	} catch {
		// There is no result to read, because no test was run.
	}
	if (!succeeded && result.failed === 0) {
		result.failed = 1;
		if (count === asOne.count) result.passed = 0;
	}
	const line = `${script}: ${result.passed} passed, ${result.failed} failed, ${seconds} s`;
	console.log(line);
	return { ...result, line, said };
}

/** Takes one command after the other. The first command of commands.json only needs the tools, any other the programs. */
async function takeAll(waiting, results, installed) {
	while (waiting.length > 0) {
		if (waiting.length < commands.length) await installed;
		const command = waiting.shift();
		if (command) results.push(await run(command));
	}
}

void main(async () => {
	const began = Date.now();
	// What could not be installed fails in the command that needs it, with the reason.
	const installed = setUp(['n8n', 'chromium', 'postgresql', 'redis']).catch((error) =>
		console.error(error.message),
	);
	// Without these, no command can start.
	await setUp(['build']);
	const results = [];
	const waiting = [...commands];
	const lanes = Array.from({ length: LANES }, async () => {
		await takeAll(waiting, results, installed);
	});
	await Promise.all(lanes);
	rmSync(scratch, { recursive: true, force: true });
	const sum = (name) => results.reduce((total, result) => total + result[name], 0);
	const minutes = ((Date.now() - began) / 60_000).toFixed(1);
	// Again, because the lines of others stand between a failure and the end.
	for (const { line, failed, said } of results) {
		if (failed > 0) console.log(`\n${line}\n${said.slice(-SAID_AGAIN)}`);
	}
	console.log(`\n${results.map(({ line }) => line).join('\n')}\n${minutes} minutes`);
	const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
	console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
	return sum('failed') === 0 ? 0 : 1;
});
