/**
 * What the node cannot do, so that a file of `resources/` cannot declare it. Checked when the file is loaded, so that `npm run generate`,
 * the build, and each test say it.
 */

import { choiceValues, fieldsIn, isText, type Field } from '../model/field';
import type { Operation } from '../model/operation';

type Fields = readonly Field[];

/** What decides too, and cannot be seen at the operation. */
interface Declared {
	/** Its own, without that of its role. */
	notice?: string;
	/** Names of the query parameters. */
	query: readonly string[];
}

/** @throws for what is missing, or cannot be read */
export function checkOperation(operation: Operation, { notice, query }: Declared): void {
	const { id, path, effect, response, fields, filters, options, advice, addFromList } = operation;
	const ofFilters = filters.map(({ field }) => field);
	checkFields({ fields, inCollections: [...options, ...ofFilters] });
	if (filters.length > 0 && response.kind !== 'list')
		throw new Error(`${id} has filters, but no list`);
	if (effect !== 'read' && !notice)
		throw new Error(`${id} changes data, and has no notice that says what n8n cannot undo`);
	const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
	if (inPath.length > 0 && advice[404] === undefined)
		throw new Error(`${id} has an ID in its path, but no target`);
	for (const place of inPath) {
		const field = fields.find(({ name }) => name === place);
		if (!field?.required || field.displayOptions)
			throw new Error(
				`${id} has {${place}} in its path, but no field of that name that is required, and always shown`,
			);
	}
	if (addFromList && query.length > 0)
		throw new Error(
			`${id} has addFromList, which needs the whole list, but the query parameter '${query[0]}' can shorten it`,
		);
	for (const parameter of query) {
		const places = [fields, options].filter((all) => all.some(({ name }) => name === parameter));
		if (places.length !== 1)
			throw new Error(
				`${id} has the query parameter '${parameter}', which must be the name of one field or option`,
			);
		const [field] = places[0].filter(({ name }) => name === parameter);
		if (['collection', 'fixedCollection'].includes(field.type))
			throw new Error(`${id} has the query parameter '${parameter}', which can be no collection`);
		if (field.type === 'boolean' && field.default === true)
			throw new Error(
				`${id} has the query parameter '${parameter}', which could not be switched off: set its default to false`,
			);
	}
}

/** An event or a pick list reads with the defaults of all fields. @throws unless that is enough */
export function checkReadsAlone({ id, effect, fields }: Operation): void {
	if (effect !== 'read') throw new Error(`${id} changes data, so no event or pick list can use it`);
	const needed = fields.find(({ required }) => required);
	if (needed)
		throw new Error(
			`${id} needs '${needed.name}', which an event or a pick list cannot ask for: use a read without required fields`,
		);
}

interface Checked {
	/** Of their own. */
	fields: Fields;
	/** Options, and fields of filters. */
	inCollections: Fields;
}

/** @throws for fields that the reader of parameters cannot read */
export function checkFields({ fields, inCollections }: Checked): void {
	checkDisplay(fields);
	for (const field of fields) {
		checkForm(field);
		const {
			name,
			type,
			required,
			default: preset,
			typeOptions: { minValue = -Infinity } = {},
		} = field;
		// n8n has no empty number, so only one that is refused shows that nobody has entered it.
		if (required && type === 'number' && Number(preset) >= minValue)
			throw new Error(`The field '${name}' is a required number: set a default below its minValue`);
	}
	checkEntries(inCollections);
}

/** What is in a collection is always shown. */
function checkEntries(entries: Fields): void {
	for (const entry of entries) {
		// Only of a field of its own does the reader ask n8n for the ID that was picked, and whether it is there.
		if (entry.displayOptions || entry.required || entry.type === 'resourceLocator')
			throw new Error(
				`The field '${entry.name}' is in a collection, so it has no conditions, is not required, and is no pickId`,
			);
		checkForm(entry);
	}
}

/** The types of texts that the reader of parameters knows. It would read others as texts too. */
const TEXTS = ['string', 'resourceLocator'];

/** Only numbers, and rows of a key and a value, can have multiple values. Otherwise, the reader would drop what it does not know. */
function checkForm(field: Field): void {
	const { name, type, typeOptions } = field;
	if (
		(isText(field) && !TEXTS.includes(type)) ||
		typeOptions?.loadOptionsMethod ||
		typeOptions?.maxValue !== undefined
	)
		throw new Error(`The field '${name}' has a type, a loaded menu, or a maximum that is not read`);
	const isSeveral = typeOptions?.multipleValues === true;
	if (type === 'fixedCollection') {
		const [group, ...others] = fieldsIn(field);
		if (!isSeveral || others.length > 0 || fieldsIn(group).length !== 2)
			throw new Error(`The field '${name}' can only have rows of a key and a value`);
	} else if (isSeveral && type !== 'number') {
		throw new Error(`The field '${name}' cannot have multiple values`);
	}
	if (isMenu(field)) checkDefault(field);
	if (type === 'collection') checkEntries(fieldsIn(field));
}

const isMenu = ({ type }: Field): boolean => type === 'options' || type === 'multiOptions';

/** What is selected at first in a menu is one of its choices. */
function checkDefault(field: Field): void {
	const choices = choiceValues(field);
	const other = [field.default].flat().find((value) => !choices.includes(value));
	if (other !== undefined)
		throw new Error(`The field '${field.name}' has no option '${other}', which is its default`);
}

/** The reader of parameters reads the fields in their order, so conditions can only be about those above, and about the version. */
function checkDisplay(fields: Fields): void {
	fields.forEach(({ name, displayOptions: { show = {}, hide = {} } = {} }, index) => {
		for (const [other, values = []] of [...Object.entries(show), ...Object.entries(hide)]) {
			if (other === '@version') continue;
			const above = fields.slice(0, index).find((field) => field.name === other);
			if (!above)
				throw new Error(`The field '${name}' can only be shown by values of fields above it`);
			if (isMenu(above) && !above.allowArbitraryValues) checkShownBy(name, above, values);
		}
	});
}

/** A value that is no choice of the menu would never be selected. @param values conditions of n8n are objects */
function checkShownBy(name: string, menu: Field, values: readonly unknown[]): void {
	const choices = choiceValues(menu);
	const other = values.find((value) => typeof value !== 'object' && !choices.includes(value));
	if (other !== undefined)
		throw new Error(
			`The field '${name}' depends on '${String(other)}', which is no option of '${menu.name}'`,
		);
}
