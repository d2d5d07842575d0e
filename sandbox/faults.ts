import type { Fault, FaultMatch } from './types';

export const faultKinds: ReadonlyArray<Fault['kind']> = [
	'status',
	'rateLimit',
	'slow',
	'slowBody',
	'drip',
	'compression',
	'emptyRecords',
	'drop',
	'truncate',
	'garbage',
	'redirect',
];

interface Armed {
	fault: Fault;
	seen: number;
	left: number;
	chance: () => number;
}

/** The active faults. */
export class Faults {
	private armed: Armed[] = [];

	/** Adds a fault after the existing ones. */
	add(fault: Fault): void {
		if (!faultKinds.includes(fault.kind)) throw new Error(`Unknown kind of fault: ${fault.kind}`);
		const left = fault.times === null ? Infinity : (fault.times ?? 1);
		this.armed.push({ fault, seen: 0, left, chance: pseudoRandom(fault.seed ?? 1) });
	}

	/** Removes every fault. */
	clear(): void {
		this.armed = [];
	}

	/** Counts the request for every matching fault, and returns the first one that hits it. */
	take(method: string, path: string): Fault | undefined {
		let hit: Armed | undefined;
		for (const item of this.armed.filter(({ fault }) => matches(fault.match, method, path))) {
			item.seen += 1;
			hit ??= this.hits(item) ? item : undefined;
		}
		if (!hit) return undefined;
		hit.left -= 1;
		this.armed = this.armed.filter(({ left }) => left > 0);
		return hit.fault;
	}

	private hits({ fault, seen, chance }: Armed): boolean {
		if (seen < (fault.match?.nth ?? 1)) return false;
		return fault.probability === undefined || chance() < fault.probability;
	}
}

function matches(match: FaultMatch = {}, method: string, path: string): boolean {
	if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
	if (match.pathPattern !== undefined && !new RegExp(match.pathPattern).test(path)) return false;
	if (match.path === undefined) return true;
	// search(), because test() keeps state for a pattern with the flag g.
	return typeof match.path === 'string' ? path.endsWith(match.path) : path.search(match.path) >= 0;
}

/** mulberry32: the same numbers from the same seed. */
export function pseudoRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
