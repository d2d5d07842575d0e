const shared = require('./test/jest.shared.js');

const testMatch = (folder) => [`<rootDir>/test/${folder}/**/*.test.ts`];

/** @type {import('jest').Config} */
module.exports = {
	projects: [
		{ ...shared, displayName: 'unit', testMatch: testMatch('unit') },
		{
			...shared,
			displayName: 'engine',
			testMatch: testMatch('engine'),
			globalSetup: '<rootDir>/scripts/ensureBuild.cjs',
		},
	],
	// By default one core is left alone. Many tests wait for real seconds, so all of them are used.
	maxWorkers: '100%',
	testTimeout: 30_000,
};
