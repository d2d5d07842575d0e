/**
 * What the commands and the tests share. Only Node.js built-ins, because the commands run on a fresh clone. CommonJS,
 * because Jest loads it too.
 */
const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

exports.root = dirname(__dirname);

/** The content of a JSON file, by the parts of its path. */
exports.readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));

/** An error with a message for users: it is printed without a stack. */
exports.PlainError = class PlainError extends Error {};

/** Runs the body of a command. A PlainError is printed as its message, any other error with its stack. */
exports.main = async function main(body) {
	try {
		process.exitCode = (await body()) ?? 0;
	} catch (error) {
		console.error(error instanceof exports.PlainError ? `\n${error.message}` : error);
		process.exitCode ||= 1;
	}
};

/**
 * How to start npm: the npm that started us, or else the one on the PATH.
 * @param args of npm
 * @param runner the Node.js that runs npm's program
 * @returns file, arguments, and options for `spawn`
 */
exports.npmCommand = (args, runner = process.execPath) => {
	const cli = process.env.npm_execpath;
	if (cli?.endsWith('npm-cli.js')) return [runner, [cli, ...args], {}];
	return ['npm', args, { shell: process.platform === 'win32' }];
};

const live = process.stdout.isTTY;
/** The steps in progress, which can be several at a time: title → when it began. */
const inProgress = new Map();
let clock;

const secondsSince = (began) => `${Math.round((Date.now() - began) / 1000)} s`;

/** Shows all steps in progress: in one line that is written again on a terminal, in a line each elsewhere. */
function showProgress() {
	const lines = [...inProgress].map(([title, began]) => `${title} … ${secondsSince(began)}`);
	if (!live) {
		for (const line of lines) console.log(line);
		return;
	}
	const line = lines.join('  ').slice(0, (process.stdout.columns || 80) - 1);
	process.stdout.write(`\r\x1b[K${line}`);
}

/** Shows the progress of a long step: a clock on a terminal, a line every ten seconds elsewhere. */
exports.step = async (title, work) => {
	const began = Date.now();
	inProgress.set(title, began);
	if (live) showProgress();
	else console.log(`${title} …`);
	clock ??= setInterval(showProgress, live ? 1_000 : 10_000);
	let end = 'stopped after';
	try {
		const result = await work();
		end = 'done in';
		return result;
	} finally {
		inProgress.delete(title);
		process.stdout.write(`${live ? '\r\x1b[K' : ''}${title}: ${end} ${secondsSince(began)}\n`);
		if (inProgress.size === 0) {
			clearInterval(clock);
			clock = undefined;
		}
	}
};
