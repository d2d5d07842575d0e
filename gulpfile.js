const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { access, rename, rm } = require('node:fs/promises');
const { join } = require('node:path');
const gulp = require('gulp');

const manifest = require('./package.json');
const { writeStamp } = require('./scripts/package/buildStamp');

/** The folder of the build, which replaces `dist` only if all steps succeed. */
const build = '.data/build';
const config = 'tsconfig.build.json';

async function clean() {
	await rm(build, { recursive: true, force: true });
}

/** Runs the TypeScript compiler, which writes into the folder of the build. */
async function runCompiler(...options) {
	const tsc = require.resolve('typescript/bin/tsc');
	const args = [tsc, '-p', config, '--outDir', build, ...options];
	const child = spawn(process.execPath, args, { stdio: 'inherit' });
	const [code] = await once(child, 'exit');
	if (code !== 0) throw new Error('The TypeScript compiler found errors');
}

async function compile() {
	await runCompiler();
}

/** The same without type checks, and with source maps that a debugger finds wherever the build is copied to. */
async function compileUnchecked() {
	await runCompiler('--noCheck', '--sourceMap', '--sourceRoot', `${__dirname}/`);
}

/** Copies files that the compiler ignores: pictures, codex files, and output schemas. */
function copy() {
	return gulp
		.src(['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
			base: '.',
			encoding: false,
		})
		.pipe(gulp.dest(build));
}

/** Checks that all files that package.json and the built classes name exist. */
async function check() {
	const built = (file) => join(__dirname, build, file.replace(/^dist\//, ''));
	const classes = [...manifest.n8n.credentials, ...manifest.n8n.nodes];
	const packed = manifest.files.filter((file) => file.startsWith('dist/'));
	const codexes = manifest.n8n.nodes.map((file) => file.replace(/\.js$/, '.json'));
	for (const file of [...packed, ...classes, ...codexes]) {
		await access(built(file)).catch(() => {
			throw new Error(`package.json names ${file}, but the build did not make it`);
		});
	}
	for (const file of classes) {
		const [Class] = Object.values(require(built(file)));
		const { icon } = new Class().description ?? new Class();
		for (const picture of Object.values(icon)) {
			const path = join(built(file), '..', picture.replace('file:', ''));
			await access(path).catch(() => {
				throw new Error(`${file} names the icon ${picture}, but the build did not make it`);
			});
		}
	}
}

/** Replaces the old build with the new one. If an earlier step fails, the old build stays. */
const swap = (kind) =>
	async function swap() {
		const old = '.data/build-old';
		await rm(old, { recursive: true, force: true });
		await rename('dist', old).catch(() => undefined);
		await rename(build, 'dist');
		await rm(old, { recursive: true, force: true });
		writeStamp(kind);
	};

/** Builds the package as it is published. */
exports.default = gulp.series(clean, compile, copy, check, swap('release'));
/** A build with source maps that is seconds faster. */
exports.development = gulp.series(clean, compileUnchecked, copy, swap('development'));
