const { availableParallelism } = require('node:os');

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
			globalSetup: '<rootDir>/scripts/package/ensureBuild.js',
		},
	],
	// More than there are cores, because many tests wait for real seconds.
	maxWorkers: availableParallelism() + 1,
	// A day of polls takes half a minute on a busy machine.
	testTimeout: 120_000,
};
