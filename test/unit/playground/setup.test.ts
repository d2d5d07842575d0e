import { execFileSync, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');
const start = [join(root, 'scripts', 'run.js'), 'start'];

function explain(output: string): string {
	const script =
		"const { explainNpm } = require('./scripts/install');" +
		'console.log(explainNpm("Installing", process.argv[1]));';
	return execFileSync(process.execPath, ['-e', script, output], {
		cwd: root,
		encoding: 'utf8',
	});
}

test.each([
	['npm error code ENOTFOUND', 'could not connect to the npm registry'],
	['npm error code ENOSPC', 'the disk is full'],
	['npm error code EACCES', 'cannot write'],
	['npm error something odd', 'something odd'],
])('%s becomes a sentence', (output, sentence) => {
	expect(explain(output)).toContain(sentence);
});

test('a taken port ends npm start with one sentence that says what to do', async () => {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	try {
		const child = spawnSync(process.execPath, [...start, '--once'], {
			cwd: root,
			encoding: 'utf8',
			env: { ...process.env, PLAYGROUND_PORT: String(port) },
		});
		expect(child.status).toBe(1);
		// A running playground is refused before the ports are checked.
		expect(child.stderr).toMatch(
			new RegExp(`Port ${port}.*PLAYGROUND_PORT=|is already running`, 's'),
		);
		expect(child.stderr).not.toMatch(/^\s+at /m);
	} finally {
		server.close();
	}
});
