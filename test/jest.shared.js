/** What all suites of the project have in common. */
/** @type {import('jest').Config} */
module.exports = {
	rootDir: require('node:path').dirname(__dirname),
	testEnvironment: 'node',
	transform: {
		// Types are checked by `npm run typecheck`; here they are only taken off.
		'^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.json', diagnostics: false }],
	},
	modulePathIgnorePatterns: [
		'<rootDir>/dist',
		'<rootDir>/playground',
		'<rootDir>/.data',
		'<rootDir>/test/compat',
	],
};
