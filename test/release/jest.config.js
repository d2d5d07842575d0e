const shared = require('../jest.shared.js');

/** A release in a throw-away clone: `npm run test:release`. It installs the tools and runs `npm test` there. */
module.exports = {
	...shared,
	testMatch: ['<rootDir>/test/release/**/*.test.ts'],
	maxWorkers: 1,
	testTimeout: 1_800_000,
};
