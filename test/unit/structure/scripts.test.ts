/** The tests that commands name in lists kept by hand, and what packs the package. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { packTarball } from '../../../scripts/tarball';

const root = join(__dirname, '../../..');

const files = readdirSync(join(root, 'test/engine'), { recursive: true, encoding: 'utf8' }).map(
	(file) => `test/engine/${file.replaceAll('\\', '/')}`,
);

/** The value of an expression, in a process of its own: the commands handle signals as soon as they are loaded. */
function valueOf<T>(expression: string): T {
	const script = `console.log(JSON.stringify(${expression}))`;
	const output = execFileSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' });
	return JSON.parse(output) as T;
}

const engineTests = "require('./scripts/dev').engineTests";

/** The engine tests that `npm run dev` runs after a change of a file. */
const afterChangeOf = (changed: string) =>
	valueOf<string[]>(
		`${engineTests}.flatMap(([path, names]) => path.test('${changed}') ? names : [])`,
	);

test('npm run dev names engine tests that exist', () => {
	const names = valueOf<string[]>(`${engineTests}.flatMap(([, names]) => names)`);
	const missing = names.filter((name) => !files.includes(`test/engine/${name}.test.ts`));
	expect(names.length).toBeGreaterThan(0);
	expect(missing).toEqual([]);
});

test('npm run dev runs the test of the table that a changed file belongs to', () => {
	const folder = 'nodes/AgentSuite/resources/lead';
	expect(afterChangeOf(`${folder}/created.event.ts`)).toContain('resources/events');
	expect(afterChangeOf(`${folder}/get.operation.ts`)).toContain('resources/operations');
});

test('npm run test:compat -- --quick names engine tests that exist', () => {
	const names = valueOf<string[]>("require('./scripts/compat').quickFiles");
	const missing = names.filter((name) => !files.some((file) => file.startsWith(name)));
	expect(names.length).toBeGreaterThan(0);
	expect(missing).toEqual([]);
});

describe('a folder that has an older tarball', () => {
	const folder = mkdtempSync(join(tmpdir(), 'agent-suite-pack-'));
	const target = join(folder, 'packed');

	beforeEach(() => {
		mkdirSync(target, { recursive: true });
		writeFileSync(join(target, 'it-0.9.0.tgz'), 'older');
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	test('gets the new one', () => {
		writeFileSync(join(folder, 'package.json'), '{ "name": "it", "version": "1.0.0" }');
		expect(packTarball(target, folder)).toBe(join(target, 'it-1.0.0.tgz'));
	});

	test('is not taken for packed if npm fails', () => {
		writeFileSync(join(folder, 'package.json'), '{ "name": "it" }');
		expect(() => packTarball(target, folder)).toThrow('npm pack did not create a tarball');
	});
});
