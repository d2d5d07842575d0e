/**
 * Takes the types off for Jest, which compiles every file in every worker: esbuild needs a tenth of what TypeScript does.
 * Types are checked by `npm run typecheck`.
 */
const { createHash } = require('node:crypto');
const { transformSync, version } = require('esbuild');

module.exports = {
	getCacheKey: (source, file) =>
		createHash('sha256').update([version, file, source].join('\0')).digest('hex'),
	process(source, file) {
		const { code, map } = transformSync(source, {
			loader: 'ts',
			format: 'cjs',
			target: 'es2022',
			sourcemap: 'external',
			sourcefile: file,
		});
		return { code, map };
	},
};
