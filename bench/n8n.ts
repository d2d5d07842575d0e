/**
 * The complete n8n of the playground with the package and a custom node of the bench. Workflows are published and run
 * through their webhook, as in production, so that nothing polls n8n while it works.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import axios from 'axios';

import { startN8n, type N8n } from '../playground/n8n';
import { installPackage, packPackage } from '../playground/package';
import { freePorts } from '../playground/ports';
import { RestError, type Rest } from '../playground/rest';
import { unflatten } from '../playground/workflows';
import { inChain, type FlowNode } from './flows';

const login = { email: 'owner@example.com', password: 'Owner-of-the-bench-1' };

/** Creates a folder for n8n's data, with or without the package. */
export async function prepareFolder(withPackage: boolean): Promise<string> {
	const userFolder = mkdtempSync(join(tmpdir(), 'agent-suite-bench-'));
	mkdirSync(join(userFolder, '.n8n'), { recursive: true });
	if (withPackage) await installPackage(userFolder, await packPackage());
	return userFolder;
}

export interface NodeRun {
	/** As reported by n8n, ms. */
	ms: number;
	/** Items on the first output. */
	items: number;
}

export interface FlowRun {
	/** Time of the request to the webhook, ms. */
	wallMs: number;
	succeeded: boolean;
	/** The first item of the last node, or n8n's error. */
	answer: unknown;
}

interface RunData {
	resultData: {
		runData: Record<
			string,
			Array<{ executionTime: number; data?: { main?: Array<unknown[] | null> } }>
		>;
	};
}

export interface ExecutionRow {
	id: string;
	status: string;
}

export class BenchN8n {
	private flows = 0;

	private constructor(
		private readonly n8n: N8n,
		readonly rest: Rest,
		private readonly address: string,
		private readonly userFolder: string,
	) {}

	static async start(): Promise<BenchN8n> {
		const userFolder = await prepareFolder(true);
		const [port, brokerPort] = await freePorts(2);
		const env = {
			N8N_CUSTOM_EXTENSIONS: join(__dirname, 'declarative'),
			N8N_LOG_LEVEL: 'error',
			NODE_OPTIONS: `--require=${JSON.stringify(join(__dirname, 'profiler.cjs'))}`,
			BENCH_PROFILE: join(userFolder, 'profile.cpuprofile'),
		};
		const n8n = await startN8n({ userFolder, port, brokerPort, env });
		try {
			const rest = await n8n.login(login);
			return new BenchN8n(n8n, rest, `http://127.0.0.1:${port}`, userFolder);
		} catch (error) {
			await n8n.stop();
			throw error;
		}
	}

	get pid(): number {
		return this.n8n.pid;
	}

	/** CPU time of n8n's main process so far, ms. Undefined if the system does not report it. */
	cpu(): number | undefined {
		const file = `/proc/${this.n8n.pid}/stat`;
		if (!existsSync(file)) return undefined;
		// Fields 14 and 15 of the line are user and system time, in 1/100 s. The name in brackets is cut off.
		const fields = readFileSync(file, 'utf8').split(') ')[1].split(' ');
		return (Number(fields[11]) + Number(fields[12])) * 10;
	}

	/** The file that profiler.cjs writes. */
	get profileFile(): string {
		return join(this.userFolder, 'profile.cpuprofile');
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
		rmSync(this.userFolder, { recursive: true, force: true, maxRetries: 3 });
	}

	/** Creates a credential and returns the `credentials` of a node. */
	async credential(type: string, data: object): Promise<Record<string, object>> {
		const name = `${type} ${++this.flows}`;
		const { id } = await this.rest.post<{ id: string }>('/rest/credentials', { name, type, data });
		return { [type]: { id, name } };
	}

	/** Creates and publishes a workflow of a chain of nodes. */
	async publish(nodes: FlowNode[], { keep }: { keep: boolean }): Promise<string> {
		const saved = keep ? 'all' : 'none';
		const { id, versionId } = await this.rest.post<{ id: string; versionId: string }>(
			'/rest/workflows',
			{
				name: `Bench ${++this.flows}`,
				...inChain(nodes),
				settings: {
					executionOrder: 'v1',
					saveDataSuccessExecution: saved,
					saveDataErrorExecution: saved,
				},
			},
		);
		await this.rest.post(`/rest/workflows/${id}/activate`, { versionId });
		return id;
	}

	async unpublish(id: string): Promise<void> {
		await this.rest.post(`/rest/workflows/${id}/deactivate`);
	}

	/** Publishes a flow that starts with a webhook. The returned function runs it once. */
	async flow(nodes: FlowNode[], { keep }: { keep: boolean }): Promise<Flow> {
		const path = `bench-${++this.flows}`;
		const webhook: FlowNode = {
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2.1,
			parameters: { httpMethod: 'GET', path, responseMode: 'lastNode', options: {} },
			webhookId: path,
		};
		const id = await this.publish([webhook, ...nodes], { keep });
		const run = async (): Promise<FlowRun> => {
			const deadline = Date.now() + 20_000;
			for (;;) {
				const began = performance.now();
				const { status, data: answer } = await axios.get<unknown>(
					`${this.address}/webhook/${path}`,
					{ validateStatus: () => true },
				);
				const wallMs = performance.now() - began;
				// n8n registers the webhook shortly after it reports that the workflow is published.
				if (status !== 404) return { wallMs, succeeded: status === 200, answer };
				if (Date.now() > deadline) throw new Error(`n8n has no webhook ${path}`);
				await new Promise((resolve) => setTimeout(resolve, 100));
			}
		};
		return { id, run, lastRun: async () => await this.lastRun(id) };
	}

	/** The ended executions of a workflow, newest first. */
	async executions(workflowId: string): Promise<ExecutionRow[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.rest.get<{ results: ExecutionRow[] }>(
			`/rest/executions?filter=${filter}&limit=100`,
		);
		const ended = results.filter(({ status }) => !['new', 'running', 'waiting'].includes(status));
		return ended.sort((left, right) => Number(right.id) - Number(left.id));
	}

	/** Time and items of each node in a saved execution. */
	async nodeRuns(executionId: string): Promise<Record<string, NodeRun>> {
		const { data } = await this.rest.get<{ data: string }>(`/rest/executions/${executionId}`);
		const { resultData } = unflatten(data) as RunData;
		return Object.fromEntries(
			Object.entries(resultData.runData).map(([name, runs]) => [
				name,
				{
					ms: runs.reduce((sum, { executionTime }) => sum + executionTime, 0),
					items: runs.at(-1)?.data?.main?.[0]?.length ?? 0,
				},
			]),
		);
	}

	private async lastRun(id: string): Promise<Record<string, NodeRun>> {
		// The webhook responds shortly before n8n has stored the execution. After long work, n8n briefly responds
		// with 503, because it believes that it has lost its database.
		for (let tries = 0; tries < 300; tries++) {
			try {
				const [newest] = await this.executions(id);
				if (newest) {
					const runs = await this.nodeRuns(newest.id);
					await this.rest.post('/rest/executions/delete', { ids: [newest.id] });
					return runs;
				}
			} catch (error) {
				if (!(error instanceof RestError && error.status === 503)) throw error;
			}
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		throw new Error(`n8n has stored no execution of the workflow ${id}`);
	}
}

export interface Flow {
	id: string;
	run(): Promise<FlowRun>;
	/** Time and items of each node in the last run. Deletes the execution. */
	lastRun(): Promise<Record<string, NodeRun>>;
}
