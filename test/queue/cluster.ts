import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { parse } from 'yaml';

import { startWorker, type N8nProcess } from '../../playground/n8n';
import { root } from '../../scripts/shared';
import { packPackage, type PackedPackage } from '../../playground/package';
import { freePorts } from '../../playground/ports';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { startPostgres, type Postgres } from '../support/programs/postgres';
import { programPath } from '../support/programs/program';
import { startRedis, type Redis } from '../support/programs/redis';
import { until } from '../support/programs/until';
import { InstalledN8n, newUserFolder, userFolderWith } from '../support/server/installed';

/** Executions of a worker at a time. */
export const CONCURRENCY = 5;

export class Worker {
	process!: N8nProcess;

	private constructor(
		private readonly userFolder: string,
		private readonly env: NodeJS.ProcessEnv,
	) {}

	static async start(userFolder: string, env: NodeJS.ProcessEnv): Promise<Worker> {
		const worker = new Worker(userFolder, env);
		await worker.boot();
		return worker;
	}

	/** Starts its process, also again after it was killed. */
	async boot(): Promise<void> {
		const [port, brokerPort] = await freePorts(2);
		const options = { userFolder: this.userFolder, port, brokerPort, env: this.env };
		this.process = await startWorker(options, CONCURRENCY);
	}

	/** The executions it has started, according to its log. */
	started(): string[] {
		return this.logged('started');
	}

	/** The executions it has started and not ended. */
	running(): string[] {
		const finished = this.logged('finished');
		return this.started().filter((id) => !finished.includes(id));
	}

	private logged(what: 'started' | 'finished'): string[] {
		const log = readFileSync(this.process.logFile, 'utf8');
		const lines = log.matchAll(new RegExp(`Worker ${what} execution (\\d+) `, 'g'));
		return [...lines].map(([, id]) => id);
	}

	async stop(): Promise<void> {
		await this.process.stop();
		rmSync(this.userFolder, { recursive: true, force: true, maxRetries: 3 });
	}
}

/**
 * n8n in queue mode: a main process and workers with PostgreSQL and Redis between them, the package installed
 * from one tarball into each process's own community-nodes folder, and the sandbox of the service.
 */
export class Cluster {
	readonly workers: Worker[] = [];
	private readonly ends: Array<() => Promise<unknown>> = [];
	sandbox!: Sandbox;
	redis!: Redis;
	main!: InstalledN8n;
	private packed!: PackedPackage;
	private env!: NodeJS.ProcessEnv;

	/** Starts everything. `stop` ends all that was started, also after a failure. @param env more settings */
	async start(
		workers: number,
		env: NodeJS.ProcessEnv = {},
		account: SandboxOptions = { balance: 1e6 },
	): Promise<void> {
		this.sandbox = await startSandbox(account);
		this.ends.push(async () => await this.sandbox.close());
		this.redis = await startRedis();
		this.ends.push(async () => await this.redis.stop());
		const postgres = await startPostgres();
		this.ends.push(async () => await postgres.stop());
		this.packed = packPackage();
		createUser(postgres);
		this.env = { ...environment(postgres, this.redis), ...env };
		this.main = new InstalledN8n(this.env, this.packed);
		await this.main.start();
		// The main process has created the tables by now.
		const folders = Array.from({ length: workers }, () => userFolderWith(this.packed));
		await Promise.all(folders.map(async (folder) => await this.addWorker(folder)));
	}

	get rest() {
		return this.main.rest;
	}

	/** Adds a worker and installs the package with the command of docs/queue-mode/compose.yaml. */
	async addWorkerOfCompose(): Promise<void> {
		const userFolder = newUserFolder();
		const nodes = join(userFolder, '.n8n', 'nodes');
		mkdirSync(nodes, { recursive: true });
		const [npm, ...args] = compose().packages.entrypoint;
		const here = args.map((arg) => (arg === '/packages' ? nodes : arg));
		await promisify(execFile)(npm, [...here, this.packed.tarball], { cwd: userFolder });
		await this.addWorker(userFolder);
	}

	private async addWorker(userFolder: string): Promise<void> {
		const worker = await Worker.start(userFolder, this.env);
		this.workers.push(worker);
	}

	/** Calls the webhook of a published workflow. n8n takes a moment to register it. */
	async callWebhook(path: string, body: object): Promise<void> {
		const call = async () =>
			await fetch(`${this.main.n8n.url}/webhook/${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});
		const { ok, status } = await until(async () => {
			const response = await call();
			return response.status !== 404 && response;
		}, `the webhook ${path}`);
		if (!ok) throw new Error(`The webhook responded with ${status}`);
	}

	async stop(): Promise<void> {
		await Promise.all([...this.workers, this.main].map(async (process) => await process?.stop()));
		for (const end of this.ends.splice(0).reverse()) await end();
	}
}

/** The part of docs/queue-mode/compose.yaml that the tests run. */
interface Compose {
	services: Record<'packages', { entrypoint: string[] }> &
		Record<'main', { environment: Record<string, string> }>;
}

/** The database user that the compose file creates for n8n. */
const databaseUser = { N8N_DB_USER: 'n8n', N8N_DB_PASSWORD: "a'b" };

/** Runs the script of the compose file for the postgres image, as that image does. */
function createUser({ login, port }: Postgres): void {
	const programs = dirname(programPath('postgresql'));
	execFileSync('sh', [join(root, 'docs/queue-mode/create-user.sh')], {
		env: {
			PATH: `${programs}${delimiter}${process.env.PATH}`,
			PGHOST: login.host,
			PGPORT: String(port),
			POSTGRES_USER: login.user,
			POSTGRES_DB: login.database,
			...databaseUser,
		},
	});
}

function compose(): Compose['services'] {
	const text = readFileSync(join(root, 'docs/queue-mode/compose.yaml'), 'utf8');
	return (parse(text, { merge: true }) as Compose).services;
}

/** Settings of main and workers: those of the compose file, with the addresses of this machine. */
function environment(postgres: Postgres, redis: Redis): NodeJS.ProcessEnv {
	const settings = Object.entries(compose().main.environment);
	return {
		...Object.fromEntries(settings.filter(([, value]) => !value.includes('${'))),
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		// No workflow of the tests has a Code node, so no runner is started.
		N8N_RUNNERS_AUTH_TOKEN: randomBytes(24).toString('hex'),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		DB_POSTGRESDB_HOST: postgres.login.host,
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: postgres.login.database,
		DB_POSTGRESDB_USER: databaseUser.N8N_DB_USER,
		DB_POSTGRESDB_PASSWORD: databaseUser.N8N_DB_PASSWORD,
		QUEUE_BULL_REDIS_HOST: redis.host,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
	};
}
