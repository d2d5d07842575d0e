/** Reads and writes bench/results.json, and generates docs/performance.md and docs/charts from it. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem, type as system, release } from 'node:os';
import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';

import { rows, type Told } from './rows';

const root = join(__dirname, '..');
const resultsFile = join(__dirname, 'results.json');
const template = join(__dirname, 'performance.template.md');
const document = join(root, 'docs', 'performance.md');
const charts = join(root, 'docs', 'charts');

/** Machine and versions of a measurement. */
export interface Setting {
	/** Day, UTC. */
	day: string;
	cpu: string;
	cores: number;
	memoryGb: number;
	system: string;
	node: string;
	n8n: string;
	package: string;
	/** Load average of one minute at the end of the row. */
	load: number;
}

/** Results by name of the row. */
export type Results = Record<string, { setting: Setting; result: unknown }>;

async function versionIn(folder: string): Promise<string> {
	const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
		version: string;
	};
	return manifest.version;
}

async function settingNow(): Promise<Setting> {
	const load = existsSync('/proc/loadavg') ? await readFile('/proc/loadavg', 'utf8') : '';
	return {
		day: new Date().toISOString().slice(0, 10),
		cpu: cpus()[0].model.trim(),
		cores: cpus().length,
		memoryGb: Math.round(totalmem() / 2 ** 30),
		system: `${system()} ${release().split('-')[0]}`,
		node: process.versions.node,
		n8n: await versionIn(join(root, 'playground', 'node_modules', 'n8n')),
		package: await versionIn(root),
		load: Number(load.split(' ')[0]),
	};
}

export async function readResults(): Promise<Results> {
	if (!existsSync(resultsFile)) return {};
	return JSON.parse(await readFile(resultsFile, 'utf8')) as Results;
}

/** Adds or replaces the result of one row. */
export async function writeResults(name: string, result: unknown): Promise<void> {
	const results = { ...(await readResults()), [name]: { setting: await settingNow(), result } };
	const ordered = Object.fromEntries(
		rows.flatMap((row) => (results[row.name] ? [[row.name, results[row.name]]] : [])),
	);
	const options = { ...(await resolveConfig(resultsFile)), filepath: resultsFile };
	await writeFile(resultsFile, await format(JSON.stringify(ordered), options));
}

function settings(results: Results): string {
	const lines = new Map<string, string[]>();
	for (const { number, name } of rows) {
		if (!(name in results)) continue;
		const { setting: at } = results[name];
		const line =
			`${at.day}, ${at.cpu}, ${at.cores} cores, ${at.memoryGb} GB, ${at.system}, ` +
			`Node.js ${at.node}, n8n ${at.n8n}, this package ${at.package}`;
		lines.set(line, [...(lines.get(line) ?? []), `${number} (load ${at.load})`]);
	}
	return [...lines].map(([line, of]) => `- ${line}: rows ${of.join(', ')}`).join('\n');
}

function goalsTable(told: Told[]): string {
	const lines = told
		.flatMap(({ goals }) => goals)
		.map(({ goal, measured, met }) => `| ${goal} | ${measured} | ${met ? 'yes' : 'no'} |`);
	return ['| Goal | Measured | Met |', '| --- | --- | --- |', ...lines].join('\n');
}

/** Writes the page and the charts. Placeholders without a result say that it was not measured. */
export async function writeReport(results: Results): Promise<void> {
	const told: Told[] = [];
	for (const row of rows) {
		if (row.name in results) told.push(await row.tell(results[row.name].result));
	}
	const parts: Record<string, string> = Object.assign(
		{
			notice:
				'<!-- Written by npm run bench from bench/performance.template.md and bench/results.json. -->',
			goals: goalsTable(told),
			settings: settings(results),
		},
		...told.map((one) => one.parts),
	) as Record<string, string>;
	const text = (await readFile(template, 'utf8')).replace(
		/<!-- ([\w: -]+?) -->/g,
		(_place, name: string) => parts[name] ?? '_Not measured yet._',
	);
	await mkdir(charts, { recursive: true });
	await writeFile(document, text);
	for (const { charts: drawn } of told) {
		for (const [name, svg] of Object.entries(drawn))
			await writeFile(join(charts, `${name}.svg`), svg);
	}
}
