const shared = require('../jest.shared.js');

/** The folder of another n8n-core, for the engine tests. Without one, the tests of n8n's Engine 2.0. */
const folder = process.env.COMPAT_ENGINE;

module.exports = {
	...shared,
	...(folder
		? {
				testMatch: ['<rootDir>/test/engine/**/*.test.ts'],
				moduleNameMapper: { '^(n8n-core|n8n-workflow)$': `${folder}/node_modules/$1` },
				// n8n's own program loads this first. n8n-core does not name it.
				setupFiles: [`${folder}/node_modules/reflect-metadata`],
			}
		: { testMatch: ['<rootDir>/test/compat/*.test.ts'] }),
	testTimeout: 30_000,
	// Older versions leave polls that were given up waiting for a response.
	forceExit: true,
};
