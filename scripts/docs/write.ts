/** Writes generated files, or only finds those that are stale. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

export const root = join(__dirname, '../..');

/** Writes the changed files, or only finds them. Returns their paths. */
export async function writeOrFind(files: Array<[path: string, text: string]>, check: boolean) {
	const stale: string[] = [];
	for (const [path, text] of files) {
		const file = join(root, path);
		if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
		stale.push(relative(root, file));
		if (check) continue;
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, text);
	}
	return stale;
}
