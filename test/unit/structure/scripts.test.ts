/** The tests that commands name in lists kept by hand, and what packs the package. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { packTarball } from '../../../scripts/package/tarball';
import { engineTestsOf, QUICK_FILES } from '../../../scripts/tests/affected';

const root = join(__dirname, '../../..');

const files = readdirSync(join(root, 'test/engine'), { recursive: true, encoding: 'utf8' }).map(
	(file) => `test/engine/${file.replaceAll('\\', '/')}`,
);

test('a change of a source leads to the engine tests of its table', () => {
	const folder = 'nodes/AgentSuite/resources/lead';
	const event = engineTestsOf(`${folder}/created.event.ts`);
	const operation = engineTestsOf(`${folder}/get.operation.ts`);
	expect(event).toContain('test/engine/resources/events.test.ts');
	expect(operation).toContain('test/engine/resources/operations.test.ts');
	expect([...event, ...operation].filter((name) => !files.includes(name))).toEqual([]);
});

test('npm run test:compat -- --quick names engine tests that exist', () => {
	expect(QUICK_FILES.filter((name) => !files.some((file) => file.startsWith(name)))).toEqual([]);
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
