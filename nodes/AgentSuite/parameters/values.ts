/** What the value of a field means: the entries of a collection, a value of the type of the field, or nothing. */

import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../model/field';
import { isRecord } from '../model/record';
import { isEmpty, toTypeOf, wordsOf } from './conversions';
import { isExpression, isFromModel } from './expressions';
import { fieldsIn } from './fields';
import { hasNo, invalidParameter } from './invalidParameter';

/** A field of its own, or one that a user adds: a filter, or an entry of another collection. */
export type Place = 'field' | 'filter' | 'entry';

/**
 * The value in the type of the field.
 * @param value as n8n evaluates it
 * @param saved as it is saved in the workflow, with its expressions
 * @param place of the field. Of a collection, that of its entries
 * @returns undefined if an optional text is empty, or an entry that is left out. Null for a filter that matches nothing
 * @throws {Problem} that names the parameter
 */
export function converted(field: Field, value: unknown, saved: unknown, place: Place): unknown {
	// A list of nothing but empty texts is an empty menu.
	const isEmptyMenu = field.type === 'multiOptions' && wordsOf(field, value).length === 0;
	const isCollection = field.type === 'collection';
	if (isEmpty(value) || isEmptyMenu)
		return valueIfEmpty(field, value, saved, isCollection ? 'field' : place);
	return isCollection ? entriesOf(field, value, saved, place) : toTypeOf(field, value, saved);
}

/** The entries of a collection that were added. Others than those of the field can be there from an older version of the node. */
function entriesOf(field: Field, value: unknown, saved: unknown, place: Place): IDataObject {
	if (!isRecord(value)) {
		throw invalidParameter(
			field,
			'must be an object',
			'Add the fields one by one, or check the expression.',
		);
	}
	if (place === 'filter') refuseUnknownFilter(field, value);
	const result: Record<string, unknown> = {};
	for (const entry of fieldsIn(field)) {
		if (!Object.hasOwn(value, entry.name)) continue;
		// One expression can also return the whole collection.
		const own = isRecord(saved) ? saved[entry.name] : saved;
		const read = converted(entry, value[entry.name], own, place);
		if (read !== undefined) result[entry.name] = read;
	}
	return result as IDataObject;
}

/** @throws {Problem} for a filter that does not exist, because without it, every record would match */
function refuseUnknownFilter(filters: Field, value: IDataObject): void {
	const known = fieldsIn(filters).map(({ name }) => name);
	const unknown = Object.keys(value).find((name) => !known.includes(name));
	if (unknown === undefined) return;
	throw invalidParameter(filters, hasNo('filter', unknown, known), 'Use one of these filters.');
}

/** What an empty value of a person does. */
type WhenEmpty =
	/** As if the user had not set it. */
	| 'left out'
	/** An empty text, which clears a field of the service. Null and undefined are no text, so they are left out. */
	| 'sent'
	| 'matches nothing'
	/** Its default could be the opposite of what was meant, such as no limit or any status. */
	| 'refused';

/** Of a text, in whatever way it is entered. */
const EMPTY_TEXT: Record<Place, WhenEmpty> = {
	field: 'left out',
	filter: 'matches nothing',
	entry: 'sent',
};

/** Of a number, a switch, a menu, or a collection, by an expression. Who leaves one empty by hand leaves it out. */
const EMPTY_EXPRESSION: Record<Place, WhenEmpty> = {
	field: 'refused',
	filter: 'matches nothing',
	entry: 'refused',
};

/** @throws {Problem} if it cannot be empty */
function valueIfEmpty(field: Field, value: unknown, saved: unknown, place: Place): unknown {
	if (field.required) {
		throw invalidParameter(field, 'is empty', 'Enter a value, or check the expression.');
	}
	const isText = field.type === 'string' || field.type === 'resourceLocator';
	switch (whenEmpty(place, isText, saved)) {
		case 'left out':
			return place === 'field' && !isText ? field.default : undefined;
		case 'sent':
			return typeof value === 'string' ? '' : undefined;
		case 'matches nothing':
			return null;
		case 'refused':
			throw invalidParameter(field, 'is empty', 'Check the expression. It returns an empty value.');
	}
}

function whenEmpty(place: Place, isText: boolean, saved: unknown): WhenEmpty {
	// Models send empty values for what they leave out.
	if (isFromModel(saved)) return 'left out';
	if (isText) return EMPTY_TEXT[place];
	// Who selects nothing in a menu saves an empty list, so an entry that is empty is an expression too.
	const hasEntries = Array.isArray(saved) && saved.length > 0;
	return isExpression(saved) || hasEntries ? EMPTY_EXPRESSION[place] : 'left out';
}
