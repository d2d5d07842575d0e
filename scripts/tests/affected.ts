/**
 * The engine tests that a command runs of all. Engine tests load the build, so no import leads from a source to them. A test
 * of this file keeps the names true.
 */

/** Those affected by a change, by its path. */
const AFFECTED: Array<[path: RegExp, names: string[]]> = [
	[
		/^nodes\/AgentSuite\/(trigger\/|resources\/.*\.(event|watchedList))/,
		['resources/events', 'trigger/trigger'],
	],
	[/^nodes\/AgentSuite\/resources\/.*\.operation/, ['resources/operations', 'resources/lists']],
	[/^(nodes|credentials)\//, ['resources/operations', 'transport/errors']],
];

/** The files of the engine tests that `npm run dev` runs after a change of a file. */
export const engineTestsOf = (changed: string): string[] =>
	AFFECTED.flatMap(([path, names]) => (path.test(changed) ? names : [])).map(
		(name) => `test/engine/${name}.test.ts`,
	);

/** The files that `npm run test:compat -- --quick` runs, each by the beginning of its path. */
export const QUICK_FILES = [
	'resources/operations',
	'resources/lists',
	'action/continue',
	'transport/errors',
	'trigger/trigger.test',
].map((name) => `test/engine/${name}`);
