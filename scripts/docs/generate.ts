/**
 * Writes generated files: the start of new operations, the tables of resources/ and the endpoints, then what is made from them. `--check`
 * writes nothing and fails if a file is stale.
 */
import { join } from 'node:path';

import { endpointsTable } from '../../sandbox/generateTypes';
import { checkOperationFiles, newOperationFiles } from './operationFiles';
import { tableFiles } from './tables';
import { root, writeOrFind } from './write';

async function main(): Promise<void> {
	const check = process.argv.includes('--check');
	const endpoints = 'nodes/AgentSuite/model/endpoints.ts';
	const started = await writeOrFind(newOperationFiles(root), check);
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
