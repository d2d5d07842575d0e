import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

test('what is made from the tables and the contract is up to date: README, schemas, record types', () => {
	const args = ['--import', 'tsx', 'scripts/generate.ts', '--check'];
	const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}, 60_000);
