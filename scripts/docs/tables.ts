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

/** The files of a kind, by the end of their names, with their texts. */
const filesOf = (root: string, end: string): Array<[file: string, text: string]> =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.map((file) => file.replaceAll('\\', '/'))
		.filter((file) => file.endsWith(`${end}.ts`))
		.sort()
		.map((file) => [file, readFileSync(join(root, folder, file), 'utf8')]);

/** What each file has for itself, but a copied one still has of the other, by the end of their names, and where it stands. */
const own: Array<[end: string, what: string, declaration: RegExp]> = [
	['.operation', 'export', /^export const (\w+) = define/m],
	['.operation', 'operation', /defineOperation\((\w+, '\w+')/],
	['.event', 'export', /^export const (\w+) = define/m],
	['.event', 'event', /\bevent: '(\w+)'/],
	['.pickList', 'export', /^export const (\w+) = define/m],
	['.pickList', 'method', /\bmethod: '(\w+)'/],
	// Not that of a part, which is further in.
	['.watchedList', 'name', /^export const .*?^\t{1,2}name: '(\w+)'/ms],
];

/**
 * Before the files are loaded, which would fail without naming them, or take one for the other.
 * @throws for what a copied file still has of another one
 */
export function checkCopies(root: string): void {
	const wrong = own.flatMap(([end, what, declaration]) => {
		const first = new Map<string, string>();
		return filesOf(root, end).flatMap(([file, text]) => {
			const [, declared] = declaration.exec(text) ?? [];
			if (declared === undefined) return [];
			const other = first.get(declared);
			if (other !== undefined)
				return [
					`${folder}/${file}: has the ${what} of ${folder}/${other}: ${declared}. Give it its own.`,
				];
			first.set(declared, file);
			return [];
		});
	});
	if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

/** The tables with their paths. @throws for a file that declares nothing */
export const tableFiles = (root: string): Array<[path: string, text: string]> =>
	kinds.map(([name, end, kind]) => {
		const lines = filesOf(root, end).map(([file, text]) => {
			const path = `${folder}/${file}`;
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
