/**
 * Looks up many items in one long list and sends the costs, in a separate process, like n8n. Started with: base URL,
 * token, number of items, and the emails to look up, as JSON.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { withoutLimits } from './credential';
import { loadPackage, runNode } from './engine';
import { built } from './windows';

export interface Figures {
	found: number;
	/** From start to end, ms. */
	ms: number;
	/** CPU time of the process from start to end, ms. */
	cpuMs: number;
	/** Part of `ms` for the request, in n8n's helper, which also parses the response. */
	requestMs: number;
	/**
	 * Longest block of the event loop during the request, ms of CPU time. A node cannot change that the list is parsed in
	 * one go.
	 */
	requestBlockedMs: number;
	/** Longest block of the event loop after it, ms of CPU time. */
	blockedMs: number;
	/** Maximum heap usage above that of one lookup, MB. */
	grownMb: number;
	/** Heap usage that remains afterwards, MB. */
	keptMb: number;
}

const SAMPLE_MS = 5;

/** CPU time of this thread, ms. Other load on the machine hardly affects it. */
function threadCpuMs(): number {
	const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
	return (user + system) / 1000;
}

/** Measures the CPU time between two turns of the event loop. */
const blocks = {
	longest: 0,
	last: 0,
	reset() {
		this.longest = 0;
		this.last = threadCpuMs();
	},
	sample() {
		const now = threadCpuMs();
		this.longest = Math.max(this.longest, now - this.last);
		this.last = now;
	},
};
let request = { ms: 0, blockedMs: 0, pausedMs: 0 };

/** Times the requests, and separates the blocks of the event loop before and after the response. */
function watchRequests(): void {
	const module = built<{ send: (...args: unknown[]) => Promise<unknown> }>('transport/send');
	const { send } = module;
	const watched = async (...args: unknown[]) => {
		const began = performance.now();
		const answer = await send(...args);
		const ended = performance.now();
		// A block is only recorded at the next turn.
		await sleep(2);
		request = {
			ms: ended - began,
			blockedMs: blocks.longest,
			pausedMs: performance.now() - ended,
		};
		blocks.reset();
		return answer;
	};
	Object.defineProperty(module, 'send', { value: watched });
}

async function main(): Promise<void> {
	const [baseUrl, accessToken, count, emails] = process.argv.slice(2);
	const loader = await loadPackage();
	watchRequests();
	const credential = { accessToken, baseUrl, ...withoutLimits };
	const wanted = JSON.parse(emails) as string[];
	const run = async (items: number) =>
		await runNode(loader, {
			parameters: {
				resource: 'lead',
				operation: 'getAll',
				filters: { email: '={{ $json.email }}' },
			},
			items: Array.from({ length: items }, (_, item) => ({ email: wanted[item % wanted.length] })),
			credential,
		});
	const measured = async (items: number) => {
		global.gc?.();
		let peak = 0;
		const timer = setInterval(() => {
			peak = Math.max(peak, process.memoryUsage().heapUsed);
		}, SAMPLE_MS);
		const sampler = setInterval(() => blocks.sample(), 1);
		blocks.reset();
		const cpu = process.cpuUsage();
		const began = performance.now();
		const { outputs } = await run(items);
		const ms = performance.now() - began - request.pausedMs;
		const { user, system } = process.cpuUsage(cpu);
		await sleep(2);
		clearInterval(sampler);
		clearInterval(timer);
		const cpuMs = (user + system) / 1000;
		return { found: outputs[0].length, ms, cpuMs, blockedMs: blocks.longest, peak };
	};
	// A collection that is already in progress keeps what becomes free meanwhile, so a second one follows.
	const settled = async () => {
		global.gc?.();
		await sleep(1);
		global.gc?.();
		return process.memoryUsage().heapUsed;
	};
	await run(0);
	const before = await settled();
	await measured(1);
	const one = await measured(1);
	const { peak, ...many } = await measured(Number(count));
	const figures: Figures = {
		...many,
		requestMs: request.ms,
		requestBlockedMs: request.blockedMs,
		grownMb: (peak - one.peak) / 1e6,
		keptMb: ((await settled()) - before) / 1e6,
	};
	process.send?.(figures);
	process.disconnect();
}

void main();
