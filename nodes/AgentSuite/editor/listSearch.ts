import type { ILoadOptionsFunctions, INodeListSearchResult, INodeType } from 'n8n-workflow';

import type { PickEntry, PickList } from '../model/pickList';
import { connectionOf, type Connection } from '../transport/credential/connection';
import { listError } from '../output/errors/nodeErrors';
import { problemOf } from '../output/errors/problemOf';
import { Problem } from '../model/problem';
import { readList } from '../transport/readList';
import { foldLetters } from '../texts/fold';
import { sentences } from '../texts/words';
import { KEPT_MS, KeptLists } from './keptLists';

/** Number of entries per page. The editor asks for more as the user scrolls. */
const PAGE = 100;
/** Maximum time the user waits for the rate limit, and for the response of each attempt, ms. */
const MAX_WAIT_MS = 10_000;
const TIMEOUT_MS = 30_000;

type ListSearch = NonNullable<NonNullable<INodeType['methods']>['listSearch']>[string];

/** The search of a list in the editor. @param keptMs how long its entries are kept */
export function listSearch(list: PickList, keptMs: typeof KEPT_MS): ListSearch {
	const kept = new KeptLists(keptMs);
	return async function (filter, paginationToken) {
		try {
			const connection = connectionOf(await this.getCredentials('agentSuiteApi'));
			const read = async () => await readEntries(this, connection, list);
			const entries = await kept.entriesOf(keyOf(connection), read);
			if (entries.length === 0) throw new Problem({ kind: 'input', ...list.empty });
			return pageOf(matchingEntries(entries, filter), Number(paginationToken) || 0);
		} catch (error) {
			throw listError(this.getNode(), withWayOut(problemOf(error)));
		}
	};
}

/** The searches of the lists, by the names that their fields have for them. */
export const listSearches = (lists: PickList[]): Record<string, ListSearch> =>
	Object.fromEntries(lists.map((list) => [list.method, listSearch(list, KEPT_MS)]));

/** With the limits, because one that is raised lets a read through that failed before. */
const keyOf = ({ accountKey, limits, tokensPerDay }: Connection): string =>
	JSON.stringify([accountKey, limits, tokensPerDay]);

async function readEntries(
	context: ILoadOptionsFunctions,
	connection: Connection,
	{ from, entries }: PickList,
): Promise<PickEntry[]> {
	const times = { timeoutMs: TIMEOUT_MS, maxWaitMs: MAX_WAIT_MS };
	return entries(await readList(context, from, connection, times));
}

/**
 * The entries that contain every word of the filter in their ID or keywords. Ignores case and accents, but not punctuation as a
 * filter by words does, so that "job_4" is the start of an ID.
 */
export function matchingEntries(entries: PickEntry[], filter = ''): PickEntry[] {
	const words = foldLetters(filter).split(/\s+/).filter(Boolean);
	return entries.filter(({ name, value, keywords = name }) => {
		const text = foldLetters(`${value} ${keywords}`);
		return words.every((word) => text.includes(word));
	});
}

/** The page that starts at an index. Its token is the index of the next one. */
function pageOf(found: PickEntry[], start: number): INodeListSearchResult {
	const end = start + PAGE;
	return {
		results: found.slice(start, end).map(({ name, value }) => ({ name, value })),
		...(found.length > end && { paginationToken: String(end) }),
	};
}

/** To enter an ID helps if the list cannot be read, not if the token is wrong. The editor shows what is said in place of the list. */
function withWayOut(problem: Problem): Problem {
	const isMissing = problem.isTemporary || problem.kind === 'response';
	const byId = isMissing && "To continue without the list, select 'By ID' and enter the ID.";
	return problem.with({ description: sentences(problem.description, byId) });
}
