const shared = require('../jest.shared.js');

/** Tests on a complete n8n: `npm run test:server`. Three servers at a time, since they mostly wait. */
module.exports = {
	...shared,
	testMatch: ['<rootDir>/test/server/**/*.test.ts'],
	globalSetup: '<rootDir>/test/server/prepare.js',
	maxWorkers: 3,
	testSequencer: '<rootDir>/test/server/longestFirst.js',
	testTimeout: 180_000,
};
