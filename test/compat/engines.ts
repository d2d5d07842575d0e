/** Runs the checks with the engines of many versions, each in a separate process. */
import { fork } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { unpackPackage, type PackedPackage } from '../../playground/package';
import type { Trace } from './checks';
import type { Answer, Task } from './child';
import { packageName } from './engine';
import { cache, type Version } from './versions';

/** Maximum time of all checks of one version, ms. */
const LONGEST = 600_000;

/** Runs the child. If it ends without a response, all its checks have failed. */
async function answerOf(folder: string, task: Task): Promise<Answer> {
	const userFolder = join(folder, 'user');
	mkdirSync(userFolder, { recursive: true });
	const inherited = Object.entries(process.env).filter(([name]) => !/^N8N_/.test(name));
	const child = fork(join(__dirname, 'child.ts'), [folder], {
		execArgv: ['--import', 'tsx'],
		env: {
			...Object.fromEntries(inherited),
			NODE_ENV: 'test',
			N8N_LOG_LEVEL: 'silent',
			N8N_USER_FOLDER: userFolder,
			N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
		},
	});
	const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST);
	try {
		return await new Promise<Answer>((resolve, reject) => {
			child.on('message', (message: 'ready' | Answer) => {
				if (message === 'ready') child.send(task);
				else resolve(message);
			});
			child.on('error', reject);
			child.on('exit', (code, signal) =>
				reject(new Error(`The process ended with ${signal ?? `code ${code}`}`)),
			);
		});
	} catch (error) {
		const title = 'the checks come to an end';
		return { outcomes: [{ title, result: 'failed', why: String(error) }], traces: {} };
	} finally {
		clearTimeout(timer);
	}
}

/** Runs all checks of the packed package with the engine of one version. */
export async function runEngine(
	{ core }: Version,
	packed: PackedPackage,
	reference: Record<string, Trace> | undefined,
): Promise<Answer> {
	const folder = join(cache, core);
	await unpackPackage(packed, join(folder, 'node_modules', packageName));
	// The project itself has the newest version installed. Node.js finds it two folders up.
	const manifest = join(folder, 'package.json');
	if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
	return await answerOf(folder, { core, reference });
}
