/**
 * Finds which of the remembered entries each record of a new list is.
 *
 * Entries of one identity are matched like a multiset: two leads of one conversation are two, and only
 * those beyond what is remembered are new. This also makes collisions harmless: when two conversations
 * share a digest (100,000 leads: one such pair; 1,000,000: some 116), they are matched as if they were
 * one, and the newer is still one too many, so it is new. A lead would be lost only if the one that it
 * collides with left the list between the same two polls, or earlier and had the same contact bytes.
 */
export interface Entries {
	/** Entries side by side. */
	bytes: Buffer;
	count: number;
}

/** Which bytes of an entry to compare, as [from, to) within the entry. */
export interface Layout {
	width: number;
	/** Bytes of the identity, at the beginning. */
	identity: 4 | 6;
	/** One span for each contact part. */
	contacts: Array<[from: number, to: number]>;
}

const NONE = -1;

/**
 * Entries by identity: a hash table whose places are found by the identity itself, which is evenly
 * spread already. A `Map` takes ten times as long for a million.
 */
class Index {
	/** First entry of the group at a place. */
	private readonly heads: Int32Array;
	/** The next entry of the same group. */
	private readonly nexts: Int32Array;
	private readonly mask: number;

	constructor(
		private readonly entries: Entries,
		private readonly layout: Layout,
	) {
		const { bytes, count } = entries;
		const size = 2 ** Math.ceil(Math.log2(count + 1) + 1);
		this.mask = size - 1;
		this.heads = new Int32Array(size).fill(NONE);
		this.nexts = new Int32Array(count);
		// Backwards, so that each chain runs forwards.
		for (let index = count - 1; index >= 0; index--) {
			const place = this.placeOf(bytes, index);
			this.nexts[index] = this.heads[place];
			this.heads[place] = index;
		}
	}

	/** The first entry with the identity of an entry of this or another list; -1 if there is none. */
	first(bytes: Buffer, index: number): number {
		return this.heads[this.placeOf(bytes, index)];
	}

	/** The entry after this one that has the same identity; -1 if there is none. */
	next(index: number): number {
		return this.nexts[index];
	}

	/** All entries of a group, from its first one on. */
	from(first: number): number[] {
		const members: number[] = [];
		for (let at = first; at !== NONE; at = this.nexts[at]) members.push(at);
		return members;
	}

	private placeOf(bytes: Buffer, index: number): number {
		const { width, identity } = this.layout;
		const at = index * width;
		const long = identity === 6;
		const low = bytes.readInt32LE(at);
		const high = long ? bytes.readInt16LE(at + 4) : 0;
		const own = this.entries.bytes;
		for (let place = low & this.mask; ; place = (place + 1) & this.mask) {
			const other = this.heads[place] * width;
			if (other < 0) return place;
			const same = own.readInt32LE(other) === low;
			if (same && (!long || own.readInt16LE(other + 4) === high)) return place;
		}
	}
}

/** Text of some bytes of an entry, to be used as a key; undefined when they are all 0: empty. */
function keyOf({ bytes }: Entries, start: number, spans: Array<[number, number]>) {
	const key = spans
		.map(([from, to]) => bytes.toString('latin1', start + from, start + to))
		.join('');
	return /[^\0]/.test(key) ? key : undefined;
}

export class Matcher {
	/** For each record the place of its entry among listed and then departed ones; -1 for a new one. */
	readonly entryOf: Int32Array;
	private readonly departedAt: number;

	/**
	 * @param records of the new list
	 * @param listed remembered ones that were on the last list
	 * @param departed remembered ones that have left
	 */
	constructor(
		private readonly records: Entries,
		private readonly listed: Entries,
		private readonly departed: Entries,
		private readonly layout: Layout,
	) {
		this.entryOf = new Int32Array(records.count).fill(NONE);
		this.departedAt = listed.count;
		const [now, before, gone] = [records, listed, departed].map((list) => new Index(list, layout));
		for (let record = 0; record < records.count; record++) {
			// Every group once, at its first record.
			if (now.first(records.bytes, record) !== record) continue;
			const was = before.first(records.bytes, record);
			const left = gone.first(records.bytes, record);
			if (was === NONE && left === NONE) continue;
			const single = now.next(record) === NONE && left === NONE && before.next(was) === NONE;
			if (single) this.entryOf[record] = was;
			else this.matchGroup(now.from(record), before.from(was), gone.from(left));
		}
	}

	/** From the surest sign to the weakest; what has left is only known again by a sure one. */
	private matchGroup(records: number[], listed: number[], departed: number[]): void {
		const { width, identity, contacts } = this.layout;
		const whole: Array<[number, number]> = [[identity, width]];
		const open = { records, listed, departed };
		const pair = (
			side: 'listed' | 'departed',
			key: (list: Entries, index: number) => string | undefined,
		) => this.pair(open, side, key);
		const bySpans = (spans: Array<[number, number]>) => (list: Entries, index: number) =>
			keyOf(list, index * width, spans);
		const unchanged = (list: Entries, index: number) => bySpans(whole)(list, index) ?? '';

		pair('listed', unchanged);
		pair('departed', unchanged);
		if (contacts.length > 0) {
			pair('listed', bySpans(contacts));
			pair('departed', bySpans(contacts));
			for (const contact of contacts) pair('listed', bySpans([contact]));
		}
		// Edited beyond recognition, in the order of the list.
		pair('listed', () => '');
	}

	private pair(
		open: { records: number[]; listed: number[]; departed: number[] },
		side: 'listed' | 'departed',
		key: (list: Entries, index: number) => string | undefined,
	): void {
		if (open.records.length === 0 || open[side].length === 0) return;
		const waiting = new Map<string, number[]>();
		for (const entry of [...open[side]].reverse()) {
			const text = key(this[side], entry);
			if (text === undefined) continue;
			const list = waiting.get(text);
			if (list) list.push(entry);
			else waiting.set(text, [entry]);
		}
		const taken = new Set<number>();
		open.records = open.records.filter((record) => {
			const text = key(this.records, record);
			const entry = text === undefined ? undefined : waiting.get(text)?.pop();
			if (entry === undefined) return true;
			taken.add(entry);
			this.entryOf[record] = side === 'listed' ? entry : this.departedAt + entry;
			return false;
		});
		open[side] = open[side].filter((entry) => !taken.has(entry));
	}
}
