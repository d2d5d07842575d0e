/** The sources as git has them, without build output and node_modules. */
const { cpSync, existsSync, mkdirSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { git } = require('./git');
const { root } = require('./shared');

/**
 * Copies files that git tracks or would add.
 * @param {string} target a folder
 * @param {string[]} paths files and folders to copy, all by default
 */
exports.copySources = (target, paths = []) => {
	const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths];
	for (const file of git(args).split('\0')) {
		if (file === '' || !existsSync(join(root, file))) continue;
		mkdirSync(dirname(join(target, file)), { recursive: true });
		cpSync(join(root, file), join(target, file));
	}
};
