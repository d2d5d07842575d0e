import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { startN8n, type N8n } from '../../playground/n8n';
import { installPackage, packPackage } from '../../playground/package';
import { freePorts } from '../../playground/ports';
import type { Rest } from '../../playground/rest';
import { unflatten, upsertCredential, type Credential } from '../../playground/workflows';
import { startSandbox, type Sandbox } from '../../sandbox';

const login = { email: 'owner@example.com', password: 'Aa1-server-test' };
/** n8n refuses cron expressions that fire more than once a minute, but takes several of them. */
const POLL_SECONDS = 3;

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks again until the answer is something. */
export async function until<T>(
	ask: () => Promise<T | undefined | false> | T | undefined | false,
	what: string,
	ms = 30_000,
): Promise<T> {
	const deadline = Date.now() + ms;
	while (Date.now() < deadline) {
		const answer = await ask();
		if (answer !== undefined && answer !== false) return answer;
		await pause(200);
	}
	throw new Error(`Waited ${ms / 1000} s in vain for ${what}`);
}

interface ExecutionRow {
	id: string;
	status: string;
}

/** A real n8n with the package installed, and the sandbox that its credential names. */
export class PollingServer {
	sandbox!: Sandbox;
	rest!: Rest;
	private n8n!: N8n;
	credential!: Credential;
	private userFolder!: string;
	private ports!: { port: number; brokerPort: number };

	constructor(
		private readonly env: NodeJS.ProcessEnv,
		/** Where n8n is installed; the playground's own unless given. */
		private readonly folder?: string,
	) {}

	async start(): Promise<void> {
		this.userFolder = mkdtempSync(join(tmpdir(), 'agent-suite-n8n-'));
		this.sandbox = await startSandbox({ limits: { minute: 0, hour: 0, day: 0 }, balance: 1e6 });
		const [port, brokerPort] = await freePorts(2);
		this.ports = { port, brokerPort };
		await installPackage(this.userFolder, await packPackage());
		await this.boot();
		this.credential = await upsertCredential(this.rest, {
			accessToken: this.sandbox.tokens.admin,
			baseUrl: this.sandbox.url,
		});
	}

	/** Starts n8n on the data that is there. */
	async boot(): Promise<void> {
		this.n8n = await startN8n({
			userFolder: this.userFolder,
			folder: this.folder,
			...this.ports,
			env: this.env,
		});
		this.rest = await this.n8n.login(login);
	}

	/** Where n8n answers. */
	get url(): string {
		return this.n8n.url;
	}

	/** SIGKILL: nothing of n8n gets to end in order. */
	async kill(): Promise<void> {
		process.kill(-this.n8n.pid, 'SIGKILL');
		await this.n8n.ended;
	}

	async stop(): Promise<void> {
		await this.n8n?.stop();
		await this.sandbox?.close();
		rmSync(this.userFolder, { recursive: true, force: true, maxRetries: 3 });
	}

	private nodes(parameters: IDataObject): IDataObject[] {
		const item = Array.from({ length: 60 / POLL_SECONDS }, (_, index) => ({
			mode: 'custom',
			cronExpression: `${index * POLL_SECONDS} * * * * *`,
		}));
		return [
			{
				id: 'a0c9a8d2-0000-4000-8000-000000000001',
				name: 'Agent Suite Trigger',
				type: 'n8n-nodes-agent-suite.agentSuiteTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: { pollTimes: { item }, ...parameters },
				credentials: { agentSuiteApi: { ...this.credential } },
			},
		];
	}

	/** Makes a workflow that has nothing but the trigger. */
	async createWorkflow(parameters: IDataObject): Promise<string> {
		const { id } = await this.rest.post<{ id: string }>('/rest/workflows', {
			name: 'Trigger',
			// n8n 1.x wants to be told.
			active: false,
			nodes: this.nodes(parameters),
			connections: {},
			settings: { executionOrder: 'v1', saveDataSuccessExecution: 'all' },
		});
		return id;
	}

	async changeWorkflow(id: string, parameters: IDataObject): Promise<void> {
		await this.rest.patch(`/rest/workflows/${id}`, {
			nodes: this.nodes(parameters),
			connections: {},
		});
	}

	async activate(id: string): Promise<void> {
		const { versionId } = await this.rest.get<{ versionId: string }>(`/rest/workflows/${id}`);
		await this.rest.post(`/rest/workflows/${id}/activate`, { versionId });
	}

	async deactivate(id: string): Promise<void> {
		await this.rest.post(`/rest/workflows/${id}/deactivate`);
	}

	/** Waits until so many more polls have been answered. */
	async polls(count: number): Promise<void> {
		const answered = () =>
			this.sandbox.requests.filter(({ status, path }) => status === 200 && path === '/agent/lead');
		const before = answered().length;
		await until(() => answered().length >= before + count, `${count} polls`, 60_000);
		// n8n still has to do something with the answer.
		await pause(700);
	}

	/** What the trigger has put out, over all executions, in their order. */
	async emitted(workflowId: string): Promise<IDataObject[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.rest.get<{ results: ExecutionRow[] }>(
			`/rest/executions?filter=${filter}&limit=100`,
		);
		const items: IDataObject[] = [];
		for (const { id } of results.sort((left, right) => Number(left.id) - Number(right.id))) {
			const { data } = await this.rest.get<{ data: string }>(`/rest/executions/${id}`);
			const { resultData } = unflatten(data) as {
				resultData: {
					runData: Record<string, Array<{ data?: { main: Array<Array<{ json: IDataObject }>> } }>>;
				};
			};
			const [run] = resultData.runData['Agent Suite Trigger'] ?? [];
			for (const { json } of run?.data?.main[0] ?? []) items.push(json);
		}
		return items;
	}
}
