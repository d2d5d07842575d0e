/**
 * The complete n8n of the playground with one build of the package. Workflows are published and run through their
 * webhook, as in production, so that nothing polls n8n while it works.
 */
import axios from 'axios';

import { packPackage } from '../playground/package';
import { RestError } from '../playground/rest';
import { unflatten } from '../test/support/server/unflatten';
import { InstalledN8n } from '../test/support/server/installed';
import { inChain, type FlowNode } from './flows';

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
	body: unknown;
}

interface RunData {
	resultData: {
		runData: Record<
			string,
			Array<{ executionTime: number; data?: { main?: Array<unknown[] | null> } }>
		>;
	};
}

export class BenchN8n extends InstalledN8n {
	private names = 0;

	/** @param folder the package to install, built */
	constructor(folder: string) {
		super({ N8N_LOG_LEVEL: 'error' }, packPackage(folder));
	}

	/** Creates a credential and returns the `credentials` of a node. */
	async credential(type: string, data: object): Promise<Record<string, object>> {
		const name = `${type} ${++this.names}`;
		const { id } = await this.rest.post<{ id: string }>('/rest/credentials', { name, type, data });
		return { [type]: { id, name } };
	}

	/** n8n's own credential for a bearer token. */
	async bearer(token = 'bench'): Promise<Record<string, object>> {
		return await this.credential('httpBearerAuth', { token });
	}

	/**
	 * Publishes a workflow of a webhook and a chain of nodes.
	 * @param save whether n8n saves its executions, which `runOnce` needs
	 * @returns a function that runs it once
	 */
	async flow(
		chain: FlowNode[],
		{ save }: { save: boolean },
	): Promise<{ id: string; run: () => Promise<FlowRun> }> {
		const path = `bench-${++this.names}`;
		const webhook: FlowNode = {
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2.1,
			parameters: { httpMethod: 'GET', path, responseMode: 'lastNode', options: {} },
			webhookId: path,
		};
		const saved = save ? 'all' : 'none';
		const settings = {
			executionOrder: 'v1',
			saveDataSuccessExecution: saved,
			saveDataErrorExecution: saved,
		};
		const body = { name: path, ...inChain([webhook, ...chain]), settings };
		type Stored = { id: string; versionId: string };
		const { id, versionId } = await this.rest.post<Stored>('/rest/workflows', body);
		await this.rest.post(`/rest/workflows/${id}/activate`, { versionId });
		return { id, run: async () => await this.call(path) };
	}

	private async call(path: string): Promise<FlowRun> {
		const url = `${this.n8n.url.replace('localhost', '127.0.0.1')}/webhook/${path}`;
		const deadline = Date.now() + 60_000;
		for (;;) {
			const began = performance.now();
			const { status, data } = await axios.get<unknown>(url, { validateStatus: () => true });
			const wallMs = performance.now() - began;
			// n8n registers the webhook shortly after it reports that the workflow is published.
			if (status !== 404) return { wallMs, succeeded: status === 200, body: data };
			if (Date.now() > deadline) throw new Error(`n8n has no webhook ${path}`);
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
	}

	/**
	 * Runs a chain of nodes once.
	 * @returns also the time and items of its last node, as n8n saved them
	 */
	async runOnce(chain: FlowNode[]): Promise<FlowRun & NodeRun> {
		const { id, run } = await this.flow(chain, { save: true });
		const result = await run();
		const runs = await this.savedRuns(id);
		await this.rest.post(`/rest/workflows/${id}/deactivate`);
		return { ...result, ...(runs[chain[chain.length - 1].name] ?? { ms: 0, items: 0 }) };
	}

	/** Time and items of each node in the only execution of a workflow. */
	private async savedRuns(id: string): Promise<Record<string, NodeRun>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		// The webhook responds shortly before n8n has saved the execution. After long work, n8n briefly responds
		// with 503, because it believes that it has lost its database.
		for (let tries = 0; tries < 600; tries++) {
			try {
				const { results } = await this.rest.get<{
					results: Array<{ id: string; status: string }>;
				}>(`/rest/executions?filter=${filter}`);
				const ended = results.find(({ status }) => ['success', 'error'].includes(status));
				if (ended) return await this.nodeRuns(ended.id);
			} catch (error) {
				if (!(error instanceof RestError && error.status === 503)) throw error;
			}
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		throw new Error(`n8n has saved no execution of the workflow ${id}`);
	}

	private async nodeRuns(executionId: string): Promise<Record<string, NodeRun>> {
		const { data } = await this.rest.get<{ data: string }>(`/rest/executions/${executionId}`);
		await this.rest.post('/rest/executions/delete', { ids: [executionId] });
		const { resultData } = unflatten(data) as RunData;
		const runs = Object.entries(resultData.runData).map(([name, [run]]) => [
			name,
			{ ms: run.executionTime, items: run.data?.main?.[0]?.length ?? 0 },
		]);
		return Object.fromEntries(runs) as Record<string, NodeRun>;
	}
}
