import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { freePorts } from '../../../playground/ports';
import { programPath, ready, startProgram } from './program';

export interface Postgres {
	port: number;
	/** Settings of a client besides `port`. Everyone on this machine can connect. */
	login: { host: string; database: string; user: string; password: string };
	/** Runs a statement and returns its rows, one per line, with | between columns. */
	sql(statement: string): string;
	stop(): Promise<void>;
}

const login = { host: '127.0.0.1', database: 'postgres', user: 'tester', password: 'unused' };

/** A separate PostgreSQL server on a free port of loopback, with its data in a temporary folder. */
export async function startPostgres(): Promise<Postgres> {
	const programs = dirname(programPath('postgresql'));
	// PostgreSQL does not run as root, so its own user runs it then.
	const prefix = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
	const run = (program: string, args: string[], quiet = false): string => {
		const [file, ...all] = [...prefix, join(programs, program), ...args];
		const options: ExecFileSyncOptionsWithStringEncoding = {
			encoding: 'utf8',
			cwd: '/',
			stdio: ['ignore', 'pipe', quiet ? 'ignore' : 'inherit'],
		};
		return execFileSync(file, all, options);
	};
	const folder = mkdtempSync(join(tmpdir(), 'agent-suite-postgres-'));
	chmodSync(folder, 0o777);
	const data = join(folder, 'data');
	const logFile = join(folder, 'log');
	run('initdb', ['-D', data, '-U', login.user, '-A', 'trust', '-E', 'UTF8', '--no-sync']);
	const [port] = await freePorts(1);
	const server = startProgram(
		// The data is temporary and does not have to survive a power cut.
		[
			...[join(programs, 'postgres'), '-D', data, '-F', '-h', login.host],
			...['-p', String(port), '-k', folder],
		],
		{ signal: 'INT', logFile, prefix },
	);
	const at = ['-h', login.host, '-p', String(port), '-U', login.user];
	const stop = async () => {
		await server.stop();
		rmSync(folder, { recursive: true, force: true });
	};
	try {
		await ready('PostgreSQL', server, logFile, () => run('pg_isready', at, true) !== '');
	} catch (error) {
		await stop();
		throw error;
	}
	const sql = (statement: string) =>
		run('psql', [...at, '-v', 'ON_ERROR_STOP=1', '-At', '-c', statement, login.database]).trim();
	return { port, login, sql, stop };
}
