import type { Fault, FaultMatch } from './types';

interface Armed {
	fault: Fault;
	matches: (method: string, path: string) => boolean;
	seen: number;
	left: number;
	chance: () => number;
}

/** The active faults. */
export class Faults {
	private armed: Armed[] = [];

	/** Adds a fault after the existing ones. */
	add(fault: Fault): void {
		const left = fault.times === null ? Infinity : (fault.times ?? 1);
		if (left === 0) return;
		const matches = matcherOf(fault.match);
		this.armed.push({ fault, matches, seen: 0, left, chance: pseudoRandom(fault.seed ?? 1) });
	}

	/** Removes every fault. */
	clear(): void {
		this.armed = [];
	}

	/** Counts the request for every matching fault, and returns the first one that hits it. */
	take(method: string, path: string): Fault | undefined {
		let hit: Armed | undefined;
		for (const item of this.armed.filter(({ matches }) => matches(method, path))) {
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

function matcherOf({ method: only, path: wanted }: FaultMatch = {}): Armed['matches'] {
	return (method, path) => {
		if (only !== undefined && only.toUpperCase() !== method) return false;
		if (wanted === undefined) return true;
		// search(), because test() keeps state for a pattern with the flag g.
		return typeof wanted === 'string' ? path.endsWith(wanted) : path.search(wanted) >= 0;
	};
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
