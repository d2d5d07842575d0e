/**
 * `npm run test:compat`: the engine tests in the n8n-core of older versions of n8n, tests of a complete n8n of those
 * versions with every recipe that runs there, and n8n's Engine 2.0. The newest version is that of the project itself, where
 * `npm test` and `npm run test:server` run the same tests. `-- 1.123.x` runs one version, `-- --quick` the most important
 * tests of the engines.
 */
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import playground from '../../playground/package.json';
import { copyNpmConfig, installN8n, installPart } from '../setup/install';
import { main, PlainError, readJson, root } from '../shared';
import { QUICK_FILES } from './affected';
import { runNode, withModules } from './programs';

/** A version of test/compat/matrix.json, or the one that all other commands test. */
interface Version {
	n8n: string;
	/** Its n8n-core, which the newest one has in the project itself. */
	core?: string;
	/** Whether a complete n8n of it is tested. */
	server?: boolean;
	/** What it lacks, with the names of the tests that cannot pass for that reason. */
	lacks?: Record<string, string[]>;
}

interface Counts {
	passed: number;
	failed: number;
	skipped: number;
}

/** The counts of a suite, the names of its tests, and of those that were skipped. */
interface Result extends Counts {
	tests: string[];
	left: string[];
}

const sources = join(root, 'test', 'compat');
const cache = join(root, '.data', 'compat');
const newest: Version = { n8n: playground.dependencies.n8n };
const versions = [...(readJson(sources, 'matrix.json') as Version[]), newest];

/**
 * The tests of a complete n8n: operations, the trigger in the only polling mode that older versions have, and all recipes.
 * A recipe that needs a newer n8n is skipped by its name, or is tested to need it.
 */
const serverFiles = [
	'operations',
	'triggerDefault',
	'recipes',
	'examples',
	'alerts',
	'leadSync',
	'hostileLeads',
	'persons',
	'days',
	'mcp',
].map((name) => `test/server/(nightly/)?${name}.test`);

/** The versions in the arguments. Default: all. */
function choose(names: string[]) {
	const matches = (n8n: string, name: string) =>
		name.split('.').every((part, index) => part === 'x' || part === n8n.split('.')[index]);
	for (const name of names) {
		if (versions.some(({ n8n }) => matches(n8n, name))) continue;
		const known = versions.map(({ n8n }) => n8n).join(', ');
		throw new PlainError(`Unknown version ${name}. The matrix contains ${known}.`);
	}
	return versions.filter(
		({ n8n }) => names.length === 0 || names.some((name) => matches(n8n, name)),
	);
}

/** Installs only n8n-core and n8n-workflow, in the versions of the lock file, which can be that of a complete n8n. */
async function installEngine({ n8n, core = '' }: Version) {
	const title = `Installing the engine of n8n ${n8n}`;
	await installPart(join(cache, core), title, join(sources, n8n), ['n8n-core', 'n8n-workflow']);
}

/** The folder of a complete n8n, which can have the same version as an engine. */
const serverFolder = ({ n8n }: Version) => join(cache, `n8n-${n8n}`);

async function installServer(version: Version) {
	const { n8n } = version;
	const folder = serverFolder(version);
	mkdirSync(folder, { recursive: true });
	for (const file of ['package.json', 'package-lock.json']) {
		cpSync(join(sources, n8n, file), join(folder, file));
	}
	copyNpmConfig(folder);
	await installN8n(folder, { version: `${n8n} ` });
}

/** Tests of a version that can't pass there, because it lacks what they test. */
const outside = ({ lacks = {} }: Version) => {
	const names = Object.values(lacks).flat();
	return names.length === 0 ? [] : ['-t', `^(?!.*(${names.join('|')}))`];
};

/** Fails if a test that a version cannot pass was renamed or removed, so that the matrix stays true. */
function checkLacks({ n8n, lacks = {} }: Version, tests: string[]) {
	for (const name of Object.values(lacks).flat()) {
		if (tests.some((test) => new RegExp(name).test(test))) continue;
		throw new PlainError(`No test of n8n ${n8n} is named "${name}". Correct matrix.json.`);
	}
}

/** Prints which tests a version has skipped: how many for what it lacks, and others by name. */
function printSkipped({ n8n, lacks = {} }: Version, skipped: string[]) {
	const because = new Map<string, number>();
	for (const test of skipped) {
		const [what = test] =
			Object.entries(lacks).find(([, names]) =>
				names.some((name) => new RegExp(name).test(test)),
			) ?? [];
		because.set(what, (because.get(what) ?? 0) + 1);
	}
	for (const [what, count] of because) console.log(`n8n ${n8n} skips ${count}: ${what}`);
}

/** Jest's own report. */
interface Report {
	numPassedTests: number;
	numFailedTests: number;
	numRuntimeErrorTestSuites: number;
	testResults: Array<{ assertionResults: Array<{ status: string; fullName: string }> }>;
}

/** Runs a suite of Jest. A suite that did not run has failed. */
async function suite(title: string, args: string[], env: NodeJS.ProcessEnv): Promise<Result> {
	console.log(`\n${title}`);
	const file = join(cache, 'result.json');
	mkdirSync(cache, { recursive: true });
	rmSync(file, { force: true });
	await runNode([...withModules, ...args, '--json', `--outputFile=${file}`], { env });
	if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, tests: [], left: [] };
	const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = readJson(
		file,
	) as Report;
	const results = testResults.flatMap((one) => one.assertionResults);
	const left = results.filter(({ status }) => status === 'pending');
	return {
		passed: numPassedTests,
		failed: numFailedTests + numRuntimeErrorTestSuites,
		skipped: left.length,
		tests: results.map(({ fullName }) => fullName),
		left: left.map(({ fullName }) => fullName),
	};
}

interface Kind {
	applies(version: Version): boolean;
	install(version: Version): Promise<void>;
	run(version: Version, files: string[]): Promise<Result>;
}

/** What to test of a version: the engine tests, those of a complete n8n, and those of Engine 2.0. */
const kinds: Record<string, Kind> = {
	engine: {
		applies: (version) => version !== newest,
		install: installEngine,
		run: (version, files) =>
			suite(
				`The engine of n8n ${version.n8n}`,
				['-c', 'test/compat/jest.config.js', ...outside(version), ...files],
				{ COMPAT_ENGINE: join(cache, version.core ?? ''), N8N_LOG_LEVEL: 'silent' },
			),
	},
	server: {
		applies: ({ server = false }) => server,
		install: installServer,
		run: (version) =>
			suite(
				`A complete n8n ${version.n8n}`,
				['-c', 'test/server/jest.config.js', ...outside(version), ...serverFiles],
				{ COMPAT_SERVER: serverFolder(version) },
			),
	},
	'engine 2.0': {
		applies: (version) => version === newest,
		install: async () => undefined,
		run: ({ n8n }) => suite(`Engine 2.0 of n8n ${n8n}`, ['-c', 'test/compat/jest.config.js'], {}),
	},
};

async function compat(args: string[]) {
	const [flags, names] = [true, false].map((flag) =>
		args.filter((arg) => arg.startsWith('-') === flag),
	);
	const quick = flags.includes('--quick');
	const unknown = flags.find((flag) => flag !== '--quick');
	if (unknown) throw new PlainError(`Unknown option ${unknown}.`);
	const rows: Array<Counts & { n8n: string; kind: string; minutes: string }> = [];
	for (const version of choose(names)) {
		const seen: string[] = [];
		const skipped: string[] = [];
		for (const [kind, { applies, install, run }] of Object.entries(kinds)) {
			if (!applies(version) || (quick && kind === 'server')) continue;
			await install(version);
			const began = Date.now();
			const { tests, left, ...counts } = await run(version, quick ? QUICK_FILES : []);
			const minutes = ((Date.now() - began) / 60_000).toFixed(1);
			seen.push(...tests);
			skipped.push(...left);
			rows.push({ n8n: version.n8n, kind, ...counts, minutes });
		}
		if (!quick) checkLacks(version, seen);
		printSkipped(version, skipped);
	}
	const sum = (name: keyof Counts) => rows.reduce((total, row) => total + row[name], 0);
	console.table(rows);
	console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
	return sum('failed') > 0 || rows.length === 0 ? 1 : 0;
}

void main(() => compat(process.argv.slice(2)));
