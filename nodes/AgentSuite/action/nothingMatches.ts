import type { Audience } from '../model/audience';
import { choiceValues } from '../model/field';
import type { Filter } from '../model/operationSpec';
import { inList, inQuotes } from '../texts/words';
import type { Plan } from './plan';

/** Why nothing is asked for an item whose filters are empty, in words. */
export const emptyMatchesNothing = ({ emptyFilters }: Pick<Plan, 'emptyFilters'>): string =>
	`${inList(emptyFilters)} ${emptyFilters.length === 1 ? 'is' : 'are'} empty, which matches nothing, so no request was sent`;

/**
 * Why the filters have let none of the records of a response through, in words.
 * @param records number of them
 * @param audience a model gets no value, because anybody can have written it: what it fills in is refused before
 * @returns undefined if there are no records, or no filters
 */
export function nothingMatches(
	{ operation, filterValues }: Pick<Plan, 'operation' | 'filterValues'>,
	records: number,
	audience: Audience,
): string | undefined {
	const used = operation.filters.filter(({ field }) => field.name in filterValues);
	if (records === 0 || used.length === 0) return undefined;
	const none =
		records === 1 ? 'The only record does not match' : `None of ${records} records matches`;
	const names = inList(used.map(({ field }) => field.displayName));
	const unlisted = used
		.map((filter) => unlistedOf(filter, filterValues[filter.field.name], audience))
		.filter((text) => text !== undefined);
	return [`${none} the ${names} ${used.length === 1 ? 'filter' : 'filters'}`, ...unlisted].join(
		'. ',
	);
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
