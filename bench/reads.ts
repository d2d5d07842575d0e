/**
 * `npm run bench`: how fast reads go, in n8n's engine against the sandbox, both in this process.
 *  - side by side: N reads without a limit at a service latency of 0, 20 and 200 ms, next to plain axios
 *    with as many requests at a time.
 *  - at the limit: 250 reads at 100 a minute, in real minutes (`--short`: a minute of 3 seconds).
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';

import axios from 'axios';
import Table from 'cli-table3';
import type { PackageDirectoryLoader } from 'n8n-core';

import { startSandbox, type SandboxOptions } from '../sandbox';
import { loadPackage, readEach, runNode } from '../test/engine/engine';
import { shortenMinute } from '../test/engine/windows';

const short = process.argv.includes('--short');
const ROUNDS = short ? 1 : 5;
const AT_A_TIME = 128;

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1];
const off = { minute: 0, hour: 0, day: 0 };

interface Setting {
	url: string;
	token: string;
	reads: number;
}

async function withNode(
	loader: PackageDirectoryLoader,
	{ url, token, reads }: Setting,
	requestsPerMinute = 0,
): Promise<number> {
	const started = performance.now();
	const { json, error } = await runNode(loader, {
		parameters: readEach,
		items: Array.from({ length: reads }, () => ({})),
		credential: {
			accessToken: token,
			baseUrl: url,
			requestsPerMinute,
			requestsPerHour: 0,
			requestsPerDay: 0,
		},
	});
	if (json.length !== reads) throw error ?? new Error(`${json.length} of ${reads} items came out`);
	return performance.now() - started;
}

async function withAxios({ url, token, reads }: Setting): Promise<number> {
	const started = performance.now();
	let next = 0;
	const work = async () => {
		while (next++ < reads) {
			await axios.get(`${url}/agent/lead/lead_8f2k1a`, {
				headers: { Authorization: `Bearer ${token}` },
			});
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, work));
	return performance.now() - started;
}

async function inSandbox<T>(
	options: SandboxOptions,
	latency: number,
	task: (
		setting: Omit<Setting, 'reads'>,
		sandbox: Awaited<ReturnType<typeof startSandbox>>,
	) => Promise<T>,
): Promise<T> {
	const sandbox = await startSandbox({ balance: 1_000_000, ...options });
	if (latency > 0) sandbox.addFault({ kind: 'slow', ms: latency, times: Infinity });
	try {
		return await task({ url: sandbox.url, token: sandbox.tokens.admin }, sandbox);
	} finally {
		await sandbox.close();
	}
}

async function sideBySide(loader: PackageDirectoryLoader) {
	const rows = [];
	for (const latency of [0, 20, 200]) {
		for (const reads of short ? [50] : [100, 1000]) {
			const node: number[] = [];
			const floor: number[] = [];
			await inSandbox({ limits: off }, latency, async (setting, sandbox) => {
				// By turns, so that whatever else the machine does falls on both.
				for (let round = 0; round <= ROUNDS; round++) {
					const times = [
						await withNode(loader, { ...setting, reads }),
						await withAxios({ ...setting, reads }),
					];
					sandbox.clearRequests();
					// The first round warms up.
					if (round === 0) continue;
					node.push(times[0]);
					floor.push(times[1]);
				}
			});
			const ratio = median(node.map((time, round) => time / floor[round]));
			rows.push({ latency, reads, node: median(node), axios: median(floor), ratio });
		}
	}
	return rows;
}

async function atTheLimit(loader: PackageDirectoryLoader) {
	const minute = short ? 3000 : 60_000;
	shortenMinute(minute);
	const options = { limits: { ...off, minute: 100 }, windows: { minuteMs: minute } };
	return await inSandbox(options, 0, async (setting, { requests }) => {
		const reads = 250;
		const ms = await withNode(loader, { ...setting, reads }, 100);
		const refused = requests.filter(({ status }) => status === 429).length;
		const tokens = requests.reduce((sum, request) => sum + request.tokens, 0);
		return {
			reads,
			sent: requests.length,
			refused,
			tokens,
			ms,
			least: 2 * minute,
			ratio: ms / (2 * minute),
		};
	});
}

async function main(): Promise<void> {
	const loader = await loadPackage();
	const rows = await sideBySide(loader);
	const table = new Table({ head: ['Latency ms', 'Reads', 'Node ms', 'axios ms', 'Ratio'] });
	for (const { latency, reads, node, axios: floor, ratio } of rows) {
		table.push([latency, reads, node.toFixed(0), floor.toFixed(0), ratio.toFixed(2)]);
	}
	console.log(table.toString());
	const limit = await atTheLimit(loader);
	console.log(
		`${limit.reads} reads at 100 a minute: ${limit.sent} requests, ${limit.refused} refused, ${limit.tokens} tokens, ${(limit.ms / 1000).toFixed(1)} s, ${limit.ratio.toFixed(3)} of the least possible`,
	);
	const folder = join(__dirname, 'results');
	await mkdir(folder, { recursive: true });
	const machine = { node: process.version, cpu: cpus()[0].model, cores: cpus().length };
	const result = { machine, rounds: ROUNDS, short, sideBySide: rows, atTheLimit: limit };
	await writeFile(join(folder, 'reads.json'), `${JSON.stringify(result, null, '\t')}\n`);
}

void main();
