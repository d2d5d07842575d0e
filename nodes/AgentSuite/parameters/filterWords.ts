/** Filters in words, for a user who wonders why nothing matched. */

import type { Filter } from '../model/operation';
import { inList } from '../texts/words';
import { hasNo } from '../texts/refusal';
import { choiceValues } from './fields';
import type { FilterValues } from './values';

/** A choice that is not in the menu. It can be right, because the service can know more values. */
function unlistedOf({ field }: Filter, value: unknown): string | undefined {
	if (field.type !== 'multiOptions') return undefined;
	const listed = choiceValues(field);
	const unlisted = [value].flat().find((entry) => !listed.includes(entry));
	if (unlisted === undefined) return undefined;
	return `${field.displayName} ${hasNo('option', String(unlisted), listed)}`;
}

/**
 * The end of "None of 12 records matches": ": Email is empty" if that alone is the reason, otherwise " the Name and Status filters",
 * and a choice that is not listed.
 * @returns undefined without filters
 */
export function filtersInWords(
	filters: readonly Filter[],
	values: FilterValues,
): string | undefined {
	const set = filters.filter(({ field }) => {
		const value = values[field.name];
		// A switch that is off unless a user turns it on filters nothing.
		const isOff = value === false && field.default === false;
		return value !== undefined && !isOff && !(Array.isArray(value) && value.length === 0);
	});
	if (set.length === 0) return undefined;
	const empty = set.filter(({ field }) => values[field.name] === null);
	if (empty.length > 0) {
		const names = empty.map(({ field }) => field.displayName);
		return `: ${inList(names)} ${names.length === 1 ? 'is' : 'are'} empty`;
	}
	const names = set.map(({ field }) => field.displayName);
	const unlisted = set
		.map((filter) => unlistedOf(filter, values[filter.field.name]))
		.filter(Boolean);
	const details = unlisted.length > 0 ? `: ${unlisted.join(', and ')}` : '';
	if (details && names.length === 1) return details;
	return ` the ${inList(names)} ${names.length === 1 ? 'filter' : 'filters'}${details}`;
}
