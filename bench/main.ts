/**
 * `npm run bench`: compares this package with its alternatives, row by row, and writes bench/results.json,
 * docs/performance.md, and docs/charts.
 */
import { parseArgs } from 'node:util';

import { startLeanServer } from './child';
import { BenchN8n } from './n8n';
import { readResults, writeReport, writeResults } from './report';
import type { Bench } from './row';
import { rows } from './rows';

const help = `npm run bench [-- options]

  --row <number>  one row (can be given several times). The others keep their figures
  --rounds <n>    number of rounds, instead of the row's own
  --smoke         runs every row with few requests, to check that it works. Writes nothing
  --cpu-prof      keep the raw CPU profiles of row 2 below bench/results
  --report        only writes the document again from bench/results.json
  --help          this text

Rows:
${rows.map(({ number, name }) => `  ${number}  ${name}`).join('\n')}`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			row: { type: 'string', multiple: true, default: [] },
			rounds: { type: 'string' },
			smoke: { type: 'boolean', default: false },
			'cpu-prof': { type: 'boolean', default: false },
			report: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return console.log(help);
	if (values.report) return await writeReport(await readResults());
	const wanted = new Set(values.row.map(Number));
	const chosen = rows.filter(({ number }) => wanted.size === 0 || wanted.has(number));
	if (chosen.length === 0) throw new Error(`There is no such row.\n\n${help}`);

	let n8n: Promise<BenchN8n> | undefined;
	const server = await startLeanServer();
	const began = Date.now();
	const bench: Bench = {
		smoke: values.smoke,
		rounds: (normal) => (values.smoke ? 1 : Number(values.rounds ?? normal)),
		keepProfiles: values['cpu-prof'],
		n8n: async () => await (n8n ??= BenchN8n.start()),
		server,
		say: (line) =>
			console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(5)} s  ${line}`),
	};
	const cleanUp = async () => {
		await (await n8n?.catch(() => undefined))?.stop();
		await server.stop();
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
	}
	try {
		for (const row of chosen) {
			bench.say(`row ${row.number}: ${row.name}`);
			const result = await row.measure(bench);
			// After each row, so that an interrupted run keeps its results.
			if (!bench.smoke) await writeResults(row.name, result);
			const { goals } = await row.tell(result);
			if (bench.smoke) continue;
			for (const { goal, measured, met } of goals) {
				bench.say(`  ${met ? 'met' : 'NOT met'}: ${goal}: ${measured}`);
			}
		}
	} finally {
		await cleanUp();
	}
	if (!bench.smoke) await writeReport(await readResults());
	bench.say('done');
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
