/**
 * Texts of the service can hold its own variables, such as {{name}}. The editor turns a field into an expression when
 * such a text is pasted. n8n then evaluates {{name}} to nothing, and the text is sent without it.
 */

const PLACES = /\{\{([^{}]*)\}\}/g;
/** Names joined as templates join them: name, contact.name, first-name, name | upper. */
const NAMES = /^\s*([\p{L}_][\p{L}\p{N}_]*)(?:\s*[.|-]\s*[\p{L}\p{N}_]+)*\s*$/u;
/** What such names can begin with in an expression, apart from n8n's own, which begin with $. */
const KNOWN = new Set(['true', 'false', 'null', 'undefined', 'NaN', 'Infinity', 'Math', 'Number']);

/** The first bare name in braces that n8n cannot know, in any expression of a saved value. Includes the braces. */
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
