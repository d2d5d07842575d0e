const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { access, glob, readFile, rm, writeFile } = require('node:fs/promises');
const { createRequire } = require('node:module');
const gulp = require('gulp');
const prettier = require('prettier');

const manifest = require('./package.json');

async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** TypeScript to JavaScript. */
async function compile() {
	const tsc = createRequire(__filename).resolve('typescript/bin/tsc');
	const child = spawn(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
	const [code] = await once(child, 'exit');
	if (code !== 0) throw new Error('The TypeScript compiler found errors');
}

/** What tsc leaves out: pictures, codex files and output schemas. */
function copy() {
	return gulp
		.src(['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
			base: '.',
			encoding: false,
		})
		.pipe(gulp.dest('dist'));
}

/** Fewer bytes for n8n to install, and still to be read: tabs for the compiler's blanks, JSON on one line. */
async function shrink() {
	const style = { parser: 'babel', useTabs: true, printWidth: 110 };
	for await (const file of glob('dist/**/*.{js,json}')) {
		const text = await readFile(file, 'utf8');
		const shorter = file.endsWith('.json')
			? JSON.stringify(JSON.parse(text))
			: await prettier.format(text, style);
		await writeFile(file, shorter);
	}
}

/** Everything that package.json and the built classes name is really there. */
async function check() {
	const named = [...manifest.files, ...manifest.n8n.credentials, ...manifest.n8n.nodes];
	named.push(...manifest.n8n.nodes.map((file) => file.replace(/\.js$/, '.json')));
	for (const file of named) {
		await access(file).catch(() => {
			throw new Error(`package.json names ${file}, but the build did not make it`);
		});
	}
	for (const file of [...manifest.n8n.credentials, ...manifest.n8n.nodes]) {
		const [Class] = Object.values(require(`./${file}`));
		const { icon } = new Class().description ?? new Class();
		for (const picture of Object.values(icon)) {
			const path = require('node:path').join(file, '..', picture.replace('file:', ''));
			await access(path).catch(() => {
				throw new Error(`${file} names the icon ${path}, but the build did not make it`);
			});
		}
	}
}

exports.default = gulp.series(clean, compile, copy, shrink, check);
