/** Runs TypeScript programs of the bench in separate processes, with Node.js's message channel. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(__dirname, '..');

/** Starts `bench/<program>` with a message channel. It ends with this process. */
export function startChild(program: string, args: string[] = [], execArgv: string[] = []) {
	return fork(join(__dirname, program), args, {
		cwd: root,
		execArgv: ['--import', 'tsx', ...execArgv],
		env: { ...process.env, NODE_ENV: 'production', N8N_LOG_LEVEL: 'silent' },
	});
}

/** The next message of a child. @throws {Error} when it ends without one */
export async function nextMessage<T>(child: ChildProcess, what: string): Promise<T> {
	const ended = new AbortController();
	try {
		const message = once(child, 'message', { signal: ended.signal });
		const exit = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
			throw new Error(`${what} ended (exit code ${String(code)}) without a result`);
		});
		const [value] = (await Promise.race([message, exit])) as [T];
		return value;
	} finally {
		ended.abort();
	}
}

/** Runs a program that sends its result as one message and ends. */
export async function childResult<T>(program: string, args: string[], execArgv: string[] = []) {
	const child = startChild(program, args, execArgv);
	const ended = once(child, 'exit');
	const result = await nextMessage<T>(child, `${program} ${args.join(' ')}`);
	if (child.connected) child.disconnect();
	await ended;
	return result;
}

export interface LeanServer {
	/** The base URL of a service that responds after `ms` and has `leads` leads. */
	baseUrl(ms: number, leads?: number): string;
	/** Prepares the list of a base URL, so that no measurement waits for it. */
	prepare(baseUrl: string): Promise<void>;
	/** Number of requests since the last call. */
	requests(): Promise<number>;
	stop(): Promise<void>;
}

/** Starts `server.ts`. */
export async function startLeanServer(): Promise<LeanServer> {
	const child = startChild('server.ts');
	const { port } = await nextMessage<{ port: number }>(child, 'The lean server');
	return {
		baseUrl: (ms, leads = 0) => `http://127.0.0.1:${port}/${ms}ms/${leads}leads`,
		async prepare(baseUrl) {
			const headers = { authorization: 'Bearer bench' };
			await (await fetch(`${baseUrl}/agent/lead`, { headers })).arrayBuffer();
		},
		async requests() {
			const next = nextMessage<{ requests: number }>(child, 'The lean server');
			child.send('requests');
			return (await next).requests;
		},
		async stop() {
			const ended = once(child, 'exit');
			if (child.connected) child.disconnect();
			await ended;
		},
	};
}
