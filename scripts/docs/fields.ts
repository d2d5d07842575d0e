import type { INodeProperties } from 'n8n-workflow';

import type { Field } from '../../nodes/AgentSuite/model/field';
import { bullets, code } from './markdown';

interface Choice {
	name: string;
	value: unknown;
}

const choicesOf = ({ options = [] }: Field) => options as unknown as Choice[];

/** A value as the editor shows it: the title of a choice, "on" and "off" of a switch. */
function shown(field: Field, value: unknown): string {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	const choice = field.allowArbitraryValues
		? undefined
		: choicesOf(field).find((entry) => entry.value === value);
	return choice ? choice.name : code(String(value));
}

function typeOf(field: Field): string {
	const choices = () =>
		choicesOf(field)
			.map(({ name, value }) => `${name} (${code(String(value))})`)
			.join(', ');
	switch (field.type) {
		case 'boolean':
			return 'switch';
		case 'number': {
			const { minValue: least, multipleValues } = field.typeOptions ?? {};
			const kind = multipleValues ? 'numbers, each' : 'number,';
			if (least !== undefined) return `${kind} ${String(least)} or more`;
			return multipleValues ? 'numbers' : 'number';
		}
		case 'options':
			if (field.allowArbitraryValues) {
				const values = choicesOf(field).map(({ value }) => code(String(value)));
				return `number, by expression any, in the menu one of ${values.join(', ')}`;
			}
			return `one of ${choices()}`;
		case 'multiOptions':
			return `any of ${choices()}`;
		case 'resourceLocator': {
			const modes = (field as INodeProperties).modes ?? [];
			// n8n has a label of its own for this mode.
			return modes
				.map(({ name, displayName }) => (name === 'list' ? 'From list' : displayName))
				.join(' or ');
		}
		case 'fixedCollection':
			return 'keys, and values that are hidden in the editor';
		case 'string':
			if (field.typeOptions?.password) return 'text, hidden in the editor';
			return field.typeOptions?.rows ? 'text of several lines' : 'text';
		default:
			return field.type;
	}
}

function defaultOf(field: Field): string {
	const value =
		field.type === 'resourceLocator'
			? (field.default as { value?: unknown } | null)?.value
			: field.default;
	const none =
		field.type === 'fixedCollection' ||
		value === '' ||
		value === undefined ||
		(Array.isArray(value) && value.length === 0);
	return none ? '' : shown(field, value);
}

/** Of which versions of the node a field is, as a sentence. */
function versionsOf({ displayOptions: { show, hide } = {} }: Field): string {
	const inWords = (versions: unknown) =>
		(versions as Array<number | { _cnd: object }>)
			.map((version) => (typeof version === 'object' ? version._cnd : version))
			.map((one) =>
				typeof one === 'object' && 'gte' in one
					? `${String(one.gte)} or later`
					: JSON.stringify(one),
			)
			.join(' or ');
	const [shown, hidden] = [show?.['@version'], hide?.['@version']];
	return [
		shown && `Only in version ${inWords(shown)} of the node.`,
		hidden && `Not in version ${inWords(hidden)} of the node.`,
	]
		.filter(Boolean)
		.join(' ');
}

/** When a field is shown, as a sentence. The heading above names the operation or event. */
function conditionOf(field: Field, all: readonly Field[]): string {
	const show = Object.entries(field.displayOptions?.show ?? {});
	const own = show.filter(
		([name]) => !['resource', 'operation', 'event', '@version'].includes(name),
	);
	const conditions = own.map(([name, values]) => {
		const other = all.find((entry) => entry.name === name);
		if (!other)
			throw new Error(
				`${field.name} depends on ${name}, which is not a field of the same operation or event`,
			);
		const texts = ((values ?? []) as unknown[]).map((value) => shown(other, value));
		return `*${other.displayName}* ${texts.join(' or ')}`;
	});
	return conditions.length > 0 ? `Only with ${conditions.join(' and ')}.` : '';
}

const sentence = (text: string) => (text === '' || /[.:!?]$/.test(text) ? text : `${text}.`);

function linesOf(fields: readonly Field[], above: string): string[] {
	return fields
		.filter(({ type }) => type !== 'notice')
		.flatMap((field) => {
			const title = `${above}${field.displayName}`;
			if (field.type === 'collection') {
				const own = field.description ? [`**${title}**: ${sentence(field.description)}`] : [];
				return [...own, ...linesOf(field.options as readonly Field[], `${title} > `)];
			}
			const hints = [field, ...(field.modes ?? [])].map(({ hint }) => hint);
			const texts = [field.description, ...hints].map((text) => sentence(text ?? ''));
			const fallback = defaultOf(field);
			const need = field.required ? ', required' : fallback && `, default ${fallback}`;
			const facts = `**${title}** (${code(field.name)}): ${typeOf(field)}${need}.`;
			return [facts, ...texts, conditionOf(field, fields), versionsOf(field)]
				.filter(Boolean)
				.join(' ');
		});
}

/** What each field is, and each field of a collection: title, name, type, default, description. */
export const fieldLines = (fields: readonly Field[]): string[] => linesOf(fields, '');

/** The fields as a list. Empty without fields. */
export const fieldList = (fields: readonly Field[]): string => bullets(fieldLines(fields));

/** The texts of the notices among the fields, as sentences. Those of tools only say so. */
export function notices(fields: readonly Field[]): string[] {
	return fields
		.filter(({ type }) => type === 'notice')
		.map(({ displayName, displayOptions }) => {
			const isOfTool = Object.hasOwn(displayOptions?.show ?? {}, '@tool');
			return `${isOfTool ? '**As an AI tool**: ' : ''}${sentence(displayName)}`;
		});
}
