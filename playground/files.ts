/** Small helpers over files. */
import { readFileSync } from 'node:fs';

export function readJson<T>(file: string): T {
	return JSON.parse(readFileSync(file, 'utf8')) as T;
}
