/**
 * Texts of the service can contain its own variables, such as {{name}}. If a user pastes such a text, the editor turns
 * the field into an expression. n8n then evaluates {{name}} to nothing, and the text would be sent without it.
 */

const PLACES = /\{\{([^{}]*)\}\}/g;
/** Names as in templates: name, contact.name, first-name, name | upper. */
const NAMES = /^\s*([\p{L}_][\p{L}\p{N}_]*)(?:\s*[.|-]\s*[\p{L}\p{N}_]+)*\s*$/u;
/** Names that an expression can start with, apart from n8n's own, which start with $. */
const KNOWN = new Set(['true', 'false', 'null', 'undefined', 'NaN', 'Infinity', 'Math', 'Number']);

/** The first name in braces that n8n cannot know, in any expression of a saved value. Includes the braces. */
export function unknownVariable(saved: unknown): string | undefined {
	if (typeof saved === 'string') {
		if (!saved.startsWith('=')) return undefined;
		for (const [place, inside] of saved.matchAll(PLACES)) {
			const name = NAMES.exec(inside)?.[1];
			if (name !== undefined && !KNOWN.has(name)) return place;
		}
		return undefined;
	}
	if (typeof saved !== 'object' || saved === null) return undefined;
	for (const value of Object.values(saved)) {
		const found = unknownVariable(value);
		if (found !== undefined) return found;
	}
	return undefined;
}
