/** Sentences in a row, without those that are empty or absent. */
export const sentences = (...parts: Array<string | false | undefined>): string =>
	parts.filter(Boolean).join(' ');
