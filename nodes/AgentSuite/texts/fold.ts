/** Letters that Unicode does not take apart, as they are written without their stroke, as two letters, or within a word. */
const PLAIN_LETTERS: Record<string, string> = {
	ø: 'o',
	ł: 'l',
	đ: 'd',
	æ: 'ae',
	œ: 'oe',
	ς: 'σ',
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/** A text for comparison, without case and accents: "Søren Weiß" is "soren weiss". */
export const foldLetters = (text: string): string =>
	text
		.normalize('NFKD')
		// Only accents: marks of other scripts are vowels, or make other letters.
		.replace(/[\u0300-\u036f]/g, '')
		.normalize('NFC')
		// Upper case first, because it turns ß into SS, and ı into I.
		.toUpperCase()
		.toLowerCase()
		.replace(NOT_PLAIN, (letter) => PLAIN_LETTERS[letter]);
