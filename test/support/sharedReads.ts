/**
 * Looks up many items in one long list and prints the costs, in a separate process, like n8n. Started by
 * sharedReads.test.ts with: base URL, token, number of items, distance of their emails.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

import { loadPackage, runNode } from './engine';

export interface Figures {
	found: number;
	/** From start to end, ms. */
	ms: number;
	/** Longest block of the event loop, ms. */
	blockedMs: number;
	/** The same for one item. A node cannot change that the list is parsed in one go. */
	oneBlockedMs: number;
	/** Maximum heap usage above that of one lookup, MB. */
	grownMb: number;
	/** Heap usage that remains afterwards, MB. */
	keptMb: number;
}

async function main(): Promise<void> {
	const [baseUrl, accessToken, count, emails] = process.argv.slice(2);
	const loader = await loadPackage();
	const credential = {
		accessToken,
		baseUrl,
		requestsPerMinute: 0,
		requestsPerHour: 0,
		requestsPerDay: 0,
	};
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
	const highest = async (items: number) => {
		global.gc?.();
		let peak = 0;
		const timer = setInterval(() => {
			peak = Math.max(peak, process.memoryUsage().heapUsed);
		}, 5);
		const loop = monitorEventLoopDelay({ resolution: 5 });
		loop.enable();
		const began = performance.now();
		const { outputs } = await run(items);
		const ms = performance.now() - began;
		loop.disable();
		clearInterval(timer);
		return { found: outputs[0].length, ms, blockedMs: loop.max / 1e6, peak };
	};
	const settled = () => {
		global.gc?.();
		return process.memoryUsage().heapUsed;
	};
	await run(0);
	const before = settled();
	await highest(1);
	const one = await highest(1);
	const many = await highest(Number(count));
	process.send?.({
		found: many.found,
		ms: many.ms,
		// Reading and parsing the list blocks it for as long with one item.
		blockedMs: many.blockedMs,
		oneBlockedMs: one.blockedMs,
		grownMb: (many.peak - one.peak) / 1e6,
		keptMb: (settled() - before) / 1e6,
	});
	process.disconnect();
}

void main();
