/**
 * Which folder can import which. Dependencies run one way, from the nodes down to the model. `npm test` checks it.
 * docs/maintainers/architecture.md has a diagram.
 */
const node = 'nodes/AgentSuite';
const room = (...names) => `^${node}/(${names.join('|')})/`;
const nodeFiles = `^${node}/[^/]+\\.node\\.ts$`;

/** Files of a folder can import that folder and the named ones, and nothing else of this repository. */
const only = (name, from, ...to) => ({
	name,
	severity: 'error',
	from: { path: from },
	to: { pathNot: [from, ...to, 'node_modules'], dependencyTypesNot: ['core'] },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		{ name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
		only('model-imports-nothing', room('model')),
		only('resources-import-model', room('resources'), room('model')),
		only('parameters-import-model', room('parameters'), room('model')),
		only('output-imports-model', room('output'), room('model')),
		only('transport-imports-model', room('transport'), room('model')),
		only('rate-limiter-is-pure', room('transport/rateLimiter'), room('model')),
		only('table-is-pure', room('trigger/table'), room('model')),
		only(
			'outbox-is-in-memory',
			room('trigger/outbox'),
			room('trigger/table', 'parameters', 'model'),
		),
		only('action-imports-down', room('action'), room('parameters', 'output', 'transport', 'model')),
		only(
			'trigger-imports-down',
			room('trigger'),
			room('parameters', 'output', 'transport', 'model'),
		),
		only('nodes-import-nodes', nodeFiles, `^${node}/`),
		only('credentials-import-down', '^credentials/', room('transport', 'model')),
		only('sandbox-stands-alone', '^sandbox/'),
		only('playground-without-tests', '^playground/', '^sandbox/', '^package\\.json$', '^scripts/'),
		{
			name: 'scripts-without-tests',
			severity: 'error',
			from: { path: '^(scripts|nodes|credentials|gulpfile)' },
			to: { path: '^(test|bench)/' },
		},
	],
	options: {
		tsConfig: { fileName: 'tsconfig.json' },
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
		exclude: { path: ['^playground/(node_modules|\\.data)', '^dist/', '^bench/results'] },
		enhancedResolveOptions: {
			extensions: ['.ts', '.mts', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
		},
	},
};
