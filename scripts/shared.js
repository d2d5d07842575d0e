/** What the commands and the tests share. Only Node.js built-ins, because the setup runs on a fresh clone. */
const { spawnSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

exports.root = dirname(__dirname);

/** The content of a JSON file, by the parts of its path. */
exports.readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));

/** An error with a message for users: it is printed without a stack. */
exports.PlainError = class PlainError extends Error {};

/**
 * Runs the body of a command. A PlainError is printed as its message, any other error with its stack.
 * @param {() => unknown} body returns the exit code, or nothing for 0
 */
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
 * @param {string[]} args of npm
 * @param {string} runner the Node.js that runs npm's program
 * @returns {[string, string[], { shell?: boolean }]} file, arguments, and options for `spawn`
 */
exports.npmCommand = (args, runner = process.execPath) => {
	const cli = process.env.npm_execpath;
	if (cli?.endsWith('npm-cli.js')) return [runner, [cli, ...args], {}];
	return ['npm', args, { shell: process.platform === 'win32' }];
};

/**
 * Prints how long a step takes.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 */
exports.step = async (title, work) => {
	const began = Date.now();
	console.log(`${title} …`);
	const result = await work();
	console.log(`${title}: done in ${Math.round((Date.now() - began) / 1000)} s`);
	return result;
};

/**
 * Runs git in the clone. Returns its output.
 * @param {string[]} args
 * @throws PlainError if it fails, with the given message
 */
exports.git = (args, message = `git ${args.join(' ')} failed. Run this in a clone, with git.`) => {
	const { status, stdout, stderr } = spawnSync('git', args, {
		cwd: exports.root,
		encoding: 'utf8',
	});
	if (status !== 0) throw new exports.PlainError(`${message}\n${stderr ?? ''}`.trim());
	return stdout.trim();
};
