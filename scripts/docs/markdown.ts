/** Markdown helpers for generated pages. */

export const generatedNote = '<!-- Made by `npm run generate` from nodes/AgentSuite. -->';

/** A value as code. Two backticks surround a text that contains backticks. */
export function code(text: string): string {
	return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Its first letter in upper case. */
export const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A table. Escapes bars and line breaks, which would end a cell. */
export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function bullets(lines: string[]): string {
	return lines.map((line) => `- ${line}`).join('\n');
}

export function json(value: unknown): string {
	return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

/** The address of a heading as GitHub makes it. */
export function anchor(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');
}

/** Joins the parts of a page with an empty line. Skips empty parts. */
export function page(...parts: string[]): string {
	return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** A number with its noun: "1 token", "1,440 tokens". */
export function count(many: number, what: string): string {
	return `${many.toLocaleString('en-US')} ${what}${many === 1 ? '' : 's'}`;
}

/**
 * The text of a page with each generated part put between its two markers.
 * @throws when the page has lost the markers of a part
 */
export function withParts(text: string, parts: Record<string, string>, path: string): string {
	return Object.entries(parts).reduce((whole, [name, part]) => {
		const between = new RegExp(`(<!-- ${name}: generated -->)[^]*?(<!-- /${name} -->)`);
		if (!between.test(whole)) throw new Error(`${path} does not contain the markers for "${name}"`);
		return whole.replace(
			between,
			(_all, start: string, end: string) => `${start}\n${part}\n${end}`,
		);
	}, text);
}

/** A picture of docs/pictures, in the theme of the reader, for a page in docs/. */
export const picture = (name: string, text: string): string =>
	[
		'<picture>',
		`  <source media="(prefers-color-scheme: dark)" srcset="pictures/${name}-dark.png">`,
		`  <img alt="${text}" src="pictures/${name}-light.png">`,
		'</picture>',
	].join('\n');
