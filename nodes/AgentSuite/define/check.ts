/**
 * What the node cannot do, so that a file of `resources/` cannot declare it. Checked when the file is loaded, so that `npm run generate`,
 * the build, and each test say it.
 */

import { choiceValues, fieldsIn, isText, type Field } from '../model/field';
import { filledBy, type Endpoint } from '../model/endpoint';
import type { Operation } from '../model/operation';
import type { AnySpec } from '../model/operationSpec';

type Fields = readonly Field[];

/** @throws for the first rule that the declaration breaks, with what to do */
export function checkOperation(operation: Operation, spec: AnySpec, endpoint: Endpoint): void {
	const { id, path, effect, fields, options, filters, advice, addFromList } = operation;
	const { query = [], body = [], response } = endpoint;
	checkFields({ fields, inCollections: [...options, ...filters.map(({ field }) => field)] });

	const refuseIf = (isBroken: boolean, rule: string) => {
		if (isBroken) throw new Error(`${id} ${rule}`);
	};
	const isList = response.kind === 'list';
	refuseIf(filters.length > 0 && !isList, 'has filters, but no list');
	refuseIf(addFromList !== undefined && !isList, 'has addFromList, but no list: use shape');
	refuseIf(
		addFromList !== undefined && query.length > 0,
		`has addFromList, which needs the whole list, but the query parameter '${query[0]}' can shorten it`,
	);
	refuseIf(
		effect !== 'read' && !spec.notice,
		"changes data, and has no notice that says what it replaces or adds, and what n8n cannot undo. If it changes nothing, set effect to 'read'",
	);

	const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
	refuseIf(
		inPath.length > 0 && advice[404] === undefined,
		'has an ID in its path, but no target: add an idField or a pickId',
	);
	for (const place of inPath) {
		const field = fields.find(({ name }) => name === place);
		refuseIf(
			!field?.required || field.displayOptions !== undefined,
			`has {${place}} in its path, but no field of that name that is required, and always shown`,
		);
	}

	for (const name of query) {
		const wanted = `has the query parameter '${name}', which`;
		const fillers = [...fields, ...options].filter((field) => field.name === filledBy(name));
		refuseIf(fillers.length !== 1, `${wanted} must be the name of one field or option`);
		const [field] = fillers;
		refuseIf(!hasOneValue(field), `${wanted} must be one value: a text, number, switch, or menu`);
		refuseIf(
			field.type === 'boolean' && field.default === true,
			`${wanted} could not be switched off: set its default to false`,
		);
	}

	// With a `request`, only that knows what becomes of its parameters.
	if (spec.request) return;
	for (const name of body)
		refuseIf(
			[...fields, ...options].filter((field) => field.name === filledBy(name)).length !== 1,
			`has '${name}' in its body, but no field or option '${filledBy(name)}': add it, or make the body by request`,
		);
	const sent = [...inPath, ...[...query, ...body].map(filledBy)];
	// An option can also be for `shape`.
	const own = [
		...(spec.target ? [spec.target.field] : []),
		...(spec.fields ?? []),
		...(spec.shape ? [] : options),
	];
	const unsent = own.find(({ name }) => !sent.includes(name));
	refuseIf(
		unsent !== undefined,
		`has the field '${unsent?.name}', but no place, query parameter, or body of that name in the contract: add one, or send it by request`,
	);
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
