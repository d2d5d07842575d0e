/**
 * Installs what a fresh clone lacks, from the lock files: the tools, a complete n8n, or a part of one. Nothing is installed
 * twice.
 */
const { spawn } = require('node:child_process');
const { cpSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { npmCommand, PlainError, readJson, root, step } = require('../shared');

const windows = process.platform === 'win32';
const nodePackage = join(root, 'node_modules', 'node');
/** The Node.js that n8n needs, which the development dependency `node` brings. */
const node24 = join(nodePackage, 'bin', windows ? 'node.exe' : 'node');

const stopped = new AbortController();
/** Ends every npm that is running. */
const stop = () => stopped.abort();

/** By default, npm retries for more than a minute per package. That is too long to find out that there is no network. */
const quiet =
	'--no-audit --no-fund --no-update-notifier --loglevel=error --fetch-retries=3 --fetch-retry-mintimeout=2000 --fetch-retry-maxtimeout=10000';

/** Runs npm in a folder, without its output. @throws PlainError with the end of the output if it fails */
async function npm(title, args, cwd, { hint = '', env = {} } = {}) {
	// This process can be running on the Node.js 24 that `npm ci` has just removed.
	const runner = [node24, process.execPath].find(existsSync) ?? 'node';
	const [file, all, options] = npmCommand([...args, ...quiet.split(' ')], runner);
	await step(title, async () => {
		const child = spawn(file, all, {
			cwd,
			stdio: ['ignore', 'pipe', 'pipe'],
			env: { ...process.env, ...env },
			signal: stopped.signal,
			...options,
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (part) => (output += part));
		const code = await new Promise((resolve, reject) => {
			child.on('error', reject);
			child.on('close', resolve);
		});
		if (code === 0) return;
		const tail = output.trim().split('\n').slice(-15).join('\n  ');
		throw new PlainError(`${title} failed. Output of npm:\n  ${tail}${hint && `\n${hint}`}`);
	});
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

/**
 * Installs the packages of a folder's lock file, without running their scripts.
 * @param command of npm: `ci`, or `install` for a part of the lock file
 */
async function installFolder(folder, title, command = 'ci') {
	if (!inSync(folder)) await npm(title, [command, '--ignore-scripts'], folder);
}

/** Sets npm up as in the clone: n8n's packages need peers that exclude each other. */
function copyNpmConfig(folder) {
	cpSync(join(root, '.npmrc'), join(folder, '.npmrc'));
}

/**
 * Installs some packages of a lock file that has more, in the versions that it names.
 * @param {string} folder to install them in
 * @param {string} title
 * @param {string} source the folder of the lock file
 * @param {string[]} names of the packages
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

async function installMissingTools() {
	await installFolder(root, 'Installing the tools (about a minute)');
	if (!existsSync(node24)) await npm('Installing Node.js 24', ['rebuild', 'node'], root);
}

let installed;
/** The tools of the project: TypeScript, Jest, n8n's core and the Node.js 24 binary. Every call waits for the same. */
const installTools = () => (installed ??= installMissingTools());

const sqliteBinary = join('node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node');

/**
 * The binary of SQLite, the database of n8n. npm downloads it, or compiles it where it can't be had for this machine,
 * which takes minutes. So this has a folder of its own: it does not wait for the installation of n8n.
 * @param source the folder of n8n's lock file
 * @param tools resolves when the tools are installed, which have the headers of Node.js
 * @returns the path of the binary
 */
async function prepareSqlite(source, tools) {
	const { version } = readJson(source, 'package-lock.json').packages['node_modules/sqlite3'];
	const folder = join(root, '.data', `sqlite3-${version}`);
	const binary = join(folder, sqliteBinary);
	if (existsSync(binary)) return binary;
	await installPart(folder, 'Installing the sources of SQLite', source, ['sqlite3']);
	await tools;
	const arch = `node-${windows ? 'win' : process.platform}-${process.arch}`;
	const headers = [join(nodePackage, 'node_modules', arch), join(root, 'node_modules', arch)].find(
		(place) => existsSync(join(place, 'include', 'node', 'node_api.h')),
	);
	await npm(
		"Preparing SQLite, n8n's database (compiled if there is no binary for this machine, up to two minutes)",
		['rebuild', 'sqlite3'],
		folder,
		{
			hint: 'To compile SQLite, install a C++ compiler, make, and Python 3.',
			env: {
				...(headers && { npm_config_nodedir: headers }),
				// With all cores, and without the optimizations of a release, which take almost half of the time.
				CFLAGS: '-O1',
				CXXFLAGS: '-O1',
				JOBS: 'max',
			},
		},
	);
	return binary;
}

/**
 * A complete n8n in a folder with its lock file: 2 GB, so only where it is needed.
 * @param {string} folder
 * @param {{ version?: string, tools?: Promise<void> }} options `tools` resolves when the tools are installed, which SQLite needs
 */
async function installN8n(folder, { version = '', tools } = {}) {
	const title = `Installing n8n ${version}(2 GB, two to five minutes, once)`;
	const sqlite = join(folder, sqliteBinary);
	if (inSync(folder) && existsSync(sqlite)) return;
	const [binary] = await Promise.all([prepareSqlite(folder, tools), installFolder(folder, title)]);
	cpSync(binary, sqlite, { recursive: true });
}

module.exports = { copyNpmConfig, installN8n, installPart, installTools, node24, stop };
