interface Bounds<Key, Value> {
	/** Entries kept at most: beyond that, the one that was set longest ago goes first. */
	maxEntries: number;
	/** How long after it was set an entry can be found, ms. Without it, for as long as there is room. */
	maxAgeMs?: number;
	/** Whether an entry can go to make room. Default: every entry. */
	canEvict?(value: Value, key: Key, now: number): boolean;
}

/**
 * A map for what is kept in process, where nothing can grow for ever. Times are ms since the epoch. The limit of
 * entries can be exceeded only by those that cannot be evicted, and by the one that was just set.
 */
export class BoundedMap<Key, Value> {
	/** In the order in which they were set. */
	private readonly entries = new Map<Key, { value: Value; at: number }>();

	constructor(private readonly bounds: Bounds<Key, Value>) {}

	get size(): number {
		return this.entries.size;
	}

	/** The value, unless it is too old. Reading it makes it no younger. */
	get(key: Key, now: number): Value | undefined {
		const entry = this.entries.get(key);
		return entry && !this.isExpired(entry.at, now) ? entry.value : undefined;
	}

	/** Sets a value, as the youngest entry, and drops what is too old or too much. */
	set(key: Key, value: Value, now: number): void {
		this.entries.delete(key);
		this.entries.set(key, { value, at: now });
		const { maxEntries, canEvict } = this.bounds;
		for (const [other, entry] of this.entries) {
			const expired = this.isExpired(entry.at, now);
			if (!expired && this.entries.size <= maxEntries) break;
			if (other !== key && (canEvict?.(entry.value, other, now) ?? true))
				this.entries.delete(other);
		}
	}

	delete(key: Key): void {
		this.entries.delete(key);
	}

	private isExpired(at: number, now: number): boolean {
		const { maxAgeMs = Infinity } = this.bounds;
		return now - at >= maxAgeMs;
	}
}
