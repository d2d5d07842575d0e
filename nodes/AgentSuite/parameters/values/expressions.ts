/** Who fills a value, by its saved expression: a person, or an AI model. */

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
