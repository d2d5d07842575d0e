const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { access, mkdir, readdir, readFile, rename, rm, writeFile } = require('node:fs/promises');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const gulp = require('gulp');

const manifest = require('./package.json');
const { writeStamp } = require('./scripts/buildStamp.cjs');

/** The folder of the build, which replaces `dist` only if all steps succeed. */
const build = '.data/build';
const config = 'tsconfig.build.json';

async function clean() {
	await rm(build, { recursive: true, force: true });
}

/** TypeScript to JavaScript. */
async function compile() {
	const tsc = createRequire(__filename).resolve('typescript/bin/tsc');
	const args = [tsc, '-p', config, '--outDir', build];
	const child = spawn(process.execPath, args, { stdio: 'inherit' });
	const [code] = await once(child, 'exit');
	if (code !== 0) throw new Error('The TypeScript compiler found errors');
}

/** The same in a second, file by file, without type checks, and with source maps for the debugger. */
async function transpile() {
	const ts = require('typescript');
	const { options } = ts.parseJsonConfigFileContent(
		ts.readConfigFile(config, ts.sys.readFile).config,
		ts.sys,
		__dirname,
	);
	const found = await Promise.all(
		['nodes', 'credentials'].map(async (folder) =>
			(await readdir(folder, { recursive: true })).map((name) => join(folder, name)),
		),
	);
	for (const file of found.flat()) {
		if (!file.endsWith('.ts') || file.endsWith('.d.ts')) continue;
		const target = join(build, file.replace(/\.ts$/, '.js'));
		const { outputText, sourceMapText } = ts.transpileModule(await readFile(file, 'utf8'), {
			// Absolute, so that the debugger finds it wherever the build is copied to.
			fileName: join(__dirname, file),
			compilerOptions: { ...options, sourceMap: true },
		});
		await mkdir(dirname(target), { recursive: true });
		await writeFile(target, outputText);
		const map = { ...JSON.parse(sourceMapText), sources: [join(__dirname, file)] };
		await writeFile(`${target}.map`, JSON.stringify(map));
	}
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
	const packed = manifest.files.filter((file) => !file.startsWith('!'));
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
exports.development = gulp.series(clean, transpile, copy, swap('development'));
