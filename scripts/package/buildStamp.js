/**
 * Says whether `dist` was built from the current sources, so that no older build is tested or packed.
 * The gulpfile writes the stamp, as the last step of a build.
 */
const { createHash } = require('node:crypto');
const {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	writeFileSync,
} = require('node:fs');
const { dirname, join } = require('node:path');
const { root } = require('../shared');

const stampFile = join(root, '.data', 'build.json');

/** All inputs of a build. */
const sources = [
	'nodes',
	'credentials',
	'icons',
	'gulpfile.js',
	'package.json',
	'tsconfig.json',
	'tsconfig.build.json',
];

/** One hash over files and folders, by name and content, in a fixed order. Missing ones count as empty. */
function hashOf(paths, base = root) {
	const hash = createHash('sha256');
	const add = (path) => {
		const full = join(base, path);
		if (!existsSync(full)) return;
		if (statSync(full).isDirectory()) {
			for (const name of readdirSync(full).sort()) add(`${path}/${name}`);
			return;
		}
		hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
	};
	paths.forEach(add);
	return hash.digest('hex');
}

const state = (kind) => JSON.stringify({ kind, sources: hashOf(sources), dist: hashOf(['dist']) });

exports.hashOf = hashOf;

/** Records that `dist` was just built. */
exports.writeStamp = (kind) => {
	mkdirSync(dirname(stampFile), { recursive: true });
	writeFileSync(stampFile, state(kind));
};

/**
 * Whether `dist` is up to date.
 * @param kind `release` as it is published, or `development` with source maps
 */
exports.isFresh = (kind) => {
	if (!existsSync(stampFile)) return false;
	return readFileSync(stampFile, 'utf8') === state(kind);
};
