import { isRecord } from '../model/record';
import type { Field } from '../model/operation';
import { valuesOf } from './values';

/**
 * One sentence for each value that its menu does not list. The service can know more values than the menu, so callers
 * only mention them if nothing was found.
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
					`No records were found, and '${field.displayName}' has no option '${entry.slice(0, 60)}'. Its options are: ${listed.join(', ')}.`,
			);
	});
}
