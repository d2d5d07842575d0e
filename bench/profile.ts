/** Profiles n8n during a flow and sums up the CPU time by the owner of the code. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { BenchN8n } from './n8n';
import { round } from './statistics';

export interface Profile {
	/** CPU time per item by the owner of the code, ms. */
	groups: Record<string, number>;
	/** Their sum. */
	busy: number;
	/** Part of it for reading and checking items before the first request, and n8n's part of that. */
	planning: { all: number; n8n: number };
	/** Number of items in the run. */
	items: number;
}

interface ProfileNode {
	id: number;
	callFrame: { functionName: string; url: string };
	children?: number[];
}

interface CpuProfile {
	nodes: ProfileNode[];
	samples: number[];
	timeDeltas: number[];
}

/** The first group that matches a frame, or else one of its callers. */
const groups: Array<[name: string, url: RegExp]> = [
	['Our package', /[\\/]n8n-nodes-agent-suite[\\/]/],
	[
		'Credential: load from the database, decrypt, check',
		/[\\/]credentials-helper\.js|[\\/]credentials[\\/]|[\\/]cipher|[\\/]encryption|[\\/]typeorm[\\/]|[\\/]sqlite3[\\/]|@n8n[\\/]db[\\/]/,
	],
	[
		"n8n's expressions and parameters",
		/[\\/]n8n-workflow[\\/]|[\\/]tournament[\\/]|expression-runtime/,
	],
	[
		"n8n's request helper, with axios",
		/backend-network|request-helper|[\\/]axios[\\/]|follow-redirects|form-data|proxy-agent|agent-base|qs[\\/]/,
	],
	[
		"The rest of n8n's engine and nodes",
		/[\\/]n8n-core[\\/]|[\\/]n8n-nodes-base[\\/]|[\\/]n8n[\\/]dist[\\/]/,
	],
	[
		"Node.js's HTTP and sockets",
		/^node:(_http|http|net|internal[\\/](stream|net|dns|url)|stream|events|dns|_tls|_stream)/,
	],
];

/** Sums up a CPU profile without idle time. */
export function summarize(profile: CpuProfile, items: number): Profile {
	const parent = new Map<number, ProfileNode>();
	const byId = new Map(profile.nodes.map((node) => [node.id, node]));
	for (const node of profile.nodes) {
		for (const child of node.children ?? []) parent.set(child, node);
	}
	const known = new Map<number, string>();
	const groupOf = (id: number): string => {
		const before = known.get(id);
		if (before !== undefined) return before;
		const node = byId.get(id);
		const { functionName = '', url = '' } = node?.callFrame ?? {};
		const above = parent.get(id);
		let group: string | undefined;
		if (functionName === '(garbage collector)') group = 'Garbage collection';
		else if (functionName === '(idle)') group = 'idle';
		else if (url.endsWith('profiler.cjs')) group = 'idle';
		else group = groups.find(([, pattern]) => pattern.test(url))?.[0];
		group ??= above ? groupOf(above.id) : 'Everything else';
		known.set(id, group);
		return group;
	};
	/** Whether a frame, or one of its callers, is this function. */
	const isWithin = (id: number, name: string, file: RegExp): boolean => {
		for (let at: number | undefined = id; at !== undefined; at = parent.get(at)?.id) {
			const frame = byId.get(at)?.callFrame;
			if (frame?.functionName === name && file.test(frame.url)) return true;
		}
		return false;
	};
	const planning = { all: 0, n8n: 0 };
	const sums: Record<string, number> = {};
	profile.samples.forEach((id, index) => {
		const group = groupOf(id);
		if (group === 'idle') return;
		const time = profile.timeDeltas[index] / 1000 / items;
		sums[group] = (sums[group] ?? 0) + time;
		if (!isWithin(id, 'planItem', /n8n-nodes-agent-suite/)) return;
		planning.all += time;
		if (isWithin(id, '_getNodeParameter', /n8n-core/)) planning.n8n += time;
	});
	const sorted = Object.entries(sums).sort(([, left], [, right]) => right - left);
	const rounded = sorted.map(([name, value]) => [name, Number(value.toFixed(3))] as const);
	return {
		groups: Object.fromEntries(rounded),
		busy: Number(rounded.reduce((sum, [, value]) => sum + value, 0).toFixed(3)),
		planning: { all: round(planning.all), n8n: round(planning.n8n) },
		items,
	};
}

/**
 * Profiles n8n's process during one run.
 * @param keepAs file name below bench/results for the raw profile
 */
export async function profileRun(
	n8n: BenchN8n,
	run: () => Promise<unknown>,
	items: number,
	keepAs?: string,
): Promise<Profile> {
	const file = n8n.profileFile;
	rmSync(file, { force: true });
	process.kill(n8n.pid, 'SIGUSR2');
	await run();
	process.kill(n8n.pid, 'SIGUSR2');
	const deadline = Date.now() + 60_000;
	while (!existsSync(file)) {
		if (Date.now() > deadline) throw new Error('n8n has written no profile');
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	if (keepAs !== undefined) {
		const folder = join(__dirname, 'results');
		mkdirSync(folder, { recursive: true });
		copyFileSync(file, join(folder, `${keepAs}.cpuprofile`));
	}
	return summarize(JSON.parse(readFileSync(file, 'utf8')) as CpuProfile, items);
}
