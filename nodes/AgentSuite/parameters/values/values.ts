/** What the value of a field means: the entries of a collection, a value of the type of the field, or nothing. */

import type { IDataObject } from 'n8n-workflow';

import { fieldsIn, isText, unsetValue, type Field } from '../../model/field';
import type { ValueType } from '../../model/parameterTypes';
import type { Problem } from '../../model/problem';
import { isRecord } from '../../records/record';
import { refusal } from '../../model/refusal';
import { toChoice, toChoices, wordsOf } from './choices';
import { isExpression, isFromModel } from './expressions';
import { toNumberOrNumbers } from './numbers';
import { toRows } from './rows';
import { isEmpty, toText } from './texts';

/** What a value is: that of a field of its own, a filter, or an entry of another collection. */
export type Use = 'field' | 'filter' | 'entry';

/** A value to read. */
interface Given {
	field: Field;
	/** As n8n evaluates it. */
	value: unknown;
	/** As it is saved in the workflow, with its expressions. */
	saved: unknown;
	use: Use;
}

/** Reads a value that is not empty, by the type of its field, or throws a Problem. Any other type is a text. */
const conversions: Record<ValueType, (field: Field, value: unknown, given: Given) => unknown> = {
	boolean: toBoolean,
	number: toNumberOrNumbers,
	options: toChoice,
	multiOptions: (field, value, given) => toChoices(field, value, keepsOthers(given)),
	collection: (_field, _value, given) => entriesOf({ ...given, use: 'entry' }),
	fixedCollection: toRows,
};

/** A text is read in any case, as n8n reads it, and without spaces around it, as other values are. */
function toBoolean(field: Field, given: unknown): boolean {
	const value = typeof given === 'string' ? given.trim().toLowerCase() : given;
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw refusal(field, { what: 'must be true or false' });
}

/**
 * Whether a choice that is not in the menu is kept: that of a filter, because a warning says so if it matches nothing. Nobody would learn
 * of any other. From a model it is refused, because models guess.
 */
const keepsOthers = ({ use, saved }: Given): boolean => use === 'filter' && !isFromModel(saved);

/**
 * The value in the type of the field.
 * @returns undefined if an optional text is empty, or an entry that is left out. Null for a filter that is empty, see `readFilters`
 * @throws {Problem} that names the parameter
 */
export function toValue(given: Given): unknown {
	const { field, value, saved, use } = given;
	// A list of nothing but empty texts is an empty menu.
	const isEmptyMenu = field.type === 'multiOptions' && wordsOf(field, value).length === 0;
	if (isEmpty(value) || isEmptyMenu) {
		if (field.required) throw refusedEmpty(field, 'Enter a value, or check the expression.');
		return ifEmpty[use][whyEmpty(field, saved)](given);
	}
	const convert = isText(field) ? toText : conversions[field.type as ValueType];
	return convert(field, value, given);
}

/** Why a value is empty: nobody meant it, a person left a text empty, or an expression returns nothing for another type. */
type WhyEmpty = 'leftOut' | 'emptyText' | 'noValue';

/** Models send an empty value for what they leave out. A number, switch, or menu can be left as it is, but its expression cannot. */
function whyEmpty(field: Field, saved: unknown): WhyEmpty {
	if (isFromModel(saved)) return 'leftOut';
	if (isText(field)) return 'emptyText';
	// A menu in which nothing is selected is saved as an empty list. One with entries has an expression in them.
	const hasEntries = Array.isArray(saved) && saved.length > 0;
	return isExpression(saved) || hasEntries ? 'noValue' : 'leftOut';
}

const refusedEmpty = (field: Field, advice: string): Problem =>
	refusal(field, { what: 'is empty', advice });

const absent = () => undefined;
const matchesNothing = () => null;
/** "" clears a field of the service. Null and undefined are no text, and leave it as it is. */
const emptyText = ({ value }: Given) => (typeof value === 'string' ? '' : undefined);
/** The default could be the opposite of what was meant, such as no limit or any status. */
const refused = ({ field }: Given) => {
	throw refusedEmpty(field, 'Check the expression. It returns an empty value.');
};

/** What the empty value of a field that is not required means. */
const ifEmpty: Record<Use, Record<WhyEmpty, (given: Given) => unknown>> = {
	field: { leftOut: ({ field }) => unsetValue(field), emptyText: absent, noValue: refused },
	filter: { leftOut: absent, emptyText: matchesNothing, noValue: matchesNothing },
	entry: { leftOut: absent, emptyText, noValue: refused },
};

/**
 * The entries of a collection that were added, each of the same use. n8n itself drops those that the field does not have.
 * @throws {Problem} that names the collection, or one of them
 */
export function entriesOf({ field, value, saved, use }: Given): IDataObject {
	// n8n drops an expression for the whole collection. Should it ever evaluate one, nobody could tell who left an entry empty.
	if (!isRecord(value) || isExpression(saved)) {
		throw refusal(field, {
			what: 'must be an object',
			advice: 'Add the fields one by one, or check the expression.',
		});
	}
	const result: Record<string, unknown> = {};
	for (const entry of fieldsIn(field)) {
		if (!Object.hasOwn(value, entry.name)) continue;
		const own = isRecord(saved) ? saved[entry.name] : undefined;
		const read = toValue({ field: entry, value: value[entry.name], saved: own, use });
		if (read !== undefined) result[entry.name] = read;
	}
	return result as IDataObject;
}
