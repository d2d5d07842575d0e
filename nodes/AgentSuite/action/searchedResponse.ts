/** The records of a response, as filters search them, and those that match. */

import type { IDataObject } from 'n8n-workflow';

import type { ReadParameters } from '../model/parameterTypes';
import type { Operation } from '../model/operation';
import type { Filter } from '../model/operationSpec';
import type { RequestFacts } from '../model/problem';
import { includesSecrets, withoutSecrets } from '../records/secrets';
import type { AddedFilters } from '../parameters/reader';
import type { Result } from '../transport/send';

type Searching = Pick<Operation, 'response' | 'addFromList'>;

/** What filters search: the records without their secrets, with what the operation adds to them. */
export function searchedRecords(
	records: IDataObject[],
	{ response: { secrets }, addFromList }: Searching,
	parameters: ReadParameters,
): IDataObject[] {
	const shown = withoutSecrets(records, secrets, parameters);
	return addFromList?.(shown) ?? shown;
}

type Found = ReadonlySet<IDataObject>;

/** Records with the search of each filter in them. */
interface Searchable {
	records: IDataObject[];
	searches: Array<{ name: string; find: (value: unknown) => Found }>;
}

/** What a request came to. Items that share a read share it, so that the work for a list is done once. */
export class SearchedResponse {
	/** By whether the records have their secrets. */
	private readonly searchable = new Map<boolean, Searchable>();

	constructor(
		private readonly result: Result,
		private readonly operation: Searching & Pick<Operation, 'filters'>,
	) {}

	/** Number of records that the service returned. */
	get size(): number {
		return this.result.records.length;
	}

	get facts(): RequestFacts {
		return this.result.facts;
	}

	/** The records that match each filter that has a value, in the order of the list. */
	matching(parameters: ReadParameters, values: AddedFilters['filterValues']): IDataObject[] {
		const { records, searches } = this.searchableBy(parameters);
		const found = searches
			.filter(({ name }) => name in values)
			.map(({ name, find }) => find(values[name]));
		return found.length === 0 ? records : inEach(found);
	}

	private searchableBy(parameters: ReadParameters): Searchable {
		const hasSecrets = includesSecrets(parameters);
		const known = this.searchable.get(hasSecrets);
		if (known) return known;
		const records = searchedRecords(this.result.records, this.operation, parameters);
		const searches = this.operation.filters.map((filter) => ({
			name: filter.field.name,
			find: searchOf(filter, records),
		}));
		this.searchable.set(hasSecrets, { records, searches });
		return { records, searches };
	}
}

/**
 * The search of one filter, which can make an index when it is first used. It remembers its last value: most often, all items have the
 * same status.
 */
function searchOf(filter: Filter, records: IDataObject[]): (value: unknown) => Found {
	let search: ReturnType<Filter['search']> | undefined;
	let last: { value: string; found: Found } | undefined;
	return (given) => {
		const value = JSON.stringify(given);
		if (last?.value === value) return last.found;
		search ??= filter.search(records);
		last = { value, found: new Set(search(given)) };
		return last.found;
	};
}

/** The records that are in each of the sets. */
function inEach(sets: Found[]): IDataObject[] {
	const [smallest, ...others] = [...sets].sort((left, right) => left.size - right.size);
	return [...smallest].filter((record) => others.every((set) => set.has(record)));
}
