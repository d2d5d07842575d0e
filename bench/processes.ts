/** Runs programs of the bench in separate processes, with Node.js's message channel. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Measurements } from './inEngine';

/** Starts `bench/<program>`. It ends with this process. */
function startChild(program: string, args: string[] = []): ChildProcess {
	return fork(join(__dirname, program), args, {
		cwd: join(__dirname, '..'),
		execArgv: ['--import', 'tsx', '--expose-gc'],
		env: { ...process.env, NODE_ENV: 'production', N8N_LOG_LEVEL: 'silent' },
	});
}

/** The next message of a child. @throws {Error} when it ends without one */
async function nextMessage<T>(child: ChildProcess): Promise<T> {
	const ended = new AbortController();
	try {
		const message = once(child, 'message', { signal: ended.signal });
		const exit = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
			throw new Error(`${child.spawnargs.slice(-2).join(' ')} ended with ${code}`);
		});
		const [value] = (await Promise.race([message, exit])) as [T];
		return value;
	} finally {
		ended.abort();
	}
}

type Result<Name extends keyof Measurements> = Awaited<ReturnType<Measurements[Name]>>;

/**
 * Runs one measurement of inEngine.ts in several new processes at the same time.
 * @param args of each process
 * @returns the result of each process
 */
export async function inEngine<Name extends keyof Measurements>(
	name: Name,
	...args: Array<Parameters<Measurements[Name]>[0]>
): Promise<Array<Result<Name>>> {
	const children = args.map((own) => startChild('inEngine.ts', [name, JSON.stringify(own)]));
	const ended = children.map((child) => once(child, 'exit'));
	try {
		// Each says when it has loaded n8n's engine, and all start together.
		await Promise.all(children.map(async (child) => await nextMessage(child)));
		const results = children.map(async (child) => await nextMessage<Result<Name>>(child));
		for (const child of children) child.send('go');
		return await Promise.all(results);
	} finally {
		for (const child of children) child.kill();
		await Promise.all(ended);
	}
}

export interface LeanServer {
	/** The base URL of a service that responds after `ms` and has `leads` leads. */
	baseUrl(ms: number, leads?: number): string;
	/** Prepares the list of a base URL, so that no measurement waits for it. */
	prepare(baseUrl: string): Promise<void>;
	stop(): Promise<void>;
}

/** Starts `server.ts`. */
export async function startLeanServer(): Promise<LeanServer> {
	const child = startChild('server.ts');
	const { port } = await nextMessage<{ port: number }>(child);
	return {
		baseUrl: (ms, leads = 0) => `http://127.0.0.1:${port}/${ms}ms/${leads}leads`,
		async prepare(baseUrl) {
			const headers = { authorization: 'Bearer bench' };
			await (await fetch(`${baseUrl}/agent/lead`, { headers })).arrayBuffer();
		},
		async stop() {
			// It can have ended by itself.
			if (!child.connected) return;
			const ended = once(child, 'exit');
			child.disconnect();
			await ended;
		},
	};
}
