const shared = require('../jest.shared.js');

/** n8n in queue mode: `npm run test:queue`. The service's minute is a real one, so this takes minutes. */
module.exports = {
	...shared,
	testMatch: ['<rootDir>/test/queue/**/*.test.ts'],
	maxWorkers: 1,
	testTimeout: 600_000,
};
