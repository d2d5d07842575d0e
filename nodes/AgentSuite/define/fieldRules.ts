/** What is wrong with fields, each with what to do: what n8n or the reader of parameters would do otherwise than declared. */

import {
	choiceValues,
	fieldsIn,
	FILTERS,
	isText,
	SIMPLIFY,
	UPDATE_FIELDS,
	type Field,
} from '../model/field';
import type { AnySpec } from '../model/operationSpec';
import { excludeEachOther } from './versions';

type Fields = readonly Field[];
/** Texts of what is wrong, and false for what is not. */
export type Texts = Array<string | false>;

/** @param inCollections options, and fields of filters */
export const wrongFields = (fields: Fields, inCollections: Fields): Texts => [
	...fields.flatMap((field, index) => [
		...wrongConditions(field, fields.slice(0, index)),
		...wrongForm(field),
		...wrongIfEmpty(field),
	]),
	...inCollections.flatMap(wrongEntry),
];

/** The reader of parameters reads the fields in their order, so conditions can only be about those above, and about the version. */
function wrongConditions(
	{ name, displayOptions: { show, hide } = {} }: Field,
	above: Fields,
): Texts {
	const conditions = [...Object.entries(show ?? {}), ...Object.entries(hide ?? {})];
	return conditions.flatMap(([other, values = []]) => {
		if (other === '@version') return [];
		// Several, if it has another default in a later version of the node.
		const asked = above.filter((field) => field.name === other);
		if (asked.length === 0)
			return [`the field '${name}' can only be shown by values of fields above it`];
		if (asked.some((field) => !isMenu(field) || field.allowArbitraryValues)) return [];
		// Conditions of n8n are objects.
		const choices = values.filter((value) => typeof value !== 'object');
		return notIn(asked, choices).map(
			(value) =>
				`the field '${name}' depends on '${String(value)}', which is no option of '${other}'`,
		);
	});
}

const isMenu = ({ type }: Field): boolean => type === 'options' || type === 'multiOptions';

/** The values that are no choices of the menus. */
function notIn(menus: Fields, values: readonly unknown[]): unknown[] {
	const choices = menus.flatMap(choiceValues);
	return values.filter((value) => !choices.includes(value));
}

/** What the reader of parameters makes of a field that is empty. */
function wrongIfEmpty({ name, type, required, default: preset, typeOptions }: Field): Texts {
	return [
		// n8n has no empty number, so only one that is refused shows that nobody has entered it.
		required === true &&
			type === 'number' &&
			Number(preset) >= (typeOptions?.minValue ?? -Infinity) &&
			`the field '${name}' is a required number: set a default below its minValue`,
		required === true &&
			type === 'collection' &&
			`the field '${name}' is a required collection, in which all can be empty: require fields of their own`,
		!required &&
			type === 'multiOptions' &&
			[preset].flat().length > 0 &&
			`the field '${name}' could not be emptied: set its default to [], or make it required`,
		!required &&
			isText({ type }) &&
			hasText(preset) &&
			`the field '${name}' has a default that only the form would send, but no event, no pick list, and no model that leaves it out: set it to '', or make the field required`,
	];
}

/** Whether a default is a text, also that of a pickId, unless it is empty. */
function hasText(preset: Field['default']): boolean {
	const { value = preset } = Object(preset) as { value?: unknown };
	return value !== '';
}

/** What is in a collection is always shown. */
const wrongEntry = (entry: Field): Texts => [
	entry.type === 'collection' &&
		[FILTERS, UPDATE_FIELDS].includes(entry.name) &&
		nameOfAnother(entry),
	// Only of a field of its own does the reader ask n8n for the ID that was picked, and whether it is there.
	(entry.displayOptions !== undefined ||
		entry.required === true ||
		entry.type === 'resourceLocator') &&
		`the field '${entry.name}' is in a collection, so it has no conditions, is not required, and is no pickId. Its default is that of all versions of the node: see 'Change a default' in AGENTS.md`,
	...wrongForm(entry),
];

/** The rules of each type that is read. */
const wrongByType: Partial<Record<Field['type'], (field: Field) => Texts>> = {
	string: wrongIfSeveral,
	resourceLocator: wrongIfSeveral,
	boolean: wrongIfSeveral,
	number: () => [],
	options: wrongMenu,
	multiOptions: wrongMenu,
	collection: (field) => [...wrongIfSeveral(field), ...fieldsIn(field).flatMap(wrongEntry)],
	fixedCollection: wrongRows,
};

function wrongForm(field: Field): Texts {
	const { name, type, typeOptions } = field;
	const wrongOfType = wrongByType[type];
	if (!wrongOfType)
		return [
			`the field '${name}' has the type ${type}, which is not read: use another, such as string`,
		];
	return [
		typeOptions?.loadOptionsMethod !== undefined &&
			`the field '${name}' loads its menu, which is not checked: list its options`,
		typeOptions?.maxValue !== undefined &&
			`the field '${name}' has a maximum, which is not checked: use refuse`,
		...wrongOfType(field),
	];
}

const isSeveral = ({ typeOptions }: Field): boolean => typeOptions?.multipleValues === true;

function wrongIfSeveral(field: Field): Texts {
	return [isSeveral(field) && `the field '${field.name}' cannot have multiple values`];
}

/** What is selected at first is one of its choices. */
function wrongMenu(field: Field): Texts {
	return [
		...wrongIfSeveral(field),
		...notIn([field], [field.default].flat()).map(
			(value) => `the field '${field.name}' has no option '${String(value)}', which is its default`,
		),
	];
}

function wrongRows(field: Field): Texts {
	const groups = fieldsIn(field);
	const isRead = isSeveral(field) && groups.length === 1 && fieldsIn(groups[0]).length === 2;
	return [!isRead && `the field '${field.name}' can only have rows of a key and a value`];
}

/**
 * Names that stand twice: of two fields, n8n and the reader of parameters would take one.
 * @param fields all that are shown together
 * @param taken names that no field can have
 */
export function wrongNames(fields: Fields, taken: string[] = []): string[] {
	const names = [...new Set(fields.map(({ name }) => name))];
	const named = (name: string) => fields.filter((field) => field.name === name);
	const twice = names.filter((name) => taken.includes(name) || !excludeEachOther(named(name)));
	const unlike = names.filter((name) => new Set(named(name).map(({ type }) => type)).size > 1);
	return [
		...twice.map((name) => `two fields have the name '${name}'`),
		...unlike.map((name) => `two fields of the name '${name}' have different types: rename one`),
		...fields.flatMap((field) => (isMenu(field) ? [] : wrongNames(fieldsIn(field)))),
	];
}

/**
 * The node finds the fields that `simplify`, `updates`, and `filters` add by their names.
 * @param fields without Filters
 * @param spec with those that the file declares
 */
export const wrongReserved = (
	fields: Fields,
	{ simplify, updates }: Pick<AnySpec, 'simplify' | 'updates'>,
): Texts =>
	fields.flatMap(({ name }) => [
		(name === FILTERS ||
			(name === SIMPLIFY && !simplify) ||
			(name === UPDATE_FIELDS && !updates)) &&
			nameOfAnother({ name }),
	]);

const nameOfAnother = ({ name }: Pick<Field, 'name'>): string =>
	`the field '${name}' has the name of one that the node adds: rename it`;
