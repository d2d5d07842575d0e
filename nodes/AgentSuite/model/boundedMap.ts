interface Bounds<Key, Value> {
	/** Maximum number of entries. The one that was set longest ago is dropped first. */
	maxEntries: number;
	/** How long an entry is kept after it was set, ms. Default: as long as there is room. */
	maxAgeMs?: number;
	/** Whether an entry can be dropped to make room. Default: every entry. */
	canEvict?(value: Value, key: Key, now: number): boolean;
}

/**
 * A map that does not grow without limit, for data kept in the process. Times are ms since the epoch. Only entries
 * that cannot be evicted, and the one just set, can exceed the limit.
 */
export class BoundedMap<Key, Value> {
	/** In the order they were set. */
	private readonly entries = new Map<Key, { value: Value; at: number }>();

	constructor(private readonly bounds: Bounds<Key, Value>) {}

	get size(): number {
		return this.entries.size;
	}

	/** The value, unless it is too old. Reading does not extend its age. */
	get(key: Key, now: number): Value | undefined {
		const entry = this.entries.get(key);
		return entry && !this.isExpired(entry.at, now) ? entry.value : undefined;
	}

	/** Sets a value as the newest entry and drops entries that are too old or too many. */
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
