/** The earlier state of a record, as the event is asked about it. */
import type { IDataObject } from 'n8n-workflow';

import type { Before } from '../../model/eventSpec';
import type { Part, WatchedList } from '../../model/watchedList';
import type { PartValues, Literals } from './rows';

/** What `Before.changed` contains if a record has lost all fields of a part, because their names are not stored. */
const REMOVED = 'removed field';

/** It is not known which of several fields of a part changed, so all are listed. */
const fieldsOf = ({ name, fields }: Part, record: IDataObject) => fields?.(record) ?? [name];

/** Names of the fields of a part that has changed, as far as they can be known. */
export function changedFields(part: Part, record: IDataObject): string[] {
	const fields = fieldsOf(part, record);
	return fields.length > 0 ? fields : [REMOVED];
}

/** What has changed from some values of a record to others. Undefined if nothing has. */
export function changeOf(
	{ parts }: WatchedList,
	record: IDataObject,
	was: PartValues,
	is: PartValues,
	literals: Literals,
): Before | undefined {
	const changedParts = parts.filter((_part, index) => was[index] !== is[index]);
	if (changedParts.length === 0) return undefined;
	const changed = changedParts.flatMap((part) => changedFields(part, record));
	const literal = (name: string) =>
		literals.get(was[parts.findIndex((part) => part.name === name)]);
	return { changed, literal };
}

/** Nothing is known of the earlier state: any field can have changed since. */
export const correctionOf = ({ parts }: WatchedList, record: IDataObject): Before => ({
	changed: parts.flatMap((part) => fieldsOf(part, record)),
	literal: () => undefined,
});
