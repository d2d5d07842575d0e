/** Prints the results of the checks as tables, and keeps them for the README. */

import Table from 'cli-table3';

import { keepRows, keptRows, type Row } from '../../scripts/docs/compatibility';
import { versions } from './versions';

export interface Outcome {
	title: string;
	/** A check of a feature that the version of n8n does not have is skipped. */
	result: 'passed' | 'failed' | 'not in this version';
	/** Why it failed, or the feature that the version of n8n does not have. */
	why?: string;
}

export interface Leg {
	/** The release of n8n. */
	n8n: string;
	/** Only its engine (n8n-core), or all of it. */
	kind: 'engine' | 'server';
	outcomes: Outcome[];
	/** How long it took, ms. */
	ms: number;
}

export function count({ outcomes }: Leg, result: Outcome['result']): number {
	return outcomes.filter((outcome) => outcome.result === result).length;
}

function rowOf(leg: Leg): Row {
	const lacks = leg.outcomes
		.filter(({ result }) => result === 'not in this version')
		.map(({ why }) => why ?? '');
	return {
		n8n: leg.n8n,
		kind: leg.kind,
		passed: count(leg, 'passed'),
		failed: count(leg, 'failed'),
		lacks: [...new Set(lacks)],
	};
}

/** Replaces the stored results of these legs. Drops legs that no longer exist. */
export async function keep(legs: Leg[]): Promise<void> {
	const ran = legs.map(rowOf);
	const rows = versions.flatMap(({ n8n }) =>
		(['engine', 'server'] as const).flatMap((kind) => {
			const same = (row: Row) => row.n8n === n8n && row.kind === kind;
			return ran.find(same) ?? keptRows().find(same) ?? [];
		}),
	);
	await keepRows(rows);
}

const marks = { passed: 'yes', failed: 'FAILED', 'not in this version': '-' };
const plain = { head: [], border: [] };

/** One row per check, one column per version. */
function matrixOf(legs: Leg[]): string {
	const titles = [...new Set(legs.flatMap(({ outcomes }) => outcomes.map(({ title }) => title)))];
	const table = new Table({
		head: ['', ...legs.map(({ n8n }) => n8n)],
		colWidths: [56],
		wordWrap: true,
		style: plain,
	});
	for (const title of titles) {
		const cells = legs.map(({ outcomes }) => {
			const found = outcomes.find((outcome) => outcome.title === title);
			// If the package was not loaded, no check has run.
			return found ? marks[found.result] : '?';
		});
		table.push([title, ...cells]);
	}
	return table.toString();
}

/** The tables, the reasons of failed checks, and one line with the totals. */
export function render(legs: Leg[]): string {
	const parts: string[] = [];
	const kinds = [
		[
			'engine',
			'The engines of n8n (n8n-core). - means that this version does not have the feature',
		],
		['server', 'Complete n8n. - means that this version does not have the feature'],
	] as const;
	for (const [kind, title] of kinds) {
		const some = legs.filter((leg) => leg.kind === kind);
		if (some.length > 0) parts.push(`${title}\n${matrixOf(some)}`);
	}
	const times = new Table({
		head: ['n8n', 'as', 'passed', 'failed', 'not in this version', 'seconds'],
		style: plain,
	});
	for (const leg of legs) {
		const { failed, passed } = rowOf(leg);
		const missing = count(leg, 'not in this version');
		times.push([leg.n8n, leg.kind, passed, failed, missing, Math.round(leg.ms / 1000)]);
	}
	parts.push(times.toString());
	for (const { n8n, kind, outcomes } of legs) {
		for (const { title, result, why } of outcomes) {
			if (result === 'failed') parts.push(`FAILED ${n8n} ${kind}: ${title}\n${why}`);
		}
	}
	const sum = (result: Outcome['result']) =>
		legs.reduce((total, leg) => total + count(leg, result), 0);
	const missing = sum('not in this version');
	const rest = missing > 0 ? `, ${missing} not in that version` : '';
	parts.push(`${sum('passed')} passed, ${sum('failed')} failed${rest}`);
	return parts.join('\n\n');
}
