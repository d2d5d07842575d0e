/** `npm run bench`: compares this package with its alternatives, row by row. `-- --help` lists the options. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { root } from '../scripts/shared';
import { packPackage, unpackPackage } from '../playground/package';
import { BenchN8n } from './n8n';
import { startLeanServer } from './processes';
import { saveLines, writePage } from './report';
import { OTHER, OURS, type Bench, type Build } from './row';
import { quickRows, rows } from './rows';

const help = `npm run bench [-- options]

  --row <name>        one row (can be given several times). The others keep their figures
  --rounds <n>        number of rounds, instead of the row's own
  --against <folder>  measures the built package of that folder, too, by turns. Writes nothing
  --smoke             runs the quick rows with few requests, to check that they work. Writes nothing
  --page              only writes the page again
  --help              this text

Variants alternate, on a complete n8n unless the row says otherwise. Rows:
${rows.map(({ name, title, how }) => `\n  ${name}: ${title}\n    ${how}`).join('')}`;

/** Instances of n8n that were started. */
const started: Array<Promise<BenchN8n>> = [];

function buildOf(name: string, folder: string, source = folder): Build {
	let n8n: Promise<BenchN8n> | undefined;
	const start = () => {
		const own = new BenchN8n(source);
		n8n = own.start().then(() => own);
		started.push(n8n);
		return n8n;
	};
	return { name, folder, n8n: async () => await (n8n ?? start()) };
}

/** The other build, unpacked where its imports lead to the same packages as those of this build. */
async function otherBuild(source: string): Promise<Build> {
	const folder = join(root, '.data', 'bench-against');
	unpackPackage(packPackage(source), folder);
	return buildOf(OTHER, folder, source);
}

/** @throws Error unless it is a whole number from 1 */
function readRounds(given: string): number {
	if (!/^[1-9]\d*$/.test(given))
		throw new Error(`--rounds needs a whole number from 1, not ${given}.`);
	return Number(given);
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			row: { type: 'string', multiple: true, default: [] },
			rounds: { type: 'string' },
			against: { type: 'string' },
			smoke: { type: 'boolean', default: false },
			page: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return console.log(help);
	if (values.page) return await writePage();
	const unknown = values.row.find((wanted) => !rows.some(({ name }) => name === wanted));
	if (unknown !== undefined) throw new Error(`There is no row ${unknown}.\n\n${help}`);
	const chosen =
		values.row.length > 0
			? rows.filter(({ name }) => values.row.includes(name))
			: values.smoke
				? quickRows
				: rows;
	const rounds = values.rounds === undefined ? undefined : readRounds(values.rounds);
	const writes = !values.smoke && values.against === undefined;

	const server = await startLeanServer();
	const cleanUp = async () => {
		const all = await Promise.allSettled(started);
		await Promise.all(
			all.map(async (one) => one.status === 'fulfilled' && (await one.value.stop())),
		);
		await server.stop();
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
	}
	const began = performance.now();
	const seconds = () => ((performance.now() - began) / 1000).toFixed(0).padStart(5);
	const bench: Bench = {
		smoke: values.smoke,
		rounds: (normal) => (values.smoke ? 1 : (rounds ?? normal)),
		builds: [buildOf(OURS, root)],
		server,
		say: (line) => console.log(`${seconds()} s  ${line}`),
	};
	try {
		if (values.against !== undefined) bench.builds.push(await otherBuild(values.against));
		for (const { name, title, measure } of chosen) {
			bench.say(title);
			const lines = await measure(bench);
			for (const { what, ours, others, goal } of lines) {
				bench.say(`  ${[what, ours, others].filter(Boolean).join(' | ')}`);
				if (!goal || values.smoke) continue;
				bench.say(`    ${goal.met ? 'met' : 'NOT met'}: ${goal.text}: ${goal.measured}`);
			}
			// After each row, so that an interrupted run keeps its results.
			if (writes) await saveLines(name, lines);
		}
	} finally {
		await cleanUp();
	}
	if (writes) await writePage();
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
