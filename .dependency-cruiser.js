/**
 * Which folder can import which. Dependencies run one way, from the nodes down to the model. `npm test` checks it.
 * docs/maintainers/architecture.md has a diagram.
 */
const node = 'nodes/AgentSuite';
const room = (...names) => `^${node}/(${names.join('|')})/`;
/** What several folders share. */
const shared = room('model', 'records', 'texts');
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
		only('records-import-model', room('records'), room('model')),
		only('texts-import-records', room('texts'), room('model', 'records')),
		only('response-imports-shared', room('response'), shared),
		only('define-imports-fields', room('define'), room('response', 'fields'), shared),
		only('resources-import-define', room('resources'), room('define'), shared),
		only('fields-import-shared', room('fields'), shared),
		only('description-imports-fields', room('description'), room('fields'), shared),
		only('parameters-import-fields', room('parameters'), room('fields'), shared),
		only('output-imports-shared', room('output'), shared),
		only('transport-imports-shared', room('transport'), shared),
		only(
			'credential-is-only-checked',
			room('transport/credential'),
			room('transport/rateLimiter'),
			shared,
		),
		only(
			'rate-limiter-is-pure',
			room('transport/rateLimiter'),
			`^${node}/transport/tuning\\.ts$`,
			room('model'),
		),
		only(
			'account-lasts-longer-than-runs',
			room('transport/account'),
			room('transport/rateLimiter', 'transport/outcomes'),
			`^${node}/transport/tuning\\.ts$`,
		),
		only(
			'run-waits-for-nothing',
			room('transport/run'),
			room('transport/rateLimiter', 'transport/account', 'transport/outcomes'),
			`^${node}/transport/(clock|request|tuning)\\.ts$`,
			shared,
		),
		only(
			'pacing-sends-nothing',
			room('transport/pacing'),
			room('transport/rateLimiter', 'transport/account', 'transport/run', 'transport/outcomes'),
			`^${node}/transport/(clock|request|tuning)\\.ts$`,
			shared,
		),
		{
			name: 'what-the-service-says-is-shown-by-secrecy',
			severity: 'error',
			from: { pathNot: room('transport/secrecy') },
			to: { path: `^${node}/transport/secrecy/errorText\\.ts$` },
		},
		only('receive-stands-alone', room('transport/receive')),
		only(
			'outcomes-follow-what-came',
			room('transport/outcomes'),
			room('transport/receive', 'transport/rateLimiter'),
			shared,
		),
		only(
			'secrecy-knows-the-token',
			room('transport/secrecy'),
			room('transport/credential', 'transport/receive'),
			shared,
		),
		only(
			'errors-know-no-run',
			room('transport/errors'),
			room('transport/outcomes', 'transport/secrecy'),
			`^${node}/transport/request\\.ts$`,
			shared,
		),
		only('table-is-pure', room('trigger/table'), room('model', 'records')),
		only(
			'outbox-is-in-memory',
			room('trigger/outbox'),
			room('trigger/table', 'parameters', 'model', 'records'),
		),
		only('editor-imports-down', room('editor'), room('output', 'transport'), shared),
		only('action-imports-down', room('action'), room('parameters', 'output', 'transport'), shared),
		only(
			'trigger-imports-down',
			room('trigger'),
			room('parameters', 'output', 'transport'),
			shared,
		),
		only('nodes-import-nodes', nodeFiles, `^${node}/`),
		only('credentials-import-down', '^credentials/', room('transport'), shared),
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
