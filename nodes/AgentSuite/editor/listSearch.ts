import type { ILoadOptionsFunctions, INodeType } from 'n8n-workflow';

import type { PickEntry, PickList } from '../model/pickList';
import { connectionOf, type Connection } from '../transport/credential/connection';
import { nodeError } from '../output/errors/nodeErrors';
import { Problem } from '../model/problem';
import { steadyClock } from '../transport/clock';
import { readList } from '../transport/readList';
import { foldLetters } from '../texts/fold';
import { sentences } from '../texts/words';

/** Number of entries per page. The editor asks for more as the user scrolls. */
const PAGE = 100;
/** Maximum time the user waits for the rate limit, and for the response of each attempt, ms. */
const MAX_WAIT_MS = 10_000;
const TIMEOUT_MS = 30_000;

type ListSearch = NonNullable<NonNullable<INodeType['methods']>['listSearch']>[string];

async function fetchEntries(
	context: ILoadOptionsFunctions,
	connection: Connection,
	{ from, entries }: PickList,
): Promise<PickEntry[]> {
	const records = await readList(context, from, connection, {
		timeoutMs: TIMEOUT_MS,
		maxWaitMs: MAX_WAIT_MS,
	});
	return entries(records);
}

/** The entries that contain every word of the filter in their name, ID, or keywords. Ignores case and accents. */
export function matchingEntries(entries: PickEntry[], filter = ''): PickEntry[] {
	const words = foldLetters(filter).split(/\s+/).filter(Boolean);
	return entries.filter(({ name, value, keywords = '' }) => {
		const text = foldLetters(`${name} ${value} ${keywords}`);
		return words.every((word) => text.includes(word));
	});
}

/**
 * The editor shows message and description in place of the list. It shows no description of a NodeOperationError, which
 * `nodeError` makes for the kind `input`. To enter an ID helps if the list cannot be read, not if the token is wrong.
 */
function forEditor(error: unknown): unknown {
	if (!(error instanceof Problem)) return error;
	const isMissing = error.isTemporary || error.kind === 'response';
	const byId = isMissing && "To continue without the list, select 'By ID' and enter the ID.";
	return error.with({ kind: 'response', description: sentences(error.description, byId) });
}

interface KeptList {
	entries: Promise<PickEntry[]>;
	/** When it is read again, ms, by `steadyClock`. Infinity while it is being read. */
	until: number;
}

/** How long a list is kept, and a failure, ms. The editor searches again with each letter, and a failure can cost tokens too. */
const KEPT_MS = { list: 60_000, failure: 10_000 };

/** The search of a list in the editor. All users, workflows, and credentials of an account in this process share what is kept. */
export function listSearch(list: PickList, keptMs = KEPT_MS): ListSearch {
	const kept = new Map<string, KeptList>();

	/** The entries for the credential of the context. */
	async function entriesFor(context: ILoadOptionsFunctions): Promise<PickEntry[]> {
		const connection = connectionOf(await context.getCredentials('agentSuiteApi'));
		const { accountKey } = connection;
		const now = steadyClock.now();
		for (const [other, { until }] of kept) {
			if (now >= until) kept.delete(other);
		}
		const known = kept.get(accountKey);
		if (known) return await known.entries;
		const reading = { entries: fetchEntries(context, connection, list), until: Infinity };
		kept.set(accountKey, reading);
		let keepMs = keptMs.failure;
		try {
			const entries = await reading.entries;
			keepMs = keptMs.list;
			return entries;
		} finally {
			reading.until = steadyClock.now() + keepMs;
		}
	}

	return async function (filter, paginationToken) {
		try {
			const entries = await entriesFor(this);
			if (entries.length === 0) throw new Problem({ kind: 'input', ...list.empty });
			const found = matchingEntries(entries, filter);
			const start = Number(paginationToken) || 0;
			const end = start + PAGE;
			return {
				results: found.slice(start, end).map(({ name, value }) => ({ name, value })),
				...(found.length > end && { paginationToken: String(end) }),
			};
		} catch (error) {
			throw nodeError(this.getNode(), forEditor(error));
		}
	};
}

/** The searches of the lists, by the names that their fields have for them. */
export const listSearches = (lists: PickList[]): Record<string, ListSearch> =>
	Object.fromEntries(lists.map((list) => [list.method, listSearch(list)]));
