const shared = require('../jest.shared.js');

/** Tests on a complete n8n: `npm run test:server`. One server at a time. */
module.exports = {
	...shared,
	testMatch: ['<rootDir>/test/server/**/*.test.ts'],
	maxWorkers: 1,
	testTimeout: 180_000,
};
