import { filesIn, textOf } from './source';

const sources = ['nodes', 'credentials', 'scripts', 'test', 'bench']
	.flatMap((folder) => filesIn(folder))
	.filter((file) => /(?<!\.d)\.ts$/.test(file))
	.map((file) => [file, textOf(file)] as const);

/** The names that files export with a declaration of such a kind, as `[name, file]`. */
function exportsOf(files: ReadonlyArray<readonly [string, string]>, kinds: string) {
	const declaration = new RegExp(`^export (?:async |abstract )?(?:${kinds}) (\\w+)`, 'gm');
	return files.flatMap(([file, text]) =>
		[...text.matchAll(declaration)].map(([, name]) => [name, file] as const),
	);
}

/** Names that several files export. */
function declaredTwice(files: typeof sources): string[] {
	const names = exportsOf(files, 'const|function|class|type|interface|enum').map(([name]) => name);
	return names.filter((name, place) => names.indexOf(name) !== place);
}

const ofNodes = sources.filter(([file]) => file.startsWith('nodes/'));

test('each exported name is declared once in nodes/', () => {
	expect(declaredTwice(ofNodes)).toEqual([]);
	expect(
		declaredTwice([
			['a.ts', 'export const x = 1;'],
			['b.ts', 'export type x = 1;\nexport const y = 2;'],
		]),
	).toEqual(['x']);
});

test('each exported value in nodes/ is used in another file', () => {
	// A type can be shown by a signature.
	const unused = exportsOf(ofNodes, 'const|function|class').filter(
		([name, by]) =>
			!sources.some(([file, text]) => file !== by && new RegExp(`\\b${name}\\b`).test(text)),
	);
	expect(unused).toEqual([]);
});
