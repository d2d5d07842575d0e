/**
 * Writes generated files: the start of new operations, the tables of resources/ and the endpoints, then what is made from them. `--check`
 * writes nothing and fails if a file is stale.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';

import { operations } from '../../sandbox/contract';
import { endpointsTable } from '../../sandbox/generateTypes';
import {
	checkContract,
	checkOperationFiles,
	newOperationFiles,
	withStarted,
} from './operationFiles';
import { checkCopies, tableFiles } from './tables';
import { root, writeOrFind } from './write';

/** A source in the style of the project. */
async function formatted([path, source]: [string, string]): Promise<[string, string]> {
	const filepath = join(root, path);
	return [path, await format(source, { ...(await resolveConfig(filepath)), filepath })];
}

async function main(): Promise<void> {
	const check = process.argv.includes('--check');
	const endpoints = 'nodes/AgentSuite/model/endpoints.ts';
	checkContract(operations);
	const files = newOperationFiles(root);
	const changelog = withStarted(
		await readFile(join(root, 'CHANGELOG.md'), 'utf8'),
		files.map(([path]) => path),
	);
	const started = await writeOrFind(
		[...(await Promise.all(files.map(formatted))), ['CHANGELOG.md', changelog]],
		check,
	);
	checkCopies(root);
	const tables = await writeOrFind(
		[...tableFiles(root), [endpoints, await endpointsTable(join(root, endpoints))]],
		check,
	);
	checkOperationFiles(root);
	// Not before, because it imports the tables.
	const { generate } = await import('./generated');
	await generate([...started, ...tables], check);
}

void main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	console.error('Correct this, then run `npm run generate` again.');
	process.exitCode = 1;
});
