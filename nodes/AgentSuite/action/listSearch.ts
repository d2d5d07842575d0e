import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Operation, PickEntry, PickList } from '../model/operation';
import { connectionOf, type Connection } from '../transport/connection';
import { nodeError } from '../output/nodeErrors';
import { Problem } from '../model/problem';
import { readList } from '../transport/readRecords';
import { hideSecrets } from '../output/secrets';

/** How long a list is kept, ms, because reading it costs tokens. */
const KEEP_MS = 60_000;
/** Number of entries per page. The editor asks for more as the user scrolls. */
const PAGE = 100;
/** Maximum time the user waits for the rate limit, and for the response, ms. */
const MAX_WAIT_MS = 10_000;
const TIMEOUT_MS = 30_000;

/** By list and credential. All users and workflows of a credential share a list. */
type Lists = Map<string, { entries: Promise<PickEntry[]>; until: number }>;

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

async function fetchEntries(
	context: ILoadOptionsFunctions,
	connection: Connection,
	{ from, entries }: PickList,
): Promise<PickEntry[]> {
	const records = await readList(context, from, connection, {
		timeoutMs: TIMEOUT_MS,
		maxWaitMs: MAX_WAIT_MS,
		late: {
			why: `the list waits ${MAX_WAIT_MS / 1000} s at most`,
			advice: 'Open the list again after that time.',
		},
	});
	return entries(hideSecrets(from, records));
}

/** The entries of a list, read at most once per minute. A failure is not kept. */
async function entriesOf(
	context: ILoadOptionsFunctions,
	name: string,
	list: PickList,
	lists: Lists,
	keepMs: number,
): Promise<PickEntry[]> {
	const connection = connectionOf(await context.getCredentials('agentSuiteApi'));
	const key = `${name} ${connection.account}`;
	const now = Date.now();
	for (const [other, { until }] of lists) if (now >= until) lists.delete(other);
	const known = lists.get(key);
	if (known) return await known.entries;
	// Everyone who asks in the meantime waits for the same response.
	const fresh = { entries: fetchEntries(context, connection, list), until: Infinity };
	lists.set(key, fresh);
	void fresh.entries.catch(() => lists.delete(key));
	const entries = await fresh.entries;
	fresh.until = Date.now() + keepMs;
	return entries;
}

/** The entries that contain every word of the filter in their name, ID, or keywords. Ignores case. */
export function matchingEntries(entries: PickEntry[], filter = ''): PickEntry[] {
	const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
	return entries.filter(({ name, value, keywords = '' }) => {
		const text = `${name} ${value} ${keywords}`.toLowerCase();
		return words.every((word) => text.includes(word));
	});
}

/**
 * The editor shows message and description in place of the list, but no description of a NodeOperationError, so no kind
 * is `input`. It has room for some four lines. An ID only helps if the list is missing, but not if the token or the base
 * URL is wrong.
 */
function forEditor(error: unknown): unknown {
	if (!(error instanceof Problem)) return error;
	const isMissing = error.isTemporary || error.kind === 'response';
	return error.with({
		kind: 'response',
		...(isMissing && {
			description: "Open the list again later, or select 'By ID' and enter the ID.",
		}),
	});
}

/**
 * The `methods.listSearch` of the node, one for each list that an operation declares. n8n creates the node once per
 * process, so all workflows share the lists.
 * @param keepMs how long a list is kept, ms
 */
export function listSearches(operations: Operation[], keepMs = KEEP_MS): Record<string, Search> {
	const lists: Lists = new Map();
	const declared = operations.flatMap(({ lists: own = {} }) => Object.entries(own));
	return Object.fromEntries(
		declared.map(([name, list]): [string, Search] => [
			name,
			async function (filter, paginationToken) {
				try {
					const entries = await entriesOf(this, name, list, lists, keepMs);
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
			},
		]),
	);
}
