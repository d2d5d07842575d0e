/** What the value of a field means: the entries of a collection, a value of the type of the field, or nothing. */

import type { IDataObject } from 'n8n-workflow';

import { fieldsIn, FILTERS, isText, UPDATE_FIELDS, type Field } from '../../model/field';
import type { ValueType } from '../../model/parameterTypes';
import type { Problem } from '../../model/problem';
import { isRecord } from '../../records/record';
import { refusal } from '../../model/refusal';
import { toChoice, toChoices } from './choices';
import { expressionsIn, isExpression, isFromModel } from './expressions';
import { toNumberOrNumbers } from './numbers';
import { toRows } from './rows';
import { isEmpty, toText } from './texts';

/** What a value is: that of a filter, of the texts to change, or of any other field or option. */
type Use = 'field' | 'filter' | 'update';

/** What the entries of a collection are, by the name of the collection. The entries of any other collection are fields. */
const USES: Readonly<Partial<Record<string, Use>>> = {
	[FILTERS]: 'filter',
	[UPDATE_FIELDS]: 'update',
};

/** A value to read. */
interface Given {
	field: Field;
	/** As n8n evaluates it. */
	value: unknown;
	/** As it is saved in the workflow, with its expressions. */
	saved: unknown;
	/** Default: that of a field. */
	use?: Use;
}

/** Reads a value that is not empty, by the type of its field, or throws a Problem. Any other type is a text. */
const conversions: Record<ValueType, (field: Field, value: unknown, given: Given) => unknown> = {
	boolean: toBoolean,
	number: toNumberOrNumbers,
	options: toChoice,
	multiOptions: (field, value, given) => toChoices(field, value, keepsOthers(given)),
	collection: (_field, _value, given) => valuesIn(readEntries(given)),
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

/** What is read of a field. */
type Reading =
	| { kind: 'value'; value: unknown }
	| { kind: 'none' }
	/** Of a filter that is empty, but was meant to have a value. */
	| { kind: 'matchesNothing' };

const ofValue = (value: unknown): Reading => ({ kind: 'value', value });

/** Reads a value, in the type of the field. @throws {Problem} that names the parameter */
export function readValue(given: Given): Reading {
	const { field, value, saved, use = 'field' } = given;
	if (!isEmpty(value)) {
		const convert = isText(field) ? toText : conversions[field.type as ValueType];
		const converted = convert(field, value, given);
		// Nothing but empty texts, lists, or rows is nothing. What each entry of a collection means is known.
		if (field.type === 'collection' || !isEmpty(converted)) return ofValue(converted);
	}
	return ifEmpty[field.required ? 'required' : use][whyEmpty(field, saved)](given);
}

/** Why a value is empty: nobody meant it, a person left a text empty, or an expression returns nothing for another type. */
type WhyEmpty = 'leftOut' | 'emptyText' | 'noValue';

/** Models send an empty value for what they leave out. Any other type than a text can be left as it is, but its expressions cannot. */
function whyEmpty(field: Field, saved: unknown): WhyEmpty {
	if (isFromModel(saved)) return 'leftOut';
	if (isText(field)) return 'emptyText';
	// A menu in which nothing is selected is saved as an empty list.
	if (field.type === 'multiOptions' && Array.isArray(saved) && saved.length > 0) return 'noValue';
	return expressionsIn(saved).every(isFromModel) ? 'leftOut' : 'noValue';
}

const refusedEmpty = (field: Field, advice: string): Problem =>
	refusal(field, { what: 'is empty', advice });

const none = (): Reading => ({ kind: 'none' });
const matchesNothing = (): Reading => ({ kind: 'matchesNothing' });
/** "" can clear a text of the service. Null and undefined are no text, and leave it as it is. */
const emptyText = ({ value }: Given): Reading => (typeof value === 'string' ? ofValue('') : none());
/** The default could be the opposite of what was meant, such as no limit or any status. */
const refused = ({ field }: Given): Reading => {
	throw refusedEmpty(field, 'Check the expression. It returns an empty value.');
};

const missing = ({ field }: Given): Reading => {
	throw refusedEmpty(field, 'Enter a value, or check the expression.');
};

/** What an empty value means. */
const ifEmpty: Record<Use | 'required', Record<WhyEmpty, (given: Given) => Reading>> = {
	required: { leftOut: missing, emptyText: missing, noValue: missing },
	field: { leftOut: none, emptyText: none, noValue: refused },
	filter: { leftOut: none, emptyText: matchesNothing, noValue: matchesNothing },
	update: { leftOut: none, emptyText, noValue: refused },
};

/** Of the entries of a collection, by their names. One that was not added has none. */
export type Readings = Readonly<Partial<Record<string, Reading>>>;

/** The entries that have a value. */
export const valuesIn = (readings: Readings): IDataObject =>
	Object.fromEntries(
		Object.entries(readings).flatMap(([name, reading]) =>
			reading?.kind === 'value' ? [[name, reading.value]] : [],
		),
	) as IDataObject;

/**
 * The entries of a collection that were added, each of the same use. n8n itself drops those that the field does not have.
 * @throws {Problem} that names the collection, or one of them
 */
export function readEntries({ field, value, saved }: Given): Readings {
	const entered = isEmpty(value) ? {} : value;
	// n8n drops an expression for the whole collection. Should it ever evaluate one, nobody could tell who left an entry empty.
	if (!isRecord(entered) || isExpression(saved)) {
		throw refusal(field, {
			what: 'must be an object',
			advice: 'Add the fields one by one, or check the expression.',
		});
	}
	const added = fieldsIn(field).filter(({ name }) => Object.hasOwn(entered, name));
	const use = USES[field.name];
	return Object.fromEntries(
		added.map((entry) => {
			const own = isRecord(saved) ? saved[entry.name] : undefined;
			const given = { field: entry, value: entered[entry.name], saved: own, use };
			return [entry.name, readValue(given)];
		}),
	);
}
