/** The YARA rules of packed.yar over the files of a folder, with VirusTotal's own engine. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { initSync, Compiler } from '@virustotal/yara-x';
import { PlainError, root } from './setup.mjs';

const rulesFile = join(root, 'scripts', 'packed.yar');

function compile() {
	const require = createRequire(import.meta.url);
	const folder = dirname(require.resolve('@virustotal/yara-x/package.json'));
	initSync({ module: readFileSync(join(folder, 'pkg', 'yara_x_js_bg.wasm')) });
	const compiler = new Compiler();
	compiler.addSource(readFileSync(rulesFile, 'utf8'));
	return compiler.build();
}

/** The names of the rules that a file's content breaks. */
function broken(rules, bytes) {
	const { valid, matches } = rules.scan(bytes);
	if (!valid) throw new PlainError('The YARA engine could not scan a file.');
	return matches.map(({ identifier }) => identifier);
}

/** Each rule with its own sample, as bytes. */
function samples() {
	const text = readFileSync(rulesFile, 'utf8');
	return [...text.matchAll(/^rule (\w+)[^]*?sample(_hex)? = ("(?:[^"\\]|\\.)*")/gm)].map(
		([, rule, hex, literal]) => {
			const sample = JSON.parse(literal);
			return [rule, hex ? Buffer.from(sample.replaceAll(' ', ''), 'hex') : Buffer.from(sample)];
		},
	);
}

/**
 * Scans every file below a folder.
 * @returns a line per finding, none if the folder is clean
 * @throws PlainError when a rule does not find its own sample, or there is no file
 */
export function yaraFindings(folder) {
	const rules = compile();
	const known = samples();
	const count = readFileSync(rulesFile, 'utf8').match(/^rule /gm)?.length;
	const dead = known.filter(([rule, sample]) => !broken(rules, sample).includes(rule));
	if (known.length !== count || dead.length > 0) {
		throw new PlainError(
			`packed.yar: not every rule finds its sample (${dead.map(([name]) => name)}).`,
		);
	}
	const files = readdirSync(folder, { recursive: true }).filter((file) =>
		statSync(join(folder, file)).isFile(),
	);
	if (files.length === 0) throw new PlainError(`${folder} contains no files.`);
	return files.flatMap((file) =>
		broken(rules, readFileSync(join(folder, file))).map((rule) => `${file}: ${rule}`),
	);
}
