/** The results of the version matrix (`npm run test:compat`), for the README. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';

/** The result of one version of n8n. */
export interface Row {
	/** The release of n8n. */
	n8n: string;
	/** Only its engine (n8n-core), or all of it. */
	kind: 'engine' | 'server';
	passed: number;
	failed: number;
	/** Features that this version of n8n does not have. */
	lacks: string[];
}

const file = join(__dirname, 'compatibility.json');

export function keptRows(): Row[] {
	return JSON.parse(readFileSync(file, 'utf8')) as Row[];
}

export async function keepRows(rows: Row[]): Promise<void> {
	const style = await resolveConfig(file);
	await writeFile(file, await format(JSON.stringify(rows), { ...style, parser: 'json' }));
}
