import { readdirSync, readlinkSync } from 'node:fs';

import { log } from '../support/log';
import type { Checks } from './tools';

const MEMORY = 'memory is flat';
const RESOURCES = 'no socket, timer, request, or file is left';
const SECRETS = 'no token and no secret in the log, on the terminal or in the result of a run';
const SILENCE = 'no rejection is unhandled, and Node.js warns of nothing';

export const leftoverChecks = [MEMORY, RESOURCES, SECRETS, SILENCE];

declare const gc: () => void;

/** Bytes in use after garbage collection. Nothing else must be in progress. */
export async function memoryInUse(): Promise<number> {
	for (let round = 0; round < 4; round++) {
		await new Promise((resolve) => setTimeout(resolve, 20));
		gc();
	}
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

/** Checks that memory does not grow in the second half of the samples: by 1 % and 1.5 MB at most. */
export function checkMemory(samples: number[], checks: Checks): void {
	const half = samples.slice(samples.length >> 1);
	const middle = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1];
	const part = Math.max(1, Math.floor(half.length / 3));
	const [from, to] = [middle(half.slice(0, part)), middle(half.slice(-part))];
	const grown = to - from > from * 0.01 + 1_500_000;
	const megabytes = samples.map((bytes) => (bytes / 1e6).toFixed(1)).join(' ');
	checks.look(MEMORY, (half.length < 3 || grown) && `${megabytes} MB after collection`);
}

/** Open sockets, timers, requests, and files by kind, such as `socket (2)` for the second one. */
function open(): Set<string> {
	// The descriptor that lists the folder is gone by then.
	const linkOf = (file: string) => {
		try {
			return readlinkSync(`/proc/self/fd/${file}`).replace(/:\[\d+\]$/, '');
		} catch {
			return 'gone';
		}
	};
	const files = process.platform === 'linux' ? readdirSync('/proc/self/fd').map(linkOf) : [];
	const all = [...process.getActiveResourcesInfo(), ...files];
	return new Set(
		all.map((name, at) => `${name} (${all.slice(0, at).filter((one) => one === name).length + 1})`),
	);
}

/** Remembers what is open. The returned function checks that nothing else is, after keep-alive connections had time. */
export function watchResources(checks: Checks): () => Promise<void> {
	const before = open();
	return async () => {
		const until = Date.now() + 15_000;
		const more = () => [...open()].filter((name) => !before.has(name));
		while (Date.now() < until && more().length > 0) {
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		checks.look(RESOURCES, more().join(', '));
	};
}

/** Searches logs, terminal output, and results for texts that they must not contain. */
export class Listener {
	constructor(
		private readonly checks: Checks,
		private readonly secrets: string[],
	) {
		for (const stream of [process.stdout, process.stderr]) {
			const write = stream.write.bind(stream) as typeof stream.write;
			stream.write = ((...args: Parameters<typeof stream.write>) => {
				this.read('the terminal', String(args[0]));
				return write(...args);
			}) as typeof stream.write;
		}
		process.on('unhandledRejection', (error) => checks.look(SILENCE, String(error)));
		process.on('warning', ({ name, message }) => checks.look(SILENCE, `${name}: ${message}`));
		checks.look(SILENCE, undefined);
	}

	read(where: string, text: string): void {
		const found = [...this.secrets, 'Bearer'].find((secret) => text.includes(secret));
		this.checks.look(SECRETS, found && `${found.slice(0, 6)}… in ${where}`);
	}

	readLog(): void {
		this.read("n8n's log", log.text);
		log.text = '';
	}
}
