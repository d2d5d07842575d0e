import manifest from '../../../package.json';

/** The npm scripts that a text calls, values of a matrix included. */
export function scriptsIn(
	text: string,
	matrix: Record<string, Array<string | number>> = {},
): string[] {
	const calls = [
		...text.matchAll(/\bnpm (?:run |(?=(?:test|start)\b))(\$\{\{ matrix\.\w+ \}\}|[\w:-]+)/g),
	];
	return calls.flatMap(([, called]) => {
		const [, name] = /matrix\.(\w+)/.exec(called) ?? [];
		return name ? (matrix[name] ?? [`no ${name} in the matrix`]).map(String) : [called];
	});
}

/** Those of them that package.json does not have. */
export const unknownScripts = (called: string[]) =>
	called.filter((name) => !(name in manifest.scripts));
