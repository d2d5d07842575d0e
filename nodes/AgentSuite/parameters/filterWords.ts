/** Filters in words, for a user who wonders why nothing matched. */

import type { Field } from '../model/field';
import type { Filter } from '../model/operation';
import { choiceValues } from './fields';
import { hasNo } from './invalidParameter';
import type { FilterValues } from './readParameters';
import { MATCHES_NOTHING } from './values';

/** What is wrong with a filter that matches nothing. An unlisted choice can be right, because the service can know more values. */
function flawOf(field: Field, value: unknown): string | undefined {
	const { displayName, type } = field;
	if (value === MATCHES_NOTHING) return `${displayName} is empty`;
	if (type !== 'multiOptions') return undefined;
	const listed = choiceValues(field);
	const unlisted = [value].flat().find((entry) => !listed.includes(entry));
	if (unlisted === undefined) return undefined;
	return `${displayName} ${hasNo('option', String(unlisted), listed)}`;
}

/**
 * The end of "None of 12 records matches": ": Email is empty", or " the Name and Status filters" if nothing is wrong with them.
 * @returns undefined without filters
 */
export function filtersInWords(
	filters: readonly Filter[],
	values: FilterValues,
): string | undefined {
	const set = filters.filter(({ name, default: preset }) => {
		const value = values[name];
		// A switch that is off unless a user turns it on filters nothing.
		const isOff = value === false && preset === false;
		return value !== undefined && !isOff && !(Array.isArray(value) && value.length === 0);
	});
	if (set.length === 0) return undefined;
	const flaws = set.map((filter) => flawOf(filter, values[filter.name])).filter(Boolean);
	if (flaws.length > 0) return `: ${flaws.join(', and ')}`;
	const names = set.map(({ displayName }) => displayName);
	return ` the ${names.join(' and ')} ${names.length === 1 ? 'filter' : 'filters'}`;
}
