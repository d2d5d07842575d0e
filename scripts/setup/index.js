/**
 * `node scripts/setup [needs] -- <command>`, as package.json calls it: installs what the command needs, then runs it under
 * Node.js 24. Needs: `n8n`, the complete n8n of the playground, `build`, an up-to-date `dist`, and the programs of
 * programs.js. The tools are always installed.
 *
 * This folder runs on a fresh clone, under any Node.js from version 20, so it only uses Node.js built-ins.
 */
const { spawn } = require('node:child_process');
const { delimiter, dirname, join } = require('node:path');
const ensureBuild = require('../package/ensureBuild');
const { main, PlainError, root } = require('../shared');
const { installN8n, installTools, node24, stop } = require('./install');
const { requirePrograms } = require('./programs');

const windows = process.platform === 'win32';

/**
 * Sets up what a command needs: side by side, unless one part waits for another.
 * @param {string[]} needs
 * @throws PlainError that says what could not be installed
 */
async function setUp(needs) {
	const [major] = process.versions.node.split('.');
	if (Number(major) < 20) {
		throw new PlainError(
			`Node.js ${process.versions.node} is too old. Install Node.js 20 or later.`,
		);
	}
	const own = ['n8n', 'build'];
	const tools = installTools();
	const parts = [tools, requirePrograms(...needs.filter((need) => !own.includes(need)))];
	// An image has its own n8n.
	if (needs.includes('n8n') && !process.env.N8N_IMAGE) {
		parts.push(installN8n(join(root, 'playground'), { tools }));
	}
	if (needs.includes('build')) parts.push(tools.then(() => ensureBuild()));
	process.on('SIGTERM', stop);
	try {
		await Promise.all(parts);
	} finally {
		process.off('SIGTERM', stop);
	}
}

/** Runs a command on this terminal, with the programs of the tools, until it ends. Returns its exit code. */
async function run([file, ...args]) {
	const path = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
	const first = [dirname(node24), join(root, 'node_modules', '.bin')].join(delimiter);
	const child = spawn(file, args, {
		cwd: root,
		stdio: 'inherit',
		shell: windows,
		env: { ...process.env, [path]: `${first}${delimiter}${process.env[path] ?? ''}` },
	});
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
		process.on(signal, () => child.kill(signal));
	// npm sends a signal to the shell of the script, and some shells exit without passing it on.
	const parent = process.ppid;
	const orphaned = () => !windows && process.ppid !== parent && child.kill('SIGTERM');
	if (process.env.npm_lifecycle_event) setInterval(orphaned, 500).unref();
	return await new Promise((resolve, reject) => {
		child.on('error', (error) =>
			reject(new PlainError(`Could not start ${file}: ${error.message}`)),
		);
		child.on('close', (code) => resolve(code ?? 1));
	});
}

if (require.main === module) {
	void main(async () => {
		const [, , ...args] = process.argv;
		const at = args.indexOf('--');
		try {
			await setUp(args.slice(0, at));
		} catch (error) {
			stop();
			throw error;
		}
		return await run(args.slice(at + 1));
	});
}

module.exports = { setUp };
