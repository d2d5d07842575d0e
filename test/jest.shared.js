/** What all suites of the project have in common. */
/** @type {import('jest').Config} */
module.exports = {
	rootDir: require('node:path').dirname(__dirname),
	testEnvironment: 'node',
	transform: { '^.+\\.ts$': '<rootDir>/test/transform.cjs' },
	modulePathIgnorePatterns: [
		'<rootDir>/dist',
		'<rootDir>/playground',
		'<rootDir>/.data',
		'<rootDir>/test/compat',
	],
};
