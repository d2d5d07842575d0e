/** Starts the file of each operation of the contract that has none. Who adds the operation completes it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { operations } from '../../sandbox/contract';

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
			return [`nodes/AgentSuite/resources/${resource}/${operation}.operation.ts`, text];
		})
		.filter(([path]) => !existsSync(join(root, path)));
