/** Variables of the service in texts, which n8n would take for expressions. */

import { fieldsIn, isSecret, type Field } from '../../model/field';
import { refusal } from '../../model/refusal';
import { isRecord } from '../../records/record';
import { inQuotes } from '../../texts/words';
import { isExpression } from './expressions';

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
