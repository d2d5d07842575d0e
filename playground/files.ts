/** Where the playground keeps its data, and how JSON is read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Git ignores it. */
export const dataFolder = join(__dirname, '.data');

export function readJson<T>(file: string): T {
	return JSON.parse(readFileSync(file, 'utf8')) as T;
}
