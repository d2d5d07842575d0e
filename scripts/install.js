/**
 * Installs what a fresh clone lacks, from the lock files: the tools, a complete n8n, or a part of one. Nothing is installed
 * twice.
 */
const { cpSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { node24, nodePackage, npm, windows } = require('./children');
const { PlainError, readJson, root, step } = require('./shared');

const networkTrouble =
	/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|network request to/;

/** Turns npm's output into a message with the cause and the next step. */
function explainNpm(what, output) {
	if (/ENOSPC/.test(output)) {
		return `${what} failed: the disk is full. The playground needs about 3 GB.`;
	}
	if (networkTrouble.test(output)) {
		return (
			`${what} failed: could not connect to the npm registry. Check the network, and the proxy and ` +
			`registry settings of npm. Then run the command again.`
		);
	}
	if (/EACCES|EPERM/.test(output)) {
		return `${what} failed: npm cannot write to this folder. Check its owner, then try again.`;
	}
	const tail = output.trim().split('\n').slice(-15).join('\n  ');
	return `${what} failed. Output of npm:\n  ${tail || '(none)'}`;
}

/** Whether the folder contains the packages of its lock file. npm writes its own record last. */
function inSync(folder) {
	try {
		const wanted = readJson(folder, 'package-lock.json').packages;
		const found = readJson(folder, 'node_modules', '.package-lock.json').packages;
		return Object.entries(wanted).every(
			([path, entry]) =>
				path === '' || (found[path] ? found[path].version === entry.version : entry.optional),
		);
	} catch {
		return false;
	}
}

async function npmStep(title, args, cwd, hint = '', env = {}) {
	await step(title, async () => {
		const { code, output } = await npm(args, cwd, env);
		if (code !== 0) {
			throw new PlainError([explainNpm(title, output), hint].filter(Boolean).join('\n'));
		}
	});
}

/** Without a network, npm retries for minutes. A single ping without retries fails immediately. */
async function requireRegistry(title) {
	const { code, output } = await npm(['ping', '--fetch-retries=0', '--fetch-timeout=20000'], root);
	// A registry without ping can still have the packages.
	if (code !== 0 && networkTrouble.test(output)) throw new PlainError(explainNpm(title, output));
}

/**
 * Installs the packages of a folder's lock file, without running their scripts.
 * @param command of npm: `ci`, or `install` for a part of the lock file
 */
async function installFolder(folder, title, command = 'ci') {
	if (inSync(folder)) return;
	await requireRegistry(title);
	await npmStep(title, [command, '--ignore-scripts'], folder);
}

/** Sets npm up as in the clone: n8n's packages need peers that exclude each other. */
function copyNpmConfig(folder) {
	cpSync(join(root, '.npmrc'), join(folder, '.npmrc'));
}

/**
 * Installs some packages of a lock file that has more, in the versions that it names.
 * @param folder to install them in
 * @param source the folder of the lock file
 * @param names of the packages
 */
async function installPart(folder, title, source, names) {
	if (inSync(folder)) return;
	const { packages } = readJson(source, 'package-lock.json');
	const { overrides } = readJson(source, 'package.json');
	const dependencies = Object.fromEntries(
		names.map((name) => [name, packages[`node_modules/${name}`].version]),
	);
	mkdirSync(folder, { recursive: true });
	cpSync(join(source, 'package-lock.json'), join(folder, 'package-lock.json'));
	copyNpmConfig(folder);
	const manifest = { private: true, dependencies, overrides };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
	// Not `npm ci`, which refuses a lock file with more packages than the folder needs.
	await installFolder(folder, title, 'install');
}

/** The tools of the project: TypeScript, Jest, n8n's core and the Node.js 24 binary. */
async function installTools() {
	await installFolder(root, 'Installing the tools (about a minute)');
	if (!existsSync(node24)) await npmStep('Installing Node.js 24', ['rebuild', 'node'], root);
	if (!existsSync(node24)) {
		throw new PlainError('The npm package "node" has no Node.js 24 binary for this machine.');
	}
}

const sqliteBinary = join('node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node');

/**
 * The binary of SQLite, the database of n8n. npm downloads it, or compiles it where it can't be had for this machine,
 * which takes minutes. So this has a folder of its own: it does not wait for the installation of n8n.
 * @param source the folder of n8n's lock file
 * @returns the path of the binary
 */
async function prepareSqlite(source) {
	const { version } = readJson(source, 'package-lock.json').packages['node_modules/sqlite3'];
	const folder = join(root, '.data', `sqlite3-${version}`);
	const binary = join(folder, sqliteBinary);
	if (existsSync(binary)) return binary;
	await installPart(folder, 'Installing the sources of SQLite', source, ['sqlite3']);
	const arch = `node-${windows ? 'win' : process.platform}-${process.arch}`;
	const headers = [join(nodePackage, 'node_modules', arch), join(root, 'node_modules', arch)].find(
		(place) => existsSync(join(place, 'include', 'node', 'node_api.h')),
	);
	await npmStep(
		"Preparing SQLite, n8n's database (compiled if there is no binary for this machine, up to two minutes)",
		['rebuild', 'sqlite3'],
		folder,
		'To compile SQLite, install a C++ compiler, make, and Python 3.',
		headers ? { npm_config_nodedir: headers } : {},
	);
	return binary;
}

/**
 * A complete n8n in a folder with its lock file: 2 GB, so only where it is needed.
 * @param tools resolves when the tools are installed, which SQLite needs
 */
async function installN8n(folder, { version = '', tools } = {}) {
	const title = `Installing n8n ${version}(2 GB, two to five minutes, once)`;
	const sqlite = join(folder, sqliteBinary);
	if (inSync(folder) && existsSync(sqlite)) return;
	const prepared = Promise.resolve(tools).then(() => prepareSqlite(folder));
	const [binary] = await Promise.all([prepared, installFolder(folder, title)]);
	cpSync(binary, sqlite, { recursive: true });
}

module.exports = { copyNpmConfig, explainNpm, installN8n, installPart, installTools };
