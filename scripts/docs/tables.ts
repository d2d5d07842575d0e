/** The tables of the nodes, with a line for each file of an operation, an event, or a pick list. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'nodes/AgentSuite/resources';

/** The files of a table, by the end of their names, and the function of `define/` by which they declare what they export. */
const kinds = [
	['operations', '.operation', 'defineOperation'],
	['events', '.event', 'defineEvent'],
	['pickLists', '.pickList', 'definePickList'],
];

const note = '// Made by `npm run generate` from the files of this folder.\n';

/** The tables with their paths. @throws for a file that declares nothing */
export const tableFiles = (root: string): Array<[path: string, text: string]> =>
	kinds.map(([name, end, define]) => {
		const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.map((file) => file.replaceAll('\\', '/'))
			.filter((file) => file.endsWith(`${end}.ts`))
			.sort();
		const lines = files.map((file) => {
			const path = `${folder}/${file}`;
			const text = readFileSync(join(root, path), 'utf8');
			const [, exported] = new RegExp(`^export const (\\w+) = ${define}\\(`, 'm').exec(text) ?? [];
			if (exported === undefined)
				throw new Error(
					`${path}: export what it declares, such as export const name = ${define}(…)`,
				);
			return `export { ${exported} } from './${file.replace(/\.ts$/, '')}';\n`;
		});
		return [`${folder}/${name}.ts`, note + lines.join('')];
	});
