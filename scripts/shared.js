/**
 * What the commands and the tests share. Only Node.js built-ins, because the commands run on a fresh clone. CommonJS,
 * because Jest loads it too.
 */
const { dirname } = require('node:path');

exports.root = dirname(__dirname);

/** An error with a message for users: it is printed without a stack. */
exports.PlainError = class PlainError extends Error {};

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

/** Shows the progress of a long step: a clock on a terminal, a line every ten seconds elsewhere. */
exports.step = async (title, work) => {
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
};
