/**
 * Looks up many items in one long list and sends the costs, in a separate process, like n8n. Started with: base URL,
 * token, number of items, and the emails to look up, as JSON.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { withoutLimits } from './credential';
import { loadPackage, runNode } from './engine';

export interface Figures {
	found: number;
	/** From start to end, ms. */
	ms: number;
	/** CPU time of the process from start to end, ms. */
	cpuMs: number;
	/** Maximum heap usage above that of one lookup, MB. */
	grownMb: number;
	/** Heap usage that remains afterwards, MB. */
	keptMb: number;
}

const SAMPLE_MS = 5;

async function main(): Promise<void> {
	const [baseUrl, accessToken, count, emails] = process.argv.slice(2);
	const loader = await loadPackage();
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
		const cpu = process.cpuUsage();
		const began = performance.now();
		const { outputs } = await run(items);
		const ms = performance.now() - began;
		const { user, system } = process.cpuUsage(cpu);
		clearInterval(timer);
		const cpuMs = (user + system) / 1000;
		return { found: outputs[0].length, ms, cpuMs, peak };
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
		grownMb: (peak - one.peak) / 1e6,
		keptMb: ((await settled()) - before) / 1e6,
	};
	process.send?.(figures);
	process.disconnect();
}

void main();
