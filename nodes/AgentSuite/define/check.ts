/**
 * What the node cannot do, so that a file of `resources/` cannot declare it. Checked when the file is loaded, so that `npm run generate`,
 * the build, and each test say it.
 */

import { choiceValues, fieldsIn, isText, type Field } from '../model/field';
import { filledBy, type Endpoint } from '../model/endpoint';
import type { Operation } from '../model/operation';
import type { AnySpec } from '../model/operationSpec';

type Fields = readonly Field[];

/** What an operation declares, and the contract says of it. */
interface Declared {
	operation: Operation;
	spec: AnySpec;
	endpoint: Endpoint;
}

/** What is wrong with an operation, each with what to do. */
type Rule = (declared: Declared) => Array<string | false>;

/** Only a list that is whole can be filtered and completed. */
const ofLists: Rule = ({ operation: { filters, addFromList, response }, endpoint: { query } }) => {
	const isList = response.kind === 'list';
	const needsList = addFromList !== undefined;
	return [
		filters.length > 0 && !isList && 'has filters, but no list',
		needsList && !isList && 'has addFromList, but no list: use shape',
		needsList &&
			query !== undefined &&
			`has addFromList, which needs the whole list, but the query parameter '${query[0]}' can shorten it`,
	];
};

const ofWrites: Rule = ({ operation: { effect }, spec: { notice } }) => [
	effect !== 'read' &&
		!notice &&
		"changes data, and has no notice that says what it replaces or adds, and what n8n cannot undo. If it changes nothing, set effect to 'read'",
];

const placesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

const ofPath: Rule = ({ operation: { path, fields }, spec: { target } }) => {
	const places = placesIn(path);
	const isFilled = (place: string) =>
		fields.some(
			({ name, required, displayOptions }) => name === place && required && !displayOptions,
		);
	return [
		places.length > 0 &&
			!target &&
			'has an ID in its path, but no target: add an idField or a pickId',
		...places.map(
			(place) =>
				!isFilled(place) &&
				`has {${place}} in its path, but no field of that name that is required, and always shown`,
		),
	];
};

/** The fields, options, and updates that fill a query parameter, or a field of the body. There has to be one. */
const fillersOf = (name: string, { operation: { fields, options }, spec }: Declared): Field[] =>
	[...fields, ...options, ...(spec.updates ?? [])].filter((field) => field.name === filledBy(name));

const ofQuery: Rule = (declared) =>
	(declared.endpoint.query ?? []).flatMap((name) => {
		const [field, ...others] = fillersOf(name, declared);
		const wrong = `has the query parameter '${name}', which`;
		if (field === undefined || others.length > 0)
			return [`${wrong} must be the name of one field or option`];
		return [
			!hasOneValue(field) && `${wrong} must be one value: a text, number, switch, or menu`,
			field.type === 'boolean' &&
				field.default === true &&
				`${wrong} could not be switched off: set its default to false`,
		];
	});

/** With a `body` of its own, only that knows what is in it. */
const ofBody: Rule = (declared) =>
	(declared.endpoint.body ?? []).map(
		(name) =>
			!declared.spec.body &&
			fillersOf(name, declared).length !== 1 &&
			`has '${name}' in its body, which must be the name of one field or option ('${filledBy(name)}'): add it, or make the body in an entry body`,
	);

/** What is entered is sent, or the operation says what else it does with it: its fields by `body`, its options also by `shape`. */
const ofFields: Rule = ({ spec, endpoint: { path, query = [], body = [] } }) => {
	const { target, fields = [], options = [], updates = [], shape } = spec;
	const sent = [...placesIn(path), ...[...query, ...body].map(filledBy)];
	const entered = [
		...(target ? [target.field] : []),
		...fields,
		...updates,
		...(shape ? [] : options),
	];
	return entered.map(
		({ name }) =>
			!spec.body &&
			!sent.includes(name) &&
			`has the field '${name}', which nothing sends: the contract needs a place of the path, a query parameter, or a field of the body of that name, or the operation an entry body`,
	);
};

const rules: Rule[] = [ofLists, ofWrites, ofPath, ofQuery, ofBody, ofFields];

/** @throws for the first rule that the declaration breaks */
export function checkOperation(operation: Operation, spec: AnySpec, endpoint: Endpoint): void {
	const ofFilters = operation.filters.map(({ field }) => field);
	checkFields({ fields: operation.fields, inCollections: [...operation.options, ...ofFilters] });
	const wrong = rules.flatMap((rule) => rule({ operation, spec, endpoint })).find(Boolean);
	if (wrong) throw new Error(`${operation.id} ${wrong}`);
}

/** Not several, and no fields of its own. */
const hasOneValue = ({ type, typeOptions }: Field): boolean =>
	!['multiOptions', 'collection', 'fixedCollection'].includes(type) &&
	typeOptions?.multipleValues !== true;

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
