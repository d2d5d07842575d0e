import { readdirSync, readlinkSync } from 'node:fs';

import { log } from '../support/log';
import type { Checks } from './checks';

export const MEMORY = 'memory is flat';
export const RESOURCES = 'no socket, timer or request is left';
export const FILES = 'no file or socket is open that was not at the start';
export const SECRETS =
	'no token and no secret in the log, on the terminal or in the result of a run';
export const SILENCE = 'no rejection is unhandled, and Node.js warns of nothing';

declare const gc: () => void;

/** Maximum growth of the heap in the second half: a part of it plus a number of bytes. */
const BOUND = { part: 0.01, bytes: 1_500_000 };

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

/** Bytes in use after garbage collection. Nothing else must be in progress. */
export async function memoryInUse(): Promise<number> {
	for (let round = 0; round < 4; round++) {
		await new Promise((resolve) => setTimeout(resolve, 20));
		gc();
	}
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

/** Checks that memory does not grow in the second half of the samples. */
export function judgeMemory(samples: number[], checks: Checks): void {
	const half = samples.slice(samples.length >> 1);
	const middle = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1];
	const part = Math.max(1, Math.floor(half.length / 3));
	const [from, to] = [middle(half.slice(0, part)), middle(half.slice(-part))];
	const bound = from * BOUND.part + BOUND.bytes;
	const figures = `${samples.map(megabytes).join(' ')} MB after collection; second half ${megabytes(to - from)} MB, bound ${megabytes(bound)} MB`;
	checks.figures(MEMORY, figures);
	checks.look(MEMORY, (half.length < 3 || to - from > bound) && figures);
}

const count = (names: string[]) =>
	names.reduce((sum, name) => sum.set(name, (sum.get(name) ?? 0) + 1), new Map<string, number>());

/** The entries of `now` beyond those of `before`. */
function more(before: string[], now: string[]): string[] {
	const had = count(before);
	return [...count(now)]
		.filter(([name, many]) => many > (had.get(name) ?? 0))
		.map(([name, many]) => `${many} × ${name} instead of ${had.get(name) ?? 0}`);
}

/** Open files and sockets by kind. Undefined if the system does not list them. */
function openFiles(): string[] | undefined {
	if (process.platform !== 'linux') return undefined;
	return readdirSync('/proc/self/fd').map((file) => {
		try {
			return readlinkSync(`/proc/self/fd/${file}`).replace(/:\[\d+\]$/, '');
		} catch {
			// The descriptor that listed the folder.
			return 'gone';
		}
	});
}

/** Compares open handles and files with those at its creation. */
export class Leftovers {
	private readonly resources = process.getActiveResourcesInfo();
	private readonly files = openFiles();

	/** @param patience how long keep-alive connections can take to end, ms */
	async judge(checks: Checks, patience: number): Promise<void> {
		const until = Date.now() + patience;
		const left = () => more(this.resources, process.getActiveResourcesInfo());
		const open = () => more(this.files ?? [], openFiles() ?? []);
		while (Date.now() < until && left().length + open().length > 0) {
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		checks.look(RESOURCES, left().join(', '));
		checks.figures(RESOURCES, `${process.getActiveResourcesInfo().join(', ') || 'none'} are open`);
		if (this.files) checks.look(FILES, open().join(', '));
		else checks.look(FILES, 'this system does not list them: run it on Linux');
		checks.figures(FILES, `${openFiles()?.length} open, ${this.files?.length} at the start`);
	}
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
		checks.figures(SILENCE, 'listened all the time');
	}

	read(where: string, text: string): void {
		const found = [...this.secrets, 'Bearer'].find((secret) => text.includes(secret));
		this.checks.look(SECRETS, found && `${found.slice(0, 6)}… in ${where}`);
	}

	/** Reads n8n's log so far. */
	readLog(): void {
		this.read("n8n's log", log.text);
		log.text = '';
	}
}
