/**
 * `node scripts/run.js <command> [arguments]`, as package.json calls it: installs what the command needs, builds the
 * package if the command needs it, and starts it under Node.js 24. Arguments go to the program that is started.
 *
 * Programs of their own: adopt.js, cloud.js, generate.ts, load.js, release.js, scan.js. All others are modules of these and of
 * the commands below. Files of this folder that end in .js run without tsx, so what this file loads also runs on a
 * fresh clone. Those that end in .ts make the generated files from the sources of the nodes and the sandbox, and need
 * tsx.
 */
const { compat } = require('./compat');
const { dev } = require('./dev');
const { quick, test } = require('./test');
const { bin, noExperimentalWarning, runNode, withModules } = require('./children');
const { setUp } = require('./setup');
const { main, PlainError } = require('./shared');
const { start } = require('./start');

const tsx = [noExperimentalWarning, '--import', 'tsx'];
const silent = { N8N_LOG_LEVEL: 'silent' };
const jest = (folder) => [bin.jest, '-c', `test/${folder}/jest.config.js`];
const editor = [bin.playwright, 'test', '-c', 'test/e2e'];

/** command → what it needs (see `setUp`) and what it starts, or a function for more than that. */
const commands = {
	start,
	dev,
	test,
	'test:quick': quick,
	'test:compat': compat,
	sandbox: { run: [...tsx, 'sandbox/cli.ts'] },
	'test:server': {
		n8n: true,
		programs: ['postgresql'],
		build: true,
		run: [...withModules, ...jest('server')],
	},
	'test:e2e': { n8n: true, programs: ['chromium'], build: true, run: editor },
	'test:queue': { n8n: true, programs: ['postgresql', 'redis'], build: true, run: jest('queue') },
	'test:kills': {
		n8n: true,
		programs: ['postgresql', 'redis'],
		build: true,
		run: [...tsx, 'test/kills/kills.ts'],
	},
	'test:release': { run: jest('release') },
	'test:soak': { build: true, run: ['--expose-gc', ...tsx, 'test/soak/soak.ts'], env: silent },
	bench: { n8n: true, build: true, run: [...tsx, 'bench/main.ts'], env: silent },
};

void main(async () => {
	const [name, ...args] = process.argv.slice(2);
	if (!Object.hasOwn(commands, name ?? '')) {
		throw new PlainError(`Usage: node scripts/run.js ${Object.keys(commands).join(' | ')}`);
	}
	const command = commands[name];
	if (typeof command === 'function') return await command(args);
	const { run, env, ...needs } = command;
	await setUp(needs);
	return await runNode([...run, ...args], { env });
});
