/** Starts the real n8n of playground/node_modules, or another, or a worker of it, as a child process and stops it again. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { root } from '../scripts/shared';
import { environment, type N8nSettings } from './environment';
import { createRest, signIn, type Login, type Rest } from './rest';

const leash = join(__dirname, 'leash.js');

interface N8nOptions extends N8nSettings {
	/** The file for n8n's output. Default: `n8n.log` in the user folder. */
	logFile?: string;
	/** Shows n8n's output on the terminal instead. */
	verbose?: boolean;
	/** How long to wait for n8n's first response, ms. Default: 180,000. */
	timeout?: number;
	/** Stops n8n when aborted, also while it is still starting. */
	signal?: AbortSignal;
}

/** A running n8n of any kind. */
export interface N8nProcess {
	pid: number;
	logFile: string;
	/** Resolves with the exit code once n8n has ended, for whatever reason. */
	ended: Promise<number>;
	/** Ends n8n and all it started. Safe to call more than once. */
	stop(): Promise<void>;
	/** Kills n8n and all it started with SIGKILL. */
	kill(): Promise<void>;
}

export interface N8n extends N8nProcess {
	/** The editor's address. */
	url: string;
	/** Signs in, and creates the owner's account on the first run. */
	login(login: Login): Promise<Rest>;
}

/** The last lines of n8n's output, for a message that n8n did not start. */
export function lastLines(logFile: string, count = 15): string {
	if (!existsSync(logFile)) return '';
	return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
}

/** Sends a signal to n8n and the task runner it started: they are one process group. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	try {
		if (process.platform === 'win32' || child.pid === undefined) child.kill(signal);
		else process.kill(-child.pid, signal);
	} catch {
		// Already gone.
	}
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
	exitCode !== null || signalCode !== null;

/** Resolves with the exit code of n8n. Also ends the children of n8n then, in case it died without ending them. */
async function endOf(child: ChildProcess): Promise<number> {
	return await new Promise((resolve) => {
		child.on('error', () => resolve(1));
		child.on('exit', (code) => {
			signalGroup(child, 'SIGKILL');
			resolve(code ?? 1);
		});
	});
}

/** Asks n8n to end, and kills it if it has not after 15 seconds. */
async function stopGently(
	child: ChildProcess,
	ended: Promise<number>,
	kill: () => Promise<void>,
): Promise<void> {
	if (hasEnded(child)) return;
	child.kill('SIGTERM');
	const timer = setTimeout(() => void kill(), 15_000);
	await ended;
	clearTimeout(timer);
}

type Answers = (address: string, options: RequestInit) => Promise<boolean>;

async function untilReady(
	address: string,
	answers: Answers,
	child: ChildProcess,
	timeout: number,
): Promise<boolean> {
	const deadline = Date.now() + timeout;
	while (Date.now() < deadline && !hasEnded(child)) {
		try {
			if (await answers(address, { signal: AbortSignal.timeout(2_000) })) return true;
		} catch {
			// Not listening yet.
		}
		await new Promise((resolve) => setTimeout(resolve, 250));
	}
	return false;
}

const isReady: Answers = async (address, options) =>
	(await fetch(`${address}/healthz/readiness`, options)).ok;

/** Asks both, because `healthz/readiness` succeeds before the API of the editor is available. */
const hasInterface: Answers = async (address, options) => {
	if (!(await isReady(address, options))) return false;
	// Nobody has signed in, so it is refused, but as JSON.
	const { headers } = await fetch(`${address}/rest/login`, options);
	return headers.get('content-type')?.includes('json') === true;
};

/**
 * The arguments of `docker` that run n8n's image instead of the n8n of playground/node_modules. Network, user, and folders
 * are those of this machine, so that addresses and files mean the same inside.
 */
function inContainer(image: string, name: string, env: NodeJS.ProcessEnv): string[] {
	const own = Object.keys(env).filter(
		(key) => env[key] !== process.env[key] && !/^path$/i.test(key),
	);
	const { uid, gid } = userInfo();
	return [
		...['run', '--rm', '--name', name, '--network', 'host', '--user', `${uid}:${gid}`],
		...[tmpdir(), root].flatMap((folder) => ['--volume', `${folder}:${folder}`]),
		...['--env', `HOME=${tmpdir()}`],
		...own.flatMap((key) => ['--env', key]),
		image,
	];
}

/** Starts one of n8n's commands and resolves once it responds. */
async function startProcess(
	options: N8nOptions,
	args: string[],
	env: NodeJS.ProcessEnv,
	answers: Answers,
): Promise<N8nProcess> {
	const logFile = options.logFile ?? join(options.userFolder, 'n8n.log');
	mkdirSync(options.userFolder, { recursive: true });
	const log = openSync(logFile, 'w');
	const output = options.verbose ? 'inherit' : log;
	// The leash ends n8n when this process is killed. See leash.js.
	const program = join(options.folder ?? __dirname, 'node_modules', 'n8n', 'bin', 'n8n');
	const image = options.folder === undefined ? process.env.N8N_IMAGE : undefined;
	const container = `agent-suite-${randomUUID()}`;
	const [file, first] = image
		? ['docker', inContainer(image, container, env)]
		: [process.execPath, ['--require', leash, program]];
	const child = spawn(file, [...first, ...args], {
		cwd: options.userFolder,
		env,
		stdio: ['ignore', output, output, 'ipc'],
		detached: process.platform !== 'win32',
	});
	closeSync(log);
	const ended = endOf(child);
	const kill = async (): Promise<void> => {
		// Its process is not a child of this one.
		if (image) spawnSync('docker', ['kill', container]);
		if (!hasEnded(child)) signalGroup(child, 'SIGKILL');
		await ended;
	};
	let stopping: Promise<void> | undefined;
	const stop = (): Promise<void> => (stopping ??= stopGently(child, ended, kill));

	options.signal?.addEventListener('abort', () => void stop(), { once: true });
	if (options.signal?.aborted) void stop();

	const address = `http://127.0.0.1:${options.port}`;
	if (!(await untilReady(address, answers, child, options.timeout ?? 180_000))) {
		const died = hasEnded(child);
		await stop();
		const reason = died ? 'n8n ended while starting' : 'n8n did not respond in time';
		const said = options.verbose ? '' : `. Last log lines:\n${lastLines(logFile)}`;
		throw new Error(`${reason}${said}`);
	}
	return { pid: child.pid ?? 0, logFile, ended, stop, kill };
}

/** Starts n8n and resolves once it responds. The caller stops it. */
export async function startN8n(options: N8nOptions): Promise<N8n> {
	const url = `http://localhost:${options.port}`;
	const env = environment(options, url);
	const start = async () => await startProcess(options, ['start'], env, hasInterface);
	const running = await start().catch((error: Error) => {
		// After a SIGKILL while n8n stores an execution, n8n 2.41 can end at its next start, once.
		if (!error.message.includes('workflow-statistics.service')) throw error;
		return start();
	});
	return {
		...running,
		url,
		async login(login) {
			const rest = createRest(`http://127.0.0.1:${options.port}`);
			await signIn(rest, login);
			return rest;
		},
	};
}

/**
 * Starts a worker of n8n's queue mode, for tests, and resolves once it takes executions. The caller stops it. `port` is
 * that of its health check. Database, Redis and encryption key come in `env`, the same as the main's.
 * @param concurrency executions it runs at a time
 */
export async function startWorker(options: N8nOptions, concurrency = 10): Promise<N8nProcess> {
	const env = {
		...environment(options, `http://localhost:${options.port}`),
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(options.port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
	return await startProcess(options, ['worker', `--concurrency=${concurrency}`], env, isReady);
}
