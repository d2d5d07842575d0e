import type { IDataObject } from 'n8n-workflow';

import type { Filter } from '../model/operation';
import type { Plan } from './plan';

type Found = ReadonlySet<IDataObject>;

/** The search of one filter, which remembers its last value: most often, all items have the same status. */
function searchOf(filter: Filter, records: IDataObject[]): (value: unknown) => Found {
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

/** The records of one response. Items with the same parameters share the records in their shape, and the indexes of filters. */
export class ResponseRecords {
	private readonly cache = new Map<string, unknown>();

	constructor(readonly records: IDataObject[]) {}

	/** What one item asks for, before its limit: what its filters leave of the records in their shape. */
	find({ operation, parameters, filters }: Omit<Plan, 'request'>): IDataObject[] {
		const { records } = this;
		const { shape } = operation;
		const key = shape ? JSON.stringify(parameters) : '';
		const all = this.cached(key, () => shape?.(records, parameters) ?? records);
		const used = operation.filters.filter(({ field }) => filters[field.name] !== undefined);
		if (used.length === 0) return all;
		if (used.some(({ field }) => filters[field.name] === null)) return [];
		return inEach(
			used.map((filter) => {
				const { name } = filter.field;
				return this.cached(`${name} ${key}`, () => searchOf(filter, all))(filters[name]);
			}),
		);
	}

	private cached<Value>(key: string, make: () => Value): Value {
		if (!this.cache.has(key)) this.cache.set(key, make());
		return this.cache.get(key) as Value;
	}
}
