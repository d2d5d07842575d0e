/** What the saved expression of a parameter tells about its value. */

import { fieldsIn, isSecret, type Field } from '../../model/field';
import { isRecord } from '../../records/record';
import { refusal } from '../../model/refusal';
import { inQuotes } from '../../texts/words';

export const isExpression = (saved: unknown): saved is string =>
	typeof saved === 'string' && saved.startsWith('=');

/** The expressions of a value, also in its lists and rows. */
export function expressionsIn(saved: unknown): string[] {
	if (isExpression(saved)) return [saved];
	return typeof saved === 'object' ? Object.values(saved ?? {}).flatMap(expressionsIn) : [];
}

/** Texts and comments in an expression. A template with an expression of its own is not one. */
const LITERALS = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{))*`|\/\*.*?\*\//gs;
/** One call of $fromAI with nothing but literals, which methods can follow: `={{ $fromAI('email')?.trim() }}`. */
const FROM_MODEL =
	/^=\s*\{\{\s*\$fromai\s*\([\s\w,.+{}[\]-]*\)\s*(?:\??\.\w+\([\s\w,.]*\)\s*)*;?\s*\}\}\s*$/i;

/**
 * Whether an AI model fills the value, or each entry of a list, and nobody else. Models send "" and null for what they leave out (n8n #37916).
 * An expression of the person who built the tool is no such value, even if it contains one of the model.
 * @param saved the value as saved in the workflow, with its expressions
 */
export function isFromModel(saved: unknown): boolean {
	if (Array.isArray(saved)) return saved.length > 0 && saved.every(isFromModel);
	return isExpression(saved) && FROM_MODEL.test(saved.replace(LITERALS, ''));
}

/** Whether an AI model fills the value, or a part of it. @param saved as saved in the workflow */
export const isPartlyFromModel = (saved: unknown): boolean =>
	/\$fromai\s*\(/i.test(JSON.stringify(saved ?? ''));

/**
 * Whether an AI model fills the parameter of that name, or a part of it.
 * @param saved the parameters of the node. If none has the name, any of them counts: an expression can make a whole collection
 */
export function modelFills(saved: Readonly<Record<string, unknown>>, name: string): boolean {
	const own = savedAs(name, saved);
	return isPartlyFromModel(own.length > 0 ? own : saved);
}

/** What is saved under a name, in whatever collection or row. */
const savedAs = (name: string, saved: unknown): unknown[] =>
	typeof saved === 'object' && saved !== null
		? Object.entries(saved).flatMap(([own, value]) =>
				own === name ? [value] : savedAs(name, value),
			)
		: [];

/** A name as in templates, in braces: {{name}}, {{ contact.name }}, {{ first-name | upper }}. */
const VARIABLE =
	/\{\{\s*(?!(?:true|false|null|undefined|NaN|Infinity|Math|Number)\b)[\p{L}_][\p{L}\p{N}_]*(?:\s*[.|-]\s*[\p{L}\p{N}_]+)*\s*\}\}/u;

/** As in templates of WhatsApp: {{1}}. */
const NUMBERED = /\{\{\s*\d+\s*\}\}/;

/** The first variable in an expression. A number alone is a value, such as that of a limit. */
function variableIn(saved: string): string | undefined {
	const isNumber = saved.replace(NUMBERED, '').trim() === '=';
	return (VARIABLE.exec(saved) ?? (isNumber ? null : NUMBERED.exec(saved)))?.[0];
}

/**
 * Texts of the service can contain its own variables, such as {{name}}. If a user pastes such a text, the editor turns
 * the field into an expression. n8n then evaluates {{name}} to nothing and {{1}} to 1, and the text would be sent with that.
 * @throws {Problem} for a variable in a saved expression
 */
export function checkVariables(field: Field, saved: unknown): void {
	if (Array.isArray(saved)) {
		for (const row of saved) checkVariables(field, row);
	} else if (isRecord(saved)) {
		for (const entry of fieldsIn(field)) checkVariables(entry, saved[entry.name]);
		// Of an ID that is selected or entered.
		if (field.type === 'resourceLocator') checkVariables(field, saved.value);
	}
	if (!isExpression(saved)) return;
	const found = variableIn(saved);
	if (found === undefined) return;
	const advice =
		'To send the variable as it is, set the field to Fixed. To insert a value of the input item, enter {{ $json.name }} with the name of its field.';
	throw refusal(field, {
		what: 'contains a variable, which n8n replaces in an expression',
		advice,
		// It can only have filled another part of the expression.
		forModel: `Tell the user: ${advice}`,
		// What is entered for a password is not quoted.
	}).with({ detail: isSecret(field) ? undefined : inQuotes(found) });
}
