import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');
/** A user without rights: nobody, when the tests run as root. */
const plainUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'agent-suite-programs-'));
	chmodSync(folder, 0o777);
	// The programs of an empty machine. apt-get installs requested programs into this folder.
	write(
		'apt-get',
		'for last in "$@"; do :; done; printf "%s\\n" "$*" >> "$0.log"; : > "${0%/*}/$last"',
	);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, body: string): void {
	const file = join(folder, name);
	writeFileSync(file, `#!/bin/sh\nPATH=${folder}:/usr/bin:/bin\n${body}\n`);
	chmodSync(file, 0o755);
}

/** Runs requirePrograms as a plain user whose PATH contains only this folder. */
function requirePngquant() {
	const script =
		`import { requirePrograms } from './scripts/programs.mjs';` +
		`console.log(...(await requirePrograms('pngquant').catch((error) => [error.message])));`;
	const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
		cwd: root,
		encoding: 'utf8',
		env: { PATH: folder },
		...plainUser,
	});
	return stdout;
}

test('a plain user gets missing programs if sudo asks for no password', () => {
	write('sudo', '[ "$1" = --non-interactive ] || exit 1; shift; exec "$@"');
	expect(requirePngquant()).toContain(join(folder, 'pngquant'));
});

test('a plain user whose sudo asks for a password is told what to install', () => {
	write('sudo', 'exit 1');
	expect(requirePngquant()).toContain('sudo apt-get install pngquant');
});

test('a plain user without sudo is told what to install', () => {
	expect(requirePngquant()).toContain('sudo apt-get install pngquant');
});
