/** TypeScript programs of the bench in processes of their own, talked to over Node.js's message channel. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(__dirname, '..');

/** Starts `bench/<program>` with a message channel; it ends when this process does. */
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

/** Runs a program that sends one message, its result, and ends. */
export async function childResult<T>(program: string, args: string[], execArgv: string[] = []) {
	const child = startChild(program, args, execArgv);
	const ended = once(child, 'exit');
	const result = await nextMessage<T>(child, `${program} ${args.join(' ')}`);
	if (child.connected) child.disconnect();
	await ended;
	return result;
}

export interface LeanServer {
	/** The base URL of a service that answers after `ms` and has so many leads. */
	baseUrl(ms: number, leads?: number): string;
	/** Makes the list of a base URL ready, so that no measurement has to wait for that. */
	prepare(baseUrl: string): Promise<void>;
	/** Requests since the last time this was asked. */
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
