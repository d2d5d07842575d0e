import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import ts from 'typescript';

import manifest from '../../../package.json';

export const root = join(__dirname, '../../..');

/** Paths below the root of the project of all files in a folder. */
export function filesIn(folder: string): string[] {
	return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(root, join(entry.parentPath, entry.name)))
		.sort();
}

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Every node of the syntax tree of some source text. Comments are not in it. */
export function nodesOf(text: string): ts.Node[] {
	const found: ts.Node[] = [];
	const visit = (node: ts.Node) => {
		found.push(node);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true));
	return found;
}

/** The names that source text uses: identifiers, and texts in brackets such as `a['b']`. */
export function namesIn(text: string): Set<string> {
	const names = nodesOf(text).flatMap((node) => {
		if (ts.isIdentifier(node)) return [node.text];
		if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
			return [node.argumentExpression.text];
		}
		return [];
	});
	return new Set(names);
}

const notInOperations = [
	'getNodeParameter',
	'helpers',
	'context',
	'setTimeout',
	'Promise',
	'fetch',
];

/** Forbidden names in an operation file: an operation is data and pure functions. */
export function impurities(text: string): string[] {
	const names = namesIn(text);
	const found = notInOperations.filter((name) => names.has(name));
	for (const node of nodesOf(text)) {
		if (node.kind === ts.SyntaxKind.ThisKeyword) found.push('this');
		if (ts.isAwaitExpression(node) || node.kind === ts.SyntaxKind.AsyncKeyword) found.push('await');
		if (ts.isTryStatement(node)) found.push('try');
		if (ts.isVariableDeclarationList(node) && !(node.flags & ts.NodeFlags.Const)) found.push('let');
	}
	return found;
}

/** The item indexes that are written as a number in calls of getNodeParameter. */
export function literalItems(text: string): string[] {
	return nodesOf(text).flatMap((node) => {
		if (!ts.isCallExpression(node) || !/getNodeParameter$/.test(node.expression.getText()))
			return [];
		const [, item] = node.arguments;
		return item !== undefined && ts.isNumericLiteral(item) ? [item.text] : [];
	});
}

type Matrix = Record<string, Array<string | number>>;

/** The npm scripts that a text calls, with each value of a matrix filled in. */
export function scriptsIn(text: string, matrix: Matrix = {}): string[] {
	const texts = Object.entries(matrix).reduce(
		(all, [name, values]) =>
			all.flatMap((one) => values.map((it) => one.replaceAll(`\${{ matrix.${name} }}`, `${it}`))),
		[text],
	);
	const calls = texts.flatMap((one) => [
		...one.matchAll(/\bnpm (?:run |(?=(?:test|start)\b))([\w:-]+)/g),
	]);
	return [...new Set(calls.map(([, name]) => name))];
}

/** Those of them that package.json does not have. */
export const unknownScripts = (called: string[]) =>
	called.filter((name) => !(name in manifest.scripts));
