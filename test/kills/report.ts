/** Counts what arrived in each workflow, and stores the result of a run in a file. */
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';

import { machineNow } from '../../bench/machine';
import { EVERYWHERE, type KillsResult, type KillsRow } from '../../scripts/docs/kills';
import { killsPictures } from '../../scripts/docs/killsPicture';
import { root } from '../../scripts/shared';
import type { Account } from './account';

/** What arrived in a workflow in one mode. */
export interface Counted extends Account {
	mode: string;
	title: string;
	kills: number;
	stops: number;
}

function rowOf(polling: string, counted: Counted[]): KillsRow {
	const sum = (count: (one: Counted) => number) =>
		counted.reduce((all, one) => all + count(one), 0);
	const seconds = counted.flatMap((one) => one.seconds).sort((left, right) => left - right);
	const at = (part: number) =>
		Number((seconds[Math.floor(part * (seconds.length - 1))] ?? 0).toFixed(1));
	return {
		workflow: counted[0].title,
		polling,
		records: sum((one) => one.records),
		kills: sum((one) => one.kills),
		stops: sum((one) => one.stops),
		lost: sum((one) => one.lost.length),
		repeated: sum((one) => one.repeated.length),
		seconds: { median: at(0.5), nineOfTen: at(0.9), longest: at(1) },
	};
}

/** One row per workflow and mode, and one over all modes. */
export function rowsOf(counted: Counted[]): KillsRow[] {
	return [...new Set(counted.map(({ title }) => title))].flatMap((title) => {
		const own = counted.filter((one) => one.title === title);
		return [...own.map((one) => rowOf(one.mode, [one])), rowOf(EVERYWHERE, own)];
	});
}

/** Stores the result, and its pictures for the README. */
export async function saveResult(file: string, command: string, rows: KillsRow[]): Promise<void> {
	const load = Number(loadavg()[0].toFixed(1));
	const result: KillsResult = { command, machine: await machineNow(), load, rows };
	await writeFile(file, `${JSON.stringify(result, null, '\t')}\n`);
	for (const [path, text] of killsPictures(result)) await writeFile(join(root, path), text);
}
