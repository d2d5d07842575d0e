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
