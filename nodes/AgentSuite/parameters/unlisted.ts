import { isRecord } from '../model/record';
import type { Field } from '../model/operation';
import { valuesOf } from './values';

/**
 * The values of menus that the menu does not list, each in a sentence. The service may know more than the menu, so they
 * are no mistake in themselves: it is for the caller to tell of them when nothing was found.
 */
export function unlistedValues(
	fields: readonly Field[],
	values: Readonly<Record<string, unknown>>,
): string[] {
	return fields.flatMap((field) => {
		const value = values[field.name];
		if (field.type === 'collection') {
			return isRecord(value)
				? unlistedValues((field.options ?? []) as readonly Field[], value)
				: [];
		}
		if (field.type !== 'multiOptions' || !Array.isArray(value)) return [];
		const listed = valuesOf(field);
		return (value as string[])
			.filter((entry) => entry !== '' && !listed.includes(entry))
			.map(
				(entry) =>
					`Nothing was found, and '${field.displayName}' has no option '${entry.slice(0, 60)}'. Its options are: ${listed.join(', ')}.`,
			);
	});
}
