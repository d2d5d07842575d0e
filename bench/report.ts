/** Reads and writes bench/results.json, and generates the table of docs/maintainers/testing.md from it and the rows. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';

import { bullets, code, table, withParts } from '../scripts/docs/markdown';
import { root } from '../scripts/shared';
import { machineNow } from './machine';
import type { Line } from './row';
import { rows } from './rows';

const resultsFile = join(__dirname, 'results.json');
const pageFile = join(root, 'docs', 'maintainers', 'testing.md');

/** Results by name of the row. `machine` says where and when, `load` how busy it was in the end. */
type Results = Record<string, { machine: string; load: number; lines: Line[] }>;

async function readResults(): Promise<Results> {
	if (!existsSync(resultsFile)) return {};
	return JSON.parse(await readFile(resultsFile, 'utf8')) as Results;
}

/** Adds or replaces the lines of one row. */
export async function saveLines(name: string, lines: Line[]): Promise<void> {
	const load = Number(loadavg()[0].toFixed(1));
	const results = {
		...(await readResults()),
		[name]: { machine: await machineNow(), load, lines },
	};
	const ordered = rows.flatMap((row) => (results[row.name] ? [[row.name, results[row.name]]] : []));
	const options = { ...(await resolveConfig(resultsFile)), filepath: resultsFile };
	await writeFile(resultsFile, await format(JSON.stringify(Object.fromEntries(ordered)), options));
}

/** The lowest and the highest value, which are in bench/results.json and too much for a table, and counts of zero. */
const TOO_MUCH = / \([\d.,]+–[\d.,]+\)|, 0 (?:refused|tokens wasted)/g;

/** The cells of a line on the page, in medians. The goals are in bench/results.json too: the page only says if one is missed. */
function cells({ what, ours, others = '', goal }: Line): string[] {
	const missed = goal && !goal.met ? ` (goal missed: ${goal.text})` : '';
	return [what, `${ours.replaceAll(TOO_MUCH, '')}${missed}`, others.replaceAll(TOO_MUCH, '')];
}

/** The machines. With several, each names its rows. */
function machines(results: Results): string[] {
	const namesOf = new Map<string, string[]>();
	for (const { name } of rows) {
		if (!(name in results)) continue;
		const { machine } = results[name];
		namesOf.set(machine, [...(namesOf.get(machine) ?? []), name]);
	}
	const all = [...namesOf];
	return all.map(([machine, names]) =>
		all.length === 1 ? machine : `${machine}: ${names.map(code).join(', ')}`,
	);
}

/** Breaks a paragraph into lines of at most 128 characters. */
function wrapped(text: string, indent = ''): string {
	return text.replace(/(.{1,125})(?:\s+|$)/g, `$1\n${indent}`).trimEnd();
}

/** Writes the table on the page, from bench/results.json. */
export async function writePage(): Promise<void> {
	const results = await readResults();
	const figures = rows.flatMap(({ name, title }) => [
		[`**${title}**, \`${name}\`${name in results ? ` (load ${results[name].load})` : ''}`],
		...(results[name]?.lines ?? [{ what: 'not measured yet', ours: '' }]).map(cells),
	]);
	const bench = [
		table(['Measured', 'Agent Suite', 'In comparison'], figures),
		bullets(machines(results).map((line) => wrapped(line, '  '))),
	].join('\n\n');
	await writeFile(pageFile, withParts(await readFile(pageFile, 'utf8'), { bench }, pageFile));
}
