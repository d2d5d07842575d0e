import ts from 'typescript';

import { filesIn, nodesOf, textOf } from './source';

/** The names that a file exports with a declaration. */
function exportsOf(text: string): string[] {
	return nodesOf(text).flatMap((node) => {
		const isExported =
			ts.canHaveModifiers(node) &&
			ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
		if (!isExported) return [];
		if (ts.isVariableStatement(node)) {
			return node.declarationList.declarations.map(({ name }) => name.getText());
		}
		const { name } = node as ts.Node & { name?: ts.Node };
		return name ? [name.getText()] : [];
	});
}

/** Names that several files export, with the files. */
function declaredTwice(files: Record<string, string>): Record<string, string[]> {
	const places = new Map<string, string[]>();
	for (const [file, text] of Object.entries(files)) {
		for (const name of exportsOf(text)) places.set(name, [...(places.get(name) ?? []), file]);
	}
	return Object.fromEntries([...places].filter(([, where]) => where.length > 1));
}

test('a name that is declared twice is found', () => {
	const files = { a: 'export const x = 1;', b: 'export type x = 1; export const y = 2;', c: '' };
	expect(declaredTwice(files)).toEqual({ x: ['a', 'b'] });
});

test('each exported name is declared once in nodes/', () => {
	const files = filesIn('nodes').filter((file) => /(?<!\.d)\.ts$/.test(file));
	const texts = Object.fromEntries(files.map((file) => [file, textOf(file)]));
	expect(declaredTwice(texts)).toEqual({});
});

/** Without types, which a signature can show. */
const valuesOf = (text: string): string[] =>
	[...text.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)].map(([, name]) => name);

test('each exported value in nodes/ is used in another file', () => {
	const texts = ['nodes', 'credentials', 'scripts', 'test', 'bench']
		.flatMap((folder) => filesIn(folder))
		.filter((file) => /(?<!\.d)\.ts$/.test(file))
		.map((file) => [file, textOf(file)] as const);
	const isUsed = (name: string, by: string) =>
		texts.some(([file, text]) => file !== by && new RegExp(`\\b${name}\\b`).test(text));
	const unused = texts
		.filter(([file]) => file.startsWith('nodes/'))
		.flatMap(([file, text]) => valuesOf(text).map((name) => [file, name]))
		.filter(([file, name]) => !isUsed(name, file));
	expect(unused).toEqual([]);
});
