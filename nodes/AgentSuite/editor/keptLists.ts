import type { PickEntry } from '../model/pickList';
import { steadyClock } from '../transport/clock';

/** How long a list is kept, and a failure, ms. The editor searches again with each letter, and a failure can cost tokens too. */
export const KEPT_MS = { list: 60_000, failure: 10_000 };

interface KeptList {
	entries: Promise<PickEntry[]>;
	/** When it is read again, ms, by `steadyClock`. Infinity while it is being read. */
	until: number;
}

/** The entries of a pick list, by account and its limits. All users and workflows in this process share what is kept. */
export class KeptLists {
	private readonly byAccount = new Map<string, KeptList>();

	constructor(private readonly keptMs: typeof KEPT_MS) {}

	/** The entries that are kept for an account, or being read. @param read reads them. @throws what it throws */
	async entriesOf(account: string, read: () => Promise<PickEntry[]>): Promise<PickEntry[]> {
		this.forgetOld();
		const known = this.byAccount.get(account);
		if (known) return await known.entries;
		const reading = { entries: read(), until: Infinity };
		this.byAccount.set(account, reading);
		let keepMs = this.keptMs.failure;
		try {
			const entries = await reading.entries;
			keepMs = this.keptMs.list;
			return entries;
		} finally {
			reading.until = steadyClock.now() + keepMs;
		}
	}

	private forgetOld(): void {
		const now = steadyClock.now();
		for (const [account, { until }] of this.byAccount) {
			if (now >= until) this.byAccount.delete(account);
		}
	}
}
