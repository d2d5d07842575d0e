/**
 * `npm run test:compat`: sets up, then the package in the engines of many versions of n8n, and in two
 * complete ones. `-- --engines` or `-- --servers` runs one kind, `-- 1.64.0 1.123.x` those versions.
 */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	installFolder,
	installN8n,
	installPlayground,
	installTools,
	main,
	PlainError,
	root,
	runNode,
} from './setup.mjs';

const sources = join(root, 'test', 'compat');
const cache = join(root, '.data', 'compat');
const versions = JSON.parse(readFileSync(join(sources, 'matrix.json'), 'utf8'));
const newest = versions[versions.length - 1];

/** The versions in the arguments. Default: all. */
function choose(names) {
	const matches = (n8n, name) =>
		name.split('.').every((part, place) => part === 'x' || part === n8n.split('.')[place]);
	for (const name of names) {
		if (versions.some(({ n8n }) => matches(n8n, name))) continue;
		const known = versions.map(({ n8n }) => n8n).join(', ');
		throw new PlainError(`Unknown version ${name}. The matrix contains ${known}.`);
	}
	return versions.filter(
		({ n8n }) => names.length === 0 || names.some((name) => matches(n8n, name)),
	);
}

/** A folder of the cache that is installed as its lock file says, which is kept below test/compat. */
function prepared(source, name) {
	const folder = join(cache, name);
	mkdirSync(folder, { recursive: true });
	for (const file of ['package.json', 'package-lock.json']) {
		cpSync(join(source, file), join(folder, file));
	}
	// As in the clone: n8n's packages need peers that exclude each other.
	cpSync(join(root, 'playground', '.npmrc'), join(folder, '.npmrc'));
	return folder;
}

async function installEngine({ core }) {
	const source = join(sources, 'engines', core);
	if (!existsSync(source)) throw new PlainError(`No lock file found in ${source}.`);
	await installFolder(prepared(source, core), `Installing the engine n8n-core ${core}`);
}

await main(async () => {
	const args = process.argv.slice(2);
	const unknown = args.find(
		(arg) => arg.startsWith('-') && !['--engines', '--servers'].includes(arg),
	);
	if (unknown) throw new PlainError(`Unknown option ${unknown}.`);
	const chosen = choose(args.filter((arg) => !arg.startsWith('-')));
	const engines = args.includes('--servers') && !args.includes('--engines') ? [] : chosen;
	const servers =
		args.includes('--engines') && !args.includes('--servers')
			? []
			: chosen.filter(({ server }) => server);

	await installTools();
	// The project itself has the newest version installed.
	for (const version of engines) if (version !== newest) await installEngine(version);
	for (const { server, n8n } of servers) {
		if (server === 'playground') await installPlayground();
		else {
			const name = server.split('/').at(-1);
			const title = `Installing n8n ${n8n} (2 GB, two to five minutes, once)`;
			await installN8n(prepared(join(sources, name), name), title);
		}
	}
	const code = await runNode([join(root, 'node_modules', 'gulp', 'bin', 'gulp.js')]);
	if (code !== 0) return code;
	const run = [
		...engines.flatMap(({ n8n }) => ['--engine', n8n]),
		...servers.flatMap(({ n8n }) => ['--server', n8n]),
	];
	const quiet = '--disable-warning=ExperimentalWarning';
	return await runNode([quiet, '--import', 'tsx', 'test/compat/main.ts', ...run], { leash: true });
});
