/** The table of `npm run test:kills`, and the part of docs/maintainers/testing.md about its stored result. */
import { bullets, code, table } from './markdown';

/** What arrived in a workflow, in a polling mode of n8n, in queue mode, or in all of them. */
export interface KillsRow {
	workflow: string;
	polling: string;
	records: number;
	kills: number;
	/** Executions that were stopped. */
	stops: number;
	lost: number;
	repeated: number;
	/** From the creation of a record to its first write. */
	seconds: { median: number; nineOfTen: number; longest: number };
}

/** The rows of all modes together. */
export const EVERYWHERE = 'all';

/** test/kills/result.json */
export interface KillsResult {
	command: string;
	/** Where and when, and how busy it was in the end. */
	machine: string;
	load: number;
	rows: KillsRow[];
}

export function killsTable(rows: KillsRow[]): string {
	const head = [
		...['Workflow', 'Polling', 'Records', 'Kills', 'Stops', 'Lost', 'Repeated'],
		...['Median (s)', '9 of 10 within (s)', 'Longest (s)'],
	];
	const lines = rows.map(({ seconds: { median, nineOfTen, longest }, ...row }) => {
		const { workflow, polling, records, kills, stops, lost, repeated } = row;
		const counts = [records, kills, stops, lost, repeated, median, nineOfTen, longest];
		return [workflow, polling, ...counts.map(String)];
	});
	return table(head, lines);
}

function inWords({ workflow, records, kills, lost, repeated, seconds }: KillsRow): string {
	const counts = `${lost} of ${records} records lost, ${repeated} repeated, ${kills} kills`;
	return `${workflow}: ${counts}, written after ${seconds.median} s (median), at most ${seconds.longest} s`;
}

export function killsPart({ command, machine, load, rows }: KillsResult): string {
	if (rows.length === 0) return 'Not measured yet.';
	const lines = rows.filter(({ polling }) => polling === EVERYWHERE).map(inWords);
	return bullets([...lines, `${code(command)}, ${machine}, load ${load}`]);
}
