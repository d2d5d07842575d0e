import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { freePorts } from '../../../playground/ports';
import { programPath, ready, startProgram, type Program } from './program';

export interface Redis {
	host: string;
	port: number;
	/** Sends a command with redis-cli and returns its response as text. */
	command(...args: string[]): string;
	/** Ends the server (SIGTERM) and starts it again, on the same port and data. */
	restart(): Promise<void>;
	stop(): Promise<void>;
}

const host = '127.0.0.1';

/** A separate Redis server on a free port of loopback. It stores its data in a file, as in production. */
export async function startRedis(): Promise<Redis> {
	const program = programPath('redis');
	const folder = mkdtempSync(join(tmpdir(), 'agent-suite-redis-'));
	const logFile = join(folder, 'log');
	const [port] = await freePorts(1);
	const command = (...args: string[]) =>
		execFileSync(join(dirname(program), 'redis-cli'), ['-h', host, '-p', String(port), ...args], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}).trim();
	let server: Program;
	const start = async () => {
		const settings = { bind: host, port, dir: folder, appendonly: 'yes', save: '' };
		const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
		server = startProgram([program, ...args], { signal: 'TERM', logFile });
		await ready('Redis', server, logFile, () => command('ping') === 'PONG');
	};
	const stop = async () => {
		await server.stop();
		rmSync(folder, { recursive: true, force: true });
	};
	try {
		await start();
	} catch (error) {
		await stop();
		throw error;
	}
	const restart = async () => {
		await server.stop();
		await start();
	};
	return { host, port, command, restart, stop };
}
