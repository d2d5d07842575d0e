import ts from 'typescript';

import { commentsIn, nodesOf, repositoryFiles, textOf } from './source';

type Word = [pattern: RegExp, instead: string];

/** Words that are never right in a text that somebody reads. */
const never: Word[] = [
	[/\be-mails?\b/i, 'email'],
	[/\bat once\b/i, 'immediately'],
	[/\bunder ?way\b/i, 'in progress'],
	[/\bby (itself|themselves)\b/i, 'automatically'],
	[/\b(left|leaves?) (it |them )?out\b/i, 'skipped, not included'],
	[/\bcarr(y|ied|ies) (it )?out\b/i, 'processed'],
	[/\b(send|sent|sends) (it |them )?again\b/i, 'retry'],
	[/\bthe interface\b/i, 'the API'],
	[/\bnamesakes?\b/i, 'duplicate'],
	[/\banew\b/i, 'again, starts over'],
	[/\b(taken? back|mend(s|ed|ing)?)\b/i, 'revoked; fix, renew'],
	[/\bblanks?\b/i, 'spaces'],
	[/\bcannot stand\b/i, 'not allowed'],
	[/\bby hand\b/i, 'manually'],
	[/\bmay\b(?! still)/i, 'can, might'],
	[/\banswer(s|ed|ing)?\b(?! (questions|you)\b)/i, 'response'],
	[/\bwhat (is|was|were) there\b/i, 'existing records'],
	[/\bcounts? as seen\b/i, 'treated as already processed'],
	[/\bthis n8n\b(?! process)/i, 'your n8n instance'],
	[/\bpaired to\b/i, 'linked to'],
	[/\bknown by\b/i, 'identified by'],
	[/\b(emits|go(es)? out)\b/i, 'returns'],
	[/(?<!article )\bdigests?\b/i, 'hash'],
	[/\bcarries\b|\bstands (in|on|under|there|beside)\b/i, 'contains, is in'],
	[/\b(not to be|to be had|in vain|nobody's|all the same)\b/i, 'an active sentence'],
];

/** Words that are never right in the editor. */
const neverInEditor: Word[] = [
	...never,
	[/\b(errors?|problems?|fail(ed|ures?)|mistakes?)\b/i, 'what happened'],
	[/"[A-Z][a-z]+( [A-Z(][A-Za-z)]+)+"/, 'labels in single quotes'],
];

/** Words that are never right in prose. */
const neverInProse: Word[] = [...never, [/[a-z)`*]; [a-z`*(]/, 'two sentences']];

/** Each text that breaks a rule, with what to write instead. */
function found(texts: string[], words: Word[]): string[] {
	return texts.flatMap((text) =>
		words.filter(([word]) => word.test(text)).map(([, instead]) => `${text} → ${instead}`),
	);
}

/** Every text of some source code with a space in it, the parts of templates included. */
function textsIn(code: string): string[] {
	return nodesOf(code).flatMap((node) => {
		const isText =
			ts.isStringLiteralLike(node) ||
			ts.isTemplateHead(node) ||
			ts.isTemplateMiddle(node) ||
			ts.isTemplateTail(node);
		return isText && node.text.includes(' ') ? [node.text.replaceAll("'On Error'", '')] : [];
	});
}

const callNames = new Set(['describe', 'it', 'test']);

/** The name of the function that a call such as `test.each([])('%s')` starts with. */
function calledName(node: ts.Expression): string {
	if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) {
		return calledName(node.expression);
	}
	return ts.isIdentifier(node) ? node.text : '';
}

/** The titles of the tests in some source code, and the texts that \`test.each\` inserts into them. */
function titlesIn(code: string): string[] {
	return nodesOf(code).flatMap((node) => {
		if (!ts.isCallExpression(node) || !callNames.has(calledName(node.expression))) return [];
		const [first] = node.arguments;
		if (first === undefined) return [];
		if (ts.isStringLiteralLike(first)) return [first.text];
		const rows = ts.isArrayLiteralExpression(first) ? first.elements : [];
		return rows
			.flatMap((row) => (ts.isArrayLiteralExpression(row) ? [...row.elements] : [row]))
			.flatMap((cell) => (ts.isStringLiteralLike(cell) ? [cell.text] : []));
	});
}

/** The paragraphs of a page, without code, and without addresses. */
function proseIn(page: string): string[] {
	return page
		.replace(/^\s*```.*?^\s*```$/gms, '')
		.replace(/`[^`\n]*`/g, '`code`')
		.replace(/\]\([^)]*\)/g, ']')
		.split(/\n(?:\n|\||- |\d+\. )/)
		.map((paragraph) => paragraph.replace(/\s+/g, ' ').trim());
}

/** The texts of a workflow that a person reads: names of nodes, and notes on the canvas. */
function notesIn(workflow: string): string[] {
	const { name, nodes } = JSON.parse(workflow) as {
		name: string;
		nodes: Array<{ name: string; parameters: { content?: string } }>;
	};
	return [name, ...nodes.flatMap((node) => [node.name, node.parameters.content ?? ''])];
}

const files = (pattern: RegExp) => repositoryFiles('.').filter((file) => pattern.test(file));

test('the words are found', () => {
	const wrong = ['It was left out', 'Set "Max Wait" to 0', 'You may stop', 'It emits, at once'];
	expect(wrong.filter((text) => found([text], neverInEditor).length === 0)).toEqual([]);
	expect(found(["Select 'Max Wait (Seconds)'"], neverInEditor)).toEqual([]);
	expect(found(proseIn('Wait; then `may`\n\n```sh\nmay\n```\n'), neverInProse)).toHaveLength(1);
	expect(found(textsIn("const a = 'You may go'; // may"), never)).toHaveLength(1);
	const titled = `test.each<[string]>([\n['you may'],\n])(\n'%s may',\n() => 'may');`;
	expect(found(titlesIn(titled), never)).toHaveLength(2);
});

describe('every text of the nodes and the credential', () => {
	test.each(files(/^(nodes|credentials)\/.*(?<!\.d|\bsample)\.ts$/))('%s', (file) => {
		expect(found(textsIn(textOf(file)), neverInEditor)).toEqual([]);
	});
});

describe('every page', () => {
	test.each(files(/^(docs\/(?!performance).*|[A-Z]+|\.github\/.*)\.md$/))('%s', (file) => {
		expect(found(proseIn(textOf(file)), neverInProse)).toEqual([]);
	});
});

describe('every recipe', () => {
	test.each(files(/^examples\/.*\.json$/))('%s', (file) => {
		expect(found(notesIn(textOf(file)), never)).toEqual([]);
	});
});

describe('every text that a command prints', () => {
	test.each(
		files(
			/^(scripts|playground|sandbox|bench|test\/(compat|soak|queue|support))\/.*\.(ts|mjs|cjs)$/,
		),
	)('%s', (file) => {
		expect(found(textsIn(textOf(file)), never)).toEqual([]);
	});
});

describe('every title of a test', () => {
	test.each(files(/^test\/.*\.test\.ts$/))('%s', (file) => {
		expect(found(titlesIn(textOf(file)), never)).toEqual([]);
	});
});

describe('every comment', () => {
	test.each(files(/^(nodes|credentials|scripts|playground|sandbox|bench|test)\/.*\.(ts|mjs|cjs)$/))(
		'%s',
		(file) => {
			// Not the names of parameters.
			const comments = commentsIn(textOf(file)).map((text) => text.replace(/@param \w+/g, ''));
			expect(found(comments, neverInProse)).toEqual([]);
		},
	);
});
