/**
 * Programs that some tests start and that are not npm packages. Missing ones are installed from the packages of
 * Debian or Ubuntu, as root or with a sudo that asks for no password.
 */
const { spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const { existsSync, readdirSync } = require('node:fs');
const { delimiter, join } = require('node:path');
const { PlainError, step } = require('../shared');

const onPath = (...names) =>
	(process.env.PATH ?? '')
		.split(delimiter)
		.flatMap((folder) => names.map((name) => join(folder, name)))
		.find((file) => existsSync(file));

/** Debian does not add PostgreSQL's programs to the PATH. */
function initdb() {
	const versions = '/usr/lib/postgresql';
	const found = existsSync(versions) ? readdirSync(versions) : [];
	const newestFirst = found.sort((a, b) => Number(b) - Number(a));
	// A version with only the client has no initdb.
	const files = newestFirst.map((version) => join(versions, version, 'bin', 'initdb'));
	return files.find((file) => existsSync(file)) ?? onPath('initdb');
}

/** name → Debian packages, and the path of the installed program. */
const programs = {
	chromium: {
		packages: ['chromium', 'fonts-liberation'],
		find: () => onPath('chromium', 'chromium-browser', 'google-chrome'),
	},
	pngquant: { packages: ['pngquant'], find: () => onPath('pngquant') },
	postgresql: { packages: ['postgresql'], find: initdb },
	redis: { packages: ['redis-server'], find: () => onPath('redis-server') },
};

/** Prefix of apt-get, or undefined if this user cannot install anything. */
function installer() {
	if (!onPath('apt-get')) return undefined;
	if (process.getuid?.() === 0) return [];
	const sudo = ['sudo', '--non-interactive'];
	const asksNothing = onPath('sudo') && spawnSync(sudo[0], [sudo[1], 'true']).status === 0;
	return asksNothing ? sudo : undefined;
}

/** Runs apt-get until it has ended. Whether it succeeded shows in the programs that are there then. */
async function aptGet(prefix, args) {
	// sudo does not pass the environment on.
	const [file, ...all] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq'];
	const child = spawn(file, [...all, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
	await once(child, 'close');
}

/**
 * Installs missing programs.
 * @param {Array<keyof typeof programs>} names
 * @returns {Promise<string[]>} their paths, in the same order
 * @throws PlainError that names the packages to install manually
 */
async function requirePrograms(...names) {
	const missing = names.filter((name) => !programs[name].find());
	if (missing.length > 0) {
		const packages = missing.flatMap((name) => programs[name].packages);
		const prefix = installer();
		if (prefix) {
			await step(`Installing ${packages.join(', ')}`, async () => {
				await aptGet(prefix, ['update']);
				await aptGet(prefix, ['install', '-y', '--no-install-recommends', ...packages]);
			});
		}
		const still = missing.filter((name) => !programs[name].find());
		if (still.length > 0) {
			throw new PlainError(
				`This command needs ${still.join(' and ')}. On Debian or Ubuntu, run: ` +
					`sudo apt-get install ${still.flatMap((name) => programs[name].packages).join(' ')}`,
			);
		}
	}
	return names.map((name) => programs[name].find());
}

module.exports = { requirePrograms };
