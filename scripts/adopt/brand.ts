/** A brand in all the forms in which the package contains it, and the replacement of one brand by another. */

/** Files and folders that are of no use once the package has its owner. */
export const onlyForAdoption = [
	'scripts/adopt',
	'test/release/adopt.test.ts',
	'test/unit/structure/adopt.test.ts',
];

/** A text without the lines that name the command of the adoption or its folder, and without the blank line after a paragraph. */
export const withoutAdoption = (text: string): string => {
	const line = '.*(?:npm run adopt|scripts/adopt).*\\n';
	return text.replace(new RegExp(`(?<=\\n\\n)${line}\\n|^${line}`, 'gm'), '');
};

const capitalized = (word: string) => word[0].toUpperCase() + word.slice(1);

/** A word of a brand as part of an identifier: "SEO" becomes "Seo", "HubSpot" stays. */
const ofIdentifier = (word: string) =>
	capitalized(/[a-z]/.test(word) || word.length === 1 ? word : word.toLowerCase());

/**
 * @param brand words with a space between them, such as "Agent Suite"
 * @returns the brand as shown, as a class, as a name of n8n, in paths, as a constant, and in search words
 */
export function formsOf(brand: string) {
	const words = brand.split(' ');
	const lower = words.map((word) => word.toLowerCase());
	const pascal = words.map(ofIdentifier).join('');
	const [first] = ofIdentifier(words[0]);
	return {
		shown: brand,
		pascal,
		camel: first.toLowerCase() + pascal.slice(1),
		kebab: lower.join('-'),
		snake: lower.join('_'),
		constant: lower.join('_').toUpperCase(),
		lower: lower.join(' '),
	};
}

/** "An Agent Suite node", "an `agentSuite` …": the article before the brand, with the marks between them. */
const article = (forms: ReturnType<typeof formsOf>) =>
	new RegExp(
		`\\b([Aa])n? ([*_\`"'[]*)(?=${[forms.shown, forms.camel, forms.pascal].join('|')})`,
		'g',
	);

/** Characters that mean something in a regular expression. */
const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * Makes a function that puts new texts in the place of old ones.
 * @param from the old brand
 * @param to the new brand
 * @param texts more old texts with their new ones, which can contain a brand
 */
export function replacer(from: string, to: string, texts: Record<string, string>) {
	const [old, now] = [formsOf(from), formsOf(to)];
	const forms = Object.keys(old) as Array<keyof typeof old>;
	const valueOf = new Map([
		...forms.map((form): [string, string] => [old[form], now[form]]),
		...Object.entries(texts),
	]);
	// One pass, longest first: one text is part of another, and can be part of a new text.
	const longestFirst = [...valueOf.keys()].sort((a, b) => b.length - a.length);
	// The brand as shown can be in two lines of a page or of a comment.
	const wrapped = from.split(' ').join('\\s+(?:(?:[>*#]|//)\\s+)?');
	const pattern = new RegExp([...longestFirst.map(literal), wrapped].join('|'), 'g');
	const isVowel = /^[AEIOU]/.test(to);
	return (text: string): string =>
		text
			.replace(article(old), (_, a: string, marks: string) => `${a}${isVowel ? 'n' : ''} ${marks}`)
			.replace(pattern, (found) => valueOf.get(found) ?? to);
}
