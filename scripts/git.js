const { spawnSync } = require('node:child_process');
const { PlainError, root } = require('./shared');

/** Runs git in the clone. Returns its output. @throws PlainError if it fails, with the given message */
exports.git = (args, message = `git ${args.join(' ')} failed. Run this in a clone, with git.`) => {
	const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
	if (status !== 0) throw new PlainError(`${message}\n${stderr ?? ''}`.trim());
	return stdout.trim();
};
