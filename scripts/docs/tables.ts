/** The tables of the nodes, with a line for each file of an operation, an event, or a pick list. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'nodes/AgentSuite/resources';

/**
 * The files of a table, by the end of their names, and the function of `define/` by which they declare what they export, or one of a
 * resource whose name has its words: `defineLeadEvent`.
 */
const kinds = [
	['operations', '.operation', 'Operation'],
	['events', '.event', 'Event'],
	['pickLists', '.pickList', 'PickList'],
];

const note = '// Made by `npm run generate` from the files of this folder.\n';

/** The tables with their paths. @throws for a file that declares nothing */
export const tableFiles = (root: string): Array<[path: string, text: string]> =>
	kinds.map(([name, end, kind]) => {
		const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.map((file) => file.replaceAll('\\', '/'))
			.filter((file) => file.endsWith(`${end}.ts`))
			.sort();
		const lines = files.map((file) => {
			const path = `${folder}/${file}`;
			const text = readFileSync(join(root, path), 'utf8');
			const declaration = new RegExp(`^export const (\\w+) = define\\w*${kind}\\(`, 'm');
			const [, exported] = declaration.exec(text) ?? [];
			if (exported === undefined)
				throw new Error(
					`${path}: export what it declares, such as export const name = define${kind}(…)`,
				);
			return `export { ${exported} } from './${file.replace(/\.ts$/, '')}';\n`;
		});
		return [`${folder}/${name}.ts`, note + lines.join('')];
	});
