/** Small helpers over files. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export function readJson<T>(file: string): T {
	return JSON.parse(readFileSync(file, 'utf8')) as T;
}

/** One hash over files and folders, by name and content, in a fixed order. Missing ones count as empty. */
export function hashOf(paths: string[], base: string): string {
	const hash = createHash('sha256');
	const add = (path: string): void => {
		const full = join(base, path);
		if (!existsSync(full)) return;
		if (statSync(full).isDirectory()) {
			for (const name of readdirSync(full).sort()) add(join(path, name));
			return;
		}
		hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
	};
	for (const path of paths) add(path);
	return hash.digest('hex');
}
