import { createHash } from 'node:crypto';

import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Operation, PickEntry, PickList } from '../model/operation';
import { connectionOf, type Connection } from '../transport/connection';
import { nodeError } from '../output/nodeErrors';
import { RunUsage } from '../transport/runUsage';
import { Mutex } from '../transport/mutex';
import { Problem } from '../model/problem';
import { prepare } from '../transport/request';
import { hideSecrets } from '../output/secrets';
import { send } from '../transport/send';

/** How long a list is kept, ms: reading it costs tokens. Mutable on purpose: tests shorten it. */
export const KEEP = { listMs: 60_000 };

/** Lists kept at most; the oldest go first. */
const MOST_LISTS = 100;
/** Entries that the editor gets at a time; it asks for more as the user scrolls. */
const PAGE = 100;
/** How long the user may be kept waiting for the limits, and for the answer, ms. */
const MAX_WAIT_MS = 10_000;
const TIMEOUT_MS = 30_000;

/** n8n loads this module once per process, so all users and workflows of a credential share a list. */
const lists = new Map<string, { until: number; entries: Promise<PickEntry[]> }>();

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
	const answer = await send(
		{ context, usage: new RunUsage(1), signal: undefined, sendSlot: new Mutex() },
		{
			operation: from,
			connection,
			request: prepare(from, connection.baseUrl, from.request({})),
			timeoutMs: TIMEOUT_MS,
			maxWaitMs: MAX_WAIT_MS,
			maxTokens: 0,
			secrets: [connection.accessToken],
			late: {
				why: `the list waits ${MAX_WAIT_MS / 1000} s at most`,
				cure: 'Open the list again after that time.',
			},
		},
	);
	return entries(hideSecrets(from, from.records(answer)));
}

/** The entries of a list, read once a minute at most. A failure is not kept: the next one asks again. */
async function entriesOf(
	context: ILoadOptionsFunctions,
	name: string,
	list: PickList,
): Promise<PickEntry[]> {
	const connection = connectionOf(await context.getCredentials('agentSuiteApi'));
	const { accessToken, baseUrl, allowedDomains } = connection;
	const key = createHash('sha256')
		.update(JSON.stringify([name, accessToken, baseUrl, allowedDomains]))
		.digest('base64');
	const known = lists.get(key);
	if (known && Date.now() < known.until) return await known.entries;

	// Until it is there, whoever asks waits for the same answer.
	const fresh = { until: Infinity, entries: fetchEntries(context, connection, list) };
	lists.delete(key);
	lists.set(key, fresh);
	for (const oldest of lists.keys()) {
		if (lists.size <= MOST_LISTS) break;
		lists.delete(oldest);
	}
	void fresh.entries.then(
		() => {
			fresh.until = Date.now() + KEEP.listMs;
		},
		() => {
			if (lists.get(key) === fresh) lists.delete(key);
		},
	);
	return await fresh.entries;
}

/** The entries that have every word of the filter in their name or id, whatever its case. */
export function matchingEntries(entries: PickEntry[], filter = ''): PickEntry[] {
	const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
	return entries.filter(({ name, value }) => {
		const text = `${name} ${value}`.toLowerCase();
		return words.every((word) => text.includes(word));
	});
}

/** The editor shows message and description in the place of the list: the way around it stands there, too. */
function withWayAround(error: unknown): unknown {
	if (!(error instanceof Problem)) return error;
	const { kind, message, status, failure } = error;
	const description = `${error.description} Or choose By ID and enter the ID.`;
	return new Problem({ kind, message, description, status, failure });
}

/** The `methods.listSearch` of the node: one for each list that an operation of the table declares. */
export function listSearches(operations: Operation[]): Record<string, Search> {
	const declared = operations.flatMap(({ lists: own = {} }) => Object.entries(own));
	return Object.fromEntries(
		declared.map(([name, list]): [string, Search] => [
			name,
			async function (filter, paginationToken) {
				try {
					const found = matchingEntries(await entriesOf(this, name, list), filter);
					const start = Number(paginationToken) || 0;
					const end = start + PAGE;
					return {
						results: found.slice(start, end),
						...(found.length > end && { paginationToken: String(end) }),
					};
				} catch (error) {
					throw nodeError(this.getNode(), withWayAround(error));
				}
			},
		]),
	);
}
