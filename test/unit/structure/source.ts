import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import manifest from '../../../package.json';

export const root = join(__dirname, '../../..');

/** Paths below the root of the project of all files in a folder. */
export function filesIn(folder: string): string[] {
	return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(root, join(entry.parentPath, entry.name)))
		.sort();
}

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

type Matrix = Record<string, Array<string | number>>;

/** The npm scripts that a text calls, with each value of a matrix filled in. */
export function scriptsIn(text: string, matrix: Matrix = {}): string[] {
	const texts = Object.entries(matrix).reduce(
		(all, [name, values]) =>
			all.flatMap((one) => values.map((it) => one.replaceAll(`\${{ matrix.${name} }}`, `${it}`))),
		[text],
	);
	const calls = texts.flatMap((one) => [
		...one.matchAll(/\bnpm (?:run |(?=(?:test|start)\b))([\w:-]+)/g),
	]);
	return [...new Set(calls.map(([, name]) => name))];
}

/** Those of them that package.json does not have. */
export const unknownScripts = (called: string[]) =>
	called.filter((name) => !(name in manifest.scripts));
