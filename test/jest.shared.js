/** @type {import('jest').Config} */
module.exports = {
	rootDir: require('node:path').dirname(__dirname),
	testEnvironment: 'node',
	// Jest looks up globals in the sandbox of each file, which is slow: it made the simulation ten times as long.
	sandboxInjectedGlobals: ['Math', 'Infinity', 'Object', 'Array'],
	transform: { '^.+\\.ts$': '<rootDir>/test/transform.js' },
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/playground', '<rootDir>/.data'],
};
