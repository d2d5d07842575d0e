/**
 * Runs one measurement in n8n's engine, in a separate process, so that the peak memory is that of the measurement.
 * Sends its result and ends. `childResult` starts it with the measurement, the base URL, and further arguments.
 */
import axios from 'axios';

import { Host } from '../test/support/triggerHost';
import { built, withSettings } from '../test/support/windows';
import { load, runChain } from './engine';
import { credentialData, httpRequest, ours, readLeads, splitOut, type FlowNode } from './flows';

const MB = 1024 * 1024;

export interface Peak {
	ms: number;
	/** Peak memory of the process, MB. */
	peakMb: number;
	/** Memory that the measurement added, MB. */
	moreMb: number;
	items: number;
	/** Part of `ms` that our node waited for n8n's helper. */
	requestMs?: number;
}

/** Times the requests of n8n's helper, including parsing. */
function watchRequests(): () => number {
	const module = built<{ send: (...args: unknown[]) => Promise<unknown> }>('transport/send');
	const { send } = module;
	let ms = 0;
	const watched = async (...args: unknown[]) => {
		const began = performance.now();
		const answer = await send(...args);
		ms = performance.now() - began;
		return answer;
	};
	Object.defineProperty(module, 'send', { value: watched });
	return () => ms;
}

/** Times a run. Memory that was used before it does not count. */
async function peakOf(run: () => Promise<number>): Promise<Peak> {
	const before = process.memoryUsage.rss() / MB;
	const began = performance.now();
	const items = await run();
	const ms = performance.now() - began;
	// In kilobytes, the high-water mark of the operating system (VmHWM).
	const peakMb = process.resourceUsage().maxRSS / 1024;
	return { ms, peakMb, moreMb: Math.max(0, peakMb - before), items };
}

async function download(baseUrl: string): Promise<string> {
	const { data } = await axios.get<string>(`${baseUrl}/agent/lead`, {
		headers: { Authorization: 'Bearer bench' },
		responseType: 'text',
		transformResponse: (text: string) => text,
	});
	return data;
}

const itemsIn = (text: string) => (JSON.parse(text) as { leads: unknown[] }).leads.length;

/** Turns a list into items with our node, with HTTP Request and Split Out, or with JSON.parse alone. */
async function list(baseUrl: string, variant: string, small: string): Promise<Peak> {
	const loaders = await load({ base: true });
	const credentials = { agentSuiteApi: { id: '1', name: 'Bench' } };
	const chainOf = (url: string, chain: string): FlowNode[] => {
		if (chain === 'node') return [ours(readLeads, credentials)];
		const request = httpRequest(`${url}/agent/lead`, {});
		const header = { name: 'Authorization', value: 'Bearer bench' };
		const parameters = {
			...request.parameters,
			authentication: 'none',
			sendHeaders: true,
			headerParameters: { parameters: [header] },
		};
		return [{ ...request, parameters }, splitOut('leads')];
	};
	const runOn = async (url: string, chain: string) =>
		await runChain(loaders, chainOf(url, chain), credentialData('bench', url));
	// Loads modules before the measurement, and all variants start with an equally large heap.
	for (const chain of ['node', 'http']) await runOn(small, chain);
	if (variant !== 'floor') {
		const requestMs = watchRequests();
		const peak = await peakOf(async () => await runOn(baseUrl, variant));
		return { ...peak, ...(variant === 'node' && { requestMs: requestMs() }) };
	}
	const text = await download(baseUrl);
	return await peakOf(async () => itemsIn(text));
}

export interface PollPeak extends Peak {
	/** Time to download the response, and time of JSON.parse, ms. */
	downloadMs: number;
	parseMs: number;
	/** Length of the static data as JSON. */
	stored: number;
	known: number;
}

/** A poll that finds some new leads among many known ones. */
async function poll(
	before: string,
	event: string,
	after: string,
	small: string,
): Promise<PollPeak> {
	const { ours: loader } = await load({ base: false });
	const parameters = { event };
	const hostOf = (url: string) =>
		new Host(loader, { parameters, credential: credentialData('bench', url) });
	const warm = hostOf(small);
	await warm.activate();
	await warm.poll();
	const host = hostOf(before);
	await host.activate();
	host.restart();
	host.credential = credentialData('bench', after);
	const peak = await peakOf(async () => (await host.poll())?.length ?? 0);
	const stored = JSON.stringify(host.stored).length;
	const began = performance.now();
	const text = await download(after);
	const downloadMs = performance.now() - began;
	const parsing = performance.now();
	const all = itemsIn(text);
	return { ...peak, downloadMs, parseMs: performance.now() - parsing, stored, known: all };
}

/** Sends `reads` reads, `atATime` of them in parallel. */
async function width(baseUrl: string, reads: number, atATime: number, rounds: number) {
	const loaders = await load({ base: false });
	withSettings({ readsAtATime: atATime });
	const parameters = {
		resource: 'lead',
		operation: 'get',
		leadId: '=lead_g{{ $itemIndex }}',
	};
	const node = ours(parameters, { agentSuiteApi: { id: '1', name: 'Bench' } });
	const samples: number[] = [];
	const run = async (count: number) => {
		const items = await runChain(loaders, [node], credentialData('bench', baseUrl), count);
		if (items !== count) throw new Error(`${items} of ${count} reads came back`);
	};
	await run(16);
	for (let round = 0; round < rounds; round++) {
		const began = performance.now();
		await run(reads);
		samples.push(performance.now() - began);
	}
	return { samples };
}

export interface LoadPeak {
	/** Time to load the nodes and the credential with n8n's loader. */
	ms: number;
	moreMb: number;
}

async function loadOnly(): Promise<LoadPeak> {
	const before = process.memoryUsage.rss() / MB;
	const began = performance.now();
	await load({ base: false });
	return { ms: performance.now() - began, moreMb: process.memoryUsage.rss() / MB - before };
}

async function main(): Promise<void> {
	const [what, ...args] = process.argv.slice(2);
	const measure: Record<string, () => Promise<unknown>> = {
		list: async () => await list(args[0], args[1], args[2]),
		poll: async () => await poll(args[0], args[1], args[2], args[3]),
		width: async () => await width(args[0], Number(args[1]), Number(args[2]), Number(args[3])),
		load: async () => await loadOnly(),
	};
	process.send?.(await measure[what]());
}

void main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
