import type { IDataObject } from 'n8n-workflow';

import type { Filter } from '../model/operation';
import type { FilterValues } from '../parameters/values/values';
import type { Plan } from './plan';

type Found = ReadonlySet<IDataObject>;
type Search = (value: unknown) => Found;

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

/** The records that are in each of the sets, in the order of the list. */
function inEach(sets: Found[]): IDataObject[] {
	const [smallest, ...others] = [...sets].sort((left, right) => left.size - right.size);
	return [...smallest].filter((record) => others.every((set) => set.has(record)));
}

/** Records in one shape, with the searches that items have made in them. */
class ShapedRecords {
	private readonly searches = new Map<Filter, Search>();

	constructor(private readonly records: IDataObject[]) {}

	/** The records that match each filter that has a value. */
	find(filters: readonly Filter[], values: FilterValues): IDataObject[] {
		const used = filters.filter(({ field }) => values[field.name] !== undefined);
		if (used.length === 0) return this.records;
		if (used.some(({ field }) => values[field.name] === null)) return [];
		return inEach(used.map((filter) => this.searchFor(filter)(values[filter.field.name])));
	}

	private searchFor(filter: Filter): Search {
		const search = this.searches.get(filter) ?? searchOf(filter, this.records);
		this.searches.set(filter, search);
		return search;
	}
}

/** The records of one response. Items with the same parameters share the records in their shape, and the indexes of filters. */
export class ResponseRecords {
	private readonly byParameters = new Map<string, ShapedRecords>();

	constructor(readonly records: IDataObject[]) {}

	/** What one item asks for, before its limit: what its filters leave of the records in their shape. */
	find({ operation, parameters, filters }: Omit<Plan, 'request'>): IDataObject[] {
		const { records } = this;
		const { shape } = operation;
		const key = shape ? JSON.stringify(parameters) : '';
		const shaped =
			this.byParameters.get(key) ?? new ShapedRecords(shape?.(records, parameters) ?? records);
		this.byParameters.set(key, shaped);
		return shaped.find(operation.filters, filters);
	}
}
