/**
 * Programs that are not npm packages and that some tests start: each is looked for first, and installed
 * from Debian's packages where that can be done without asking (root, apt-get).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PlainError, step } from './setup.mjs';

const onPath = (...names) =>
	(process.env.PATH ?? '')
		.split(delimiter)
		.flatMap((folder) => names.map((name) => join(folder, name)))
		.find((file) => existsSync(file));

/** PostgreSQL's own programs are not on the PATH under Debian. */
function initdb() {
	const versions = '/usr/lib/postgresql';
	const [version] = existsSync(versions) ? readdirSync(versions).sort().reverse() : [];
	return version ? join(versions, version, 'bin', 'initdb') : onPath('initdb');
}

/** name → Debian packages, and where the program is once it is there. */
const programs = {
	chromium: {
		packages: ['chromium', 'fonts-liberation'],
		find: () => onPath('chromium', 'chromium-browser', 'google-chrome'),
	},
	pngquant: { packages: ['pngquant'], find: () => onPath('pngquant') },
	postgresql: { packages: ['postgresql'], find: initdb },
	redis: { packages: ['redis-server'], find: () => onPath('redis-server') },
};

function aptGet(args) {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	return spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
}

/**
 * Makes sure that the programs are there.
 * @param {Array<keyof typeof programs>} names
 * @returns {Promise<string[]>} the path of each, in the order asked
 * @throws PlainError that says what to install by hand
 */
export async function requirePrograms(...names) {
	const missing = names.filter((name) => !programs[name].find());
	if (missing.length > 0) {
		const packages = missing.flatMap((name) => programs[name].packages);
		if (onPath('apt-get') && process.getuid?.() === 0) {
			await step(`Installing ${packages.join(', ')}`, async () => {
				aptGet(['update']);
				aptGet(['install', '-y', '--no-install-recommends', ...packages]);
			});
		}
		const still = missing.filter((name) => !programs[name].find());
		if (still.length > 0) {
			throw new PlainError(
				`These tests need ${still.join(' and ')}. Install it, on Debian or Ubuntu with: ` +
					`sudo apt-get install ${still.flatMap((name) => programs[name].packages).join(' ')}`,
			);
		}
	}
	return names.map((name) => programs[name].find());
}
