/** Starts the file of each operation of the contract that has none. Who adds the operation completes it. And checks the others. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { operations } from '../../sandbox/contract';

const folder = 'nodes/AgentSuite/resources';

/** The words of a name: "seoPlatform" has "seo" and "platform". */
const wordsOf = (name: string) => name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** n8n's word for a list is Get Many. */
const verbsOf = (operation: string) =>
	operation === 'getAll' ? ['get', 'many'] : wordsOf(operation);

/** The missing files with their paths. @param root the folder of the clone */
export const newOperationFiles = (root: string): Array<[path: string, text: string]> =>
	operations
		.map(({ operationId, summary }): [string, string] => {
			const [resource, operation] = operationId.split('.');
			const verbs = verbsOf(operation);
			const text = `import { defineOperation } from '../../define/defineOperation';
import { ${resource}Resource } from './resource';

export const ${resource}${capitalized(operation)} = defineOperation(${resource}Resource, '${operation}', {
	name: '${verbs.map(capitalized).join(' ')}',
	action: '${capitalized([...verbs, ...wordsOf(resource)].join(' '))}',
	description: ${JSON.stringify(summary)},
});
`;
			return [`${folder}/${resource}/${operation}.operation.ts`, text];
		})
		.filter(([path]) => !existsSync(join(root, path)));

/**
 * Checks the names of operation files before they are loaded, which would fail without saying why.
 * @throws for the first that has no resource, or is not in the contract, with what to do
 */
export function checkOperationFiles(root: string): void {
	const known: string[] = operations.map(({ operationId }) => operationId);
	const declaredIn = (path: string, declaration: RegExp) =>
		declaration.exec(readFileSync(join(root, path), 'utf8'))?.[1];
	const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
	for (const file of files.filter((name) => name.endsWith('.operation.ts')).sort()) {
		const path = `${folder}/${file.replaceAll('\\', '/')}`;
		const ofResource = path.replace(/[^/]+$/, 'resource.ts');
		if (!existsSync(join(root, ofResource)))
			throw new Error(`${ofResource}: add the resource, as in ${folder}/billing/resource.ts.`);
		const resource = declaredIn(ofResource, /defineResource\('(\w+)'/);
		const operation = declaredIn(path, /defineOperation\(\w+, '(\w+)'/);
		const id = `${resource}.${operation}`;
		if (!known.includes(id))
			throw new Error(
				`${path}: sandbox/openapi.yaml has no operationId '${id}', only ${known.join(', ')}. Add it there, or correct the names in this file and in ${ofResource}.`,
			);
	}
}
