/** What a process has left: memory, open sockets and files, and texts that nobody may see. */
import { readdirSync, readlinkSync } from 'node:fs';

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

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** Growth that counts as a leak, bytes: about 1 kB for each execution in half of the rounds. */
const LEAK = 1_500_000;

/** Whether memory grows in the second half of the samples. */
export function grows(samples: number[]): boolean {
	const half = samples.slice(samples.length >> 1);
	const part = Math.max(1, Math.floor(half.length / 3));
	const [from, to] = [median(half.slice(0, part)), median(half.slice(-part))];
	return to - from > LEAK;
}

/** The target of a file descriptor without its number, such as `socket`. */
function targetOf(descriptor: string): string {
	try {
		return readlinkSync(`/proc/self/fd/${descriptor}`).replace(/:\[\d+\]$/, '');
	} catch {
		// The descriptor that lists the folder is gone by then.
		return 'gone';
	}
}

/** Open sockets, timers, requests, and files by kind, such as `socket (2)` for the second one. */
export function openResources(): Set<string> {
	const files = process.platform === 'linux' ? readdirSync('/proc/self/fd').map(targetOf) : [];
	const all = [...process.getActiveResourcesInfo(), ...files];
	return new Set(
		all.map((name, at) => `${name} (${all.slice(0, at + 1).filter((one) => one === name).length})`),
	);
}
