/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/{unit,engine}/**/*.test.ts'],
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
	testTimeout: 30_000,
};
