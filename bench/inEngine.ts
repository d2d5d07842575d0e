/**
 * Measurements in n8n's own engine, each in a new process, so that its memory and its blocks are those of the
 * measurement. Started by `inEngine` in processes.ts with a name and the arguments as JSON.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import axios from 'axios';
import {
	ExecutionLifecycleHooks,
	LazyPackageDirectoryLoader,
	PackageDirectoryLoader,
	WorkflowExecute,
} from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type IWorkflowBase,
} from 'n8n-workflow';

import { additionalDataOf, CredentialInMemory, nodeTypesBy } from '../test/support/engine';
import { Host } from '../test/support/triggerHost';
import { shortenMinute } from '../test/support/nodeSettings';
import { watchBlocks, type Blocks } from './blocks';
import { credentialData, httpRequest, inChain, ours, readLeads, splitOut } from './flows';
import type { FlowNode } from './flows';

const MB = 1024 * 1024;
const credentials = { agentSuiteApi: { id: '1', name: 'Bench' } };
const nodesBase = join(__dirname, '../playground/node_modules/n8n-nodes-base');

async function loadBuild(folder: string): Promise<PackageDirectoryLoader> {
	const loader = new PackageDirectoryLoader(folder);
	await loader.loadAll();
	return loader;
}

interface Engine {
	/** The build of the package. */
	ours: PackageDirectoryLoader;
	/** n8n's own nodes. */
	base?: PackageDirectoryLoader;
}

/** Runs a chain of nodes. @returns the number of items of the last node @throws the error of a node */
async function runChain(
	loaders: Engine,
	chain: FlowNode[],
	credential: ICredentialDataDecryptedObject,
	items: IDataObject[] = [{}],
): Promise<number> {
	const nodeTypes = nodeTypesBy((name) => {
		const [from, type] = name.split('.');
		const loader = from === 'n8n-nodes-base' ? loaders.base : loaders.ours;
		return loader!.getNode(type).type;
	});
	const { nodes, connections } = inChain(chain);
	const settings = { executionOrder: 'v1' } as const;
	const about = { id: 'bench', name: 'Bench', active: false, nodes, connections, settings };
	const workflow = new Workflow({ ...about, nodeTypes });
	const dates = { createdAt: new Date(), updatedAt: new Date() };
	const stored: IWorkflowBase = { ...about, ...dates, isArchived: false, activeVersionId: null };
	const executionId = 'execution-1';
	const hooks = new ExecutionLifecycleHooks('trigger', executionId, stored);
	const helper = new CredentialInMemory(loaders.ours, credential);
	const additionalData = additionalDataOf(helper, { executionId, hooks });
	const input = items.map((json, item) => ({ json, pairedItem: { item } }));
	const first = workflow.getNode(chain[0].name) as INode;
	const runExecutionData = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node: first, data: { main: [input] }, source: null }],
		},
	});
	const engine = new WorkflowExecute(additionalData, 'trigger', runExecutionData);
	const { data } = await engine.processRunExecutionData(workflow);
	if (data.resultData.error) throw data.resultData.error;
	const last = data.resultData.runData[chain[chain.length - 1].name]?.at(-1);
	return last?.data?.main[0]?.length ?? 0;
}

/** Time and memory of a run, without the memory that was used before it. */
interface Peak {
	ms: number;
	/** CPU time of all threads, ms. Other load on the machine hardly affects it. */
	cpuMs: number;
	/** Memory that it added at its peak, MB. */
	moreMb: number;
	items: number;
}

async function peakOf(run: () => Promise<number>): Promise<Peak> {
	// Linux starts its high-water mark anew.
	writeFileSync('/proc/self/clear_refs', '5');
	const before = process.memoryUsage.rss();
	const began = performance.now();
	const used = process.cpuUsage();
	const items = await run();
	const { user, system } = process.cpuUsage(used);
	const ms = performance.now() - began;
	const peak = process.resourceUsage().maxRSS * 1024;
	const moreMb = Math.max(0, peak - before) / MB;
	return { ms, cpuMs: (user + system) / 1000, moreMb, items };
}

interface Where {
	/** The folder of the build. */
	build: string;
	/** The base URL of the service, and that of a short list to load all code with. */
	url: string;
	short: string;
}

/** Turns a list into items, with our node or with the two nodes that it replaces. */
async function list({ build, url, short, http }: Where & { http: boolean }): Promise<Peak> {
	const loaders: Engine = { ours: await loadBuild(build) };
	if (http) {
		loaders.base = new LazyPackageDirectoryLoader(nodesBase);
		await loaders.base.loadAll();
	}
	const chainOf = (baseUrl: string): FlowNode[] => {
		if (!http) return [ours(readLeads, credentials)];
		const request = httpRequest(`${baseUrl}/agent/lead`, {});
		const parameters = {
			...request.parameters,
			authentication: 'none',
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'Authorization', value: 'Bearer bench' }] },
		};
		return [{ ...request, parameters }, splitOut('leads')];
	};
	const run = async (baseUrl: string) =>
		await runChain(loaders, chainOf(baseUrl), credentialData('bench', baseUrl));
	await run(short);
	await ready();
	return await peakOf(async () => await run(url));
}

/** Forgets the lists that triggers of a build share. An old build shares none. */
function forgetSharedLists(build: string): void {
	const file = join(build, 'dist/nodes/AgentSuite/trigger/sharedLists.js');
	if (!existsSync(file)) return;
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- the instance that the loaded node uses
	const { sharedLists } = require(file) as { sharedLists: Map<string, unknown> };
	sharedLists.clear();
}

/**
 * A poll that finds some new leads among known ones. `url` is the list with them.
 * @param delivered a part of the known list. The execution with the other leads has failed
 */
async function poll({
	build,
	url,
	short,
	known,
	delivered = known,
}: Where & { known: string; delivered?: string }): Promise<Peak & Blocks & { stored: number }> {
	const loader = await loadBuild(build);
	const hostOf = (baseUrl: string) =>
		new Host(loader, {
			parameters: { event: 'leadCreated', retryFailedExecutions: true },
			credential: credentialData('bench', baseUrl),
		});
	const warm = hostOf(short);
	await warm.activate();
	await warm.poll();
	const before = hostOf(delivered);
	await before.activate();
	if (delivered !== known) {
		before.outcome = () => 'error';
		before.credential = credentialData('bench', known);
		await before.poll();
	}
	// Another workflow with the same data, as after a start of n8n: nothing of the process helps it.
	const host = hostOf(url);
	host.stored = before.stored;
	// Each base URL is another account, so their lists would stay in memory. A read of the same account replaces its last one.
	forgetSharedLists(build);
	await ready();
	const blocks = watchBlocks();
	const peak = await peakOf(async () => (await host.activate())?.length ?? 0);
	const stored = JSON.stringify(host.stored).length;
	return { ...peak, ...(await blocks()), stored };
}

/** The time that it takes to download and parse a list without n8n, ms. */
async function floor({ url }: { url: string }): Promise<number> {
	await ready();
	const began = performance.now();
	const headers = { Authorization: 'Bearer bench' };
	await axios.get(`${url}/agent/lead`, { headers });
	return performance.now() - began;
}

/** Reads one lead `reads` times, as one of several processes with the same token. */
async function share({
	build,
	url,
	token,
	reads,
	perMinute,
	minuteMs,
}: Omit<Where, 'short'> & {
	token: string;
	reads: number;
	perMinute: number;
	minuteMs: number;
}): Promise<number> {
	const loaders = { ours: await loadBuild(build) };
	if (minuteMs !== 60_000) shortenMinute(minuteMs);
	// Items only share a read with the same Max Tokens.
	const options = { maxTokens: '={{ 1e6 + $itemIndex }}', maxWait: 3600 };
	const node = ours(
		{ resource: 'lead', operation: 'get', leadId: 'lead_8f2k1a', options },
		credentials,
	);
	const items = Array.from({ length: reads }, () => ({}));
	await ready();
	return await runChain(loaders, [node], credentialData(token, url, perMinute), items);
}

/** Waits until all processes of a measurement are ready. */
async function ready(): Promise<void> {
	const go = new Promise((resolve) => process.once('message', resolve));
	process.send?.('ready');
	await go;
}

const measurements = { list, poll, floor, share };
export type Measurements = typeof measurements;

async function main(): Promise<void> {
	const [name, args] = process.argv.slice(2);
	const measure = measurements[name as keyof Measurements] as (args: unknown) => Promise<unknown>;
	process.send?.(await measure(JSON.parse(args)));
}

void main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
