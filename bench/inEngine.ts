/**
 * One measurement in n8n's engine, in a process of its own, whose peak memory is then that of the
 * measurement. Sends its result and ends. Started by childResult with: what, base URL, and what each needs.
 */
import axios from 'axios';

import { Host } from '../test/support/triggerHost';
import { built, withSettings } from '../test/support/windows';
import { load, runChain } from './engine';
import { credentialData, httpRequest, ours, readLeads, splitOut, type FlowNode } from './flows';

const MB = 1024 * 1024;

export interface Peak {
	ms: number;
	/** The most memory the process ever had, MB. */
	peakMb: number;
	/** How much of it came with the measurement, MB. */
	moreMb: number;
	items: number;
	/** Of `ms`, in our node: from handing the request to n8n's helper until its answer. */
	requestMs?: number;
}

/** Times what our node does not do itself: the helper's request, with the parsing of its answer. */
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

/** Times a run; what the process needed before does not count as its memory. */
async function peakOf(run: () => Promise<number>): Promise<Peak> {
	const before = process.memoryUsage.rss() / MB;
	const began = performance.now();
	const items = await run();
	const ms = performance.now() - began;
	// In kilobytes; the high-water mark of the operating system (VmHWM).
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

/** The list to items: our node, or HTTP Request and Split Out, or JSON.parse alone. */
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
	// What is loaded at the first request is not the list's; and all variants begin with as large a heap.
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
	/** Of those, ms: the answer downloaded, and parsed by JSON.parse. */
	downloadMs: number;
	parseMs: number;
	/** JSON of the static data, characters. */
	stored: number;
	known: number;
}

/** A poll that finds some new leads beside all those it knows. */
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

/** Reads with so many under way at a time. */
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
	/** To load nodes and credential of the package with n8n's own loader. */
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
