import { readFile } from 'node:fs/promises';
import { cpus, release, totalmem, type as system } from 'node:os';
import { join } from 'node:path';

import { root } from '../scripts/shared';

async function versionIn(folder: string): Promise<string> {
	const text = await readFile(join(folder, 'package.json'), 'utf8');
	return (JSON.parse(text) as { version: string }).version;
}

/** The day, this machine, and the versions, for results that are stored. */
export async function machineNow(): Promise<string> {
	const n8n = await versionIn(join(root, 'playground', 'node_modules', 'n8n'));
	return [
		new Date().toISOString().slice(0, 10),
		`${cpus().length} cores of ${cpus()[0].model.trim()}`,
		`${Math.round(totalmem() / 2 ** 30)} GB`,
		`${system()} ${release().split('-')[0]}`,
		`Node.js ${process.versions.node}`,
		`n8n ${n8n}`,
	].join(', ');
}
