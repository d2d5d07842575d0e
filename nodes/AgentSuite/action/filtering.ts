/** The records of a response, as filters search them, and those that match. Items that share a read share the work. */

import type { IDataObject } from 'n8n-workflow';

import type { ReadParameters } from '../model/field';
import type { Filter, Operation } from '../model/operation';
import { includesSecrets, withoutSecrets } from '../model/secrets';
import type { FilterValues } from '../parameters/values/values';

/** What is made of a list once, by a key. It goes with the list. */
class PerList<Key, Made> {
	private readonly byList = new WeakMap<IDataObject[], Map<Key, Made>>();

	of(list: IDataObject[], key: Key, make: () => Made): Made {
		const byKey = this.byList.get(list) ?? new Map<Key, Made>();
		this.byList.set(list, byKey);
		const made = byKey.get(key) ?? make();
		byKey.set(key, made);
		return made;
	}
}

/** By whether they have their secrets. */
const searched = new PerList<boolean, IDataObject[]>();

/** What filters search: the records without their secrets, with what the operation adds to them. The same array for the same list. */
export function searchedRecords(
	records: IDataObject[],
	{ response: { secrets }, addFromList }: Pick<Operation, 'response' | 'addFromList'>,
	parameters: ReadParameters,
): IDataObject[] {
	if (!secrets && !addFromList) return records;
	return searched.of(records, includesSecrets(parameters), () => {
		const shown = withoutSecrets(records, secrets, parameters);
		return addFromList?.(shown) ?? shown;
	});
}

type Found = ReadonlySet<IDataObject>;
type Search = (value: unknown) => Found;

const searches = new PerList<Filter, Search>();

/** The records that match each filter that has a value, in the order of the list. */
export function matchingRecords(
	records: IDataObject[],
	filters: readonly Filter[],
	values: FilterValues,
): IDataObject[] {
	const used = filters.filter(({ field }) => values[field.name] !== undefined);
	if (used.length === 0) return records;
	if (used.some(({ field }) => values[field.name] === null)) return [];
	const found = used.map((filter) => {
		const search = searches.of(records, filter, () => searchOf(filter, records));
		return search(values[filter.field.name]);
	});
	return inEach(found);
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
