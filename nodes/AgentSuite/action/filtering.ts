/** The records of a response, as filters search them, and those that match. */

import type { IDataObject } from 'n8n-workflow';

import type { ReadParameters } from '../model/parameterTypes';
import type { Operation } from '../model/operation';
import type { Filter } from '../model/operationSpec';
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

/** The records of one response. Items that share a read share it, so that the work for a list is done once. */
export class ResponseList {
	/** By whether they have their secrets. */
	private readonly searched = new Map<boolean, SearchedList>();

	/** @param records as the service returned them */
	constructor(
		readonly records: IDataObject[],
		private readonly operation: Searching & Pick<Operation, 'filters'>,
	) {}

	/** The records that match each filter that has a value, in the order of the list. */
	matching(parameters: ReadParameters, values: AddedFilters['filterValues']): IDataObject[] {
		const list = this.searchedList(parameters);
		const used = this.operation.filters.filter(({ field }) => field.name in values);
		if (used.length === 0) return list.records;
		return inEach(used.map((filter) => list.find(filter, values[filter.field.name])));
	}

	private searchedList(parameters: ReadParameters): SearchedList {
		const key = includesSecrets(parameters);
		const list =
			this.searched.get(key) ??
			new SearchedList(searchedRecords(this.records, this.operation, parameters));
		this.searched.set(key, list);
		return list;
	}
}

/** What a request came to, as items share it. */
export type ListedResult = Omit<Result, 'records'> & { list: ResponseList };

export const listed = ({ records, ...others }: Result, operation: Operation): ListedResult => ({
	...others,
	list: new ResponseList(records, operation),
});

type Found = ReadonlySet<IDataObject>;
type Search = (value: unknown) => Found;

/** Records with the searches of filters, each of which can have made an index of them. */
class SearchedList {
	private readonly searches = new Map<Filter, Search>();

	constructor(readonly records: IDataObject[]) {}

	find(filter: Filter, value: unknown): Found {
		const search = this.searches.get(filter) ?? searchOf(filter, this.records);
		this.searches.set(filter, search);
		return search(value);
	}
}

/** The search of one filter, which remembers its last value: most often, all items have the same status. */
function searchOf(filter: Filter, records: IDataObject[]): Search {
	const search = filter.search(records);
	let last: { value: string; found: Found } | undefined;
	return (given) => {
		const value = JSON.stringify(given);
		if (last?.value !== value) last = { value, found: new Set(search(given)) };
		return last.found;
	};
}

/** The records that are in each of the sets. */
function inEach(sets: Found[]): IDataObject[] {
	const [smallest, ...others] = [...sets].sort((left, right) => left.size - right.size);
	return [...smallest].filter((record) => others.every((set) => set.has(record)));
}
