import type { Audience } from '../model/audience';
import { choiceValues } from '../model/field';
import type { Filter } from '../model/operation';
import { inList, inQuotes } from '../texts/words';
import type { Plan } from './plan';

type Filtered = Pick<Plan, 'operation' | 'filters'>;

/** The filters that were added and are empty, by their labels. Such a filter matches nothing, whatever the list has. */
export const emptyFilters = ({ operation, filters }: Filtered): string[] =>
	operation.filters
		.filter(({ field }) => filters[field.name] === null)
		.map(({ field }) => field.displayName);

/**
 * Why the filters have let none of the records through, in words.
 * @param records number of records in the response
 * @param found number of those that match
 * @param audience a model gets no value, because anybody can have written it: what it fills in is refused before
 * @returns undefined if one matches, or there are no records, or no filters
 */
export function nothingMatches(
	plan: Filtered,
	records: number,
	found: number,
	audience: Audience,
): string | undefined {
	const empty = emptyFilters(plan);
	if (empty.length > 0)
		return `${inList(empty)} ${empty.length === 1 ? 'is' : 'are'} empty, which matches nothing, so no request was sent`;
	if (found > 0 || records === 0) return undefined;
	const inWords = filtersInWords(plan, audience);
	const none =
		records === 1 ? 'The only record does not match' : `None of ${records} records matches`;
	return inWords && `${none}${inWords}`;
}

/**
 * The end of "None of 12 records matches": " the Name and Status filters", and any choice that the menu does not have.
 * @returns undefined without filters
 */
function filtersInWords(
	{ operation, filters: values }: Filtered,
	audience: Audience,
): string | undefined {
	const set = operation.filters.filter(({ field }) => values[field.name] !== undefined);
	if (set.length === 0) return undefined;
	const names = set.map(({ field }) => field.displayName);
	const unlisted = set
		.map((filter) => unlistedOf(filter, values[filter.field.name], audience))
		.filter(Boolean);
	const details = unlisted.length > 0 ? `: ${unlisted.join(', and ')}` : '';
	if (details && names.length === 1) return details;
	return ` the ${inList(names)} ${names.length === 1 ? 'filter' : 'filters'}${details}`;
}

/** A choice that is not in the menu. It can be right, because the service can know more values. */
function unlistedOf({ field }: Filter, value: unknown, audience: Audience): string | undefined {
	if (field.type !== 'multiOptions') return undefined;
	const listed = choiceValues(field);
	const unlisted = [value].flat().find((entry) => !listed.includes(entry));
	if (unlisted === undefined) return undefined;
	const option = audience === 'model' ? 'such option' : `option ${inQuotes(String(unlisted))}`;
	return `${field.displayName} has no ${option}. Its options are: ${listed.join(', ')}`;
}
