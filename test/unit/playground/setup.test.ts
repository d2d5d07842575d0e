import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');

/** Runs a program to its end. @returns its exit code and what it printed */
function run(args: string[], env: NodeJS.ProcessEnv = {}) {
	const options = { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } } as const;
	const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
	return { status, said: `${stdout}${stderr}` };
}

test('a command runs after its setup, with the programs of the tools, and its exit code is kept', () => {
	expect(run(['scripts/setup', '--', 'tsc', '--version']).said).toContain('Version ');
	expect(run(['scripts/setup', '--', 'node', '-e', 'process.exit(3)']).status).toBe(3);
});

test('a taken port ends npm start with one sentence that says what to do', async () => {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	try {
		const start = ['--import', 'tsx', 'playground/start.ts', '--once'];
		const { status, said } = run(start, { PLAYGROUND_PORT: String(port) });
		expect(status).toBe(1);
		// A running playground is refused before the ports are checked.
		expect(said).toMatch(new RegExp(`Port ${port}.*PLAYGROUND_PORT=|is already running`, 's'));
		expect(said).not.toMatch(/^\s+at /m);
	} finally {
		server.close();
	}
});
