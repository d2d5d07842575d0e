import * as table from '../../../nodes/AgentSuite/resources/operations';
import type { Operation } from '../../../nodes/AgentSuite/model/operation';
import * as pickLists from '../../../nodes/AgentSuite/resources/pickLists';
import { matchingEntries } from '../../../nodes/AgentSuite/editor/listSearch';
import { AgentSuite } from '../../../nodes/AgentSuite/AgentSuite.node';

const { seoJobs } = pickLists;
const operations: Operation[] = Object.values(table);
const job = (seoJobId: unknown, title: unknown) => ({ seoJobId, title }) as never;

test('articles without a job are not listed, and a title can be missing or long', () => {
	const [untitled, long, ...others] = seoJobs.entries([
		job(undefined, 'A'),
		job(null, 'B'),
		job(' ', 'C'),
		job({}, 'D'),
		job(7, ''),
		job('x', 'word '.repeat(50)),
	]);
	expect(untitled).toMatchObject({ name: '1 article: Untitled (7)', value: '7' });
	expect(long.name).toMatch(/^1 article: (word )*word… \(x\)$/);
	// The editor cuts a line at about 60 characters, including the number of articles.
	expect(long.name.length).toBeLessThanOrEqual(56);
	expect(matchingEntries([long], 'word '.repeat(50))).toEqual([long]);
	expect(others).toEqual([]);
});

test('an ID with spaces around it is that without them, as the field reads it', () => {
	const entries = seoJobs.entries([job(' x', 'A'), job('x', 'B')]);
	expect(entries).toMatchObject([{ name: '2 articles: A (x)', value: 'x' }]);
});

test('what fits in a line is whole, and the end of a title that does not is found', () => {
	const nameOf = (title: string) => `1 article: ${title} (abcdefghijklmn)`;
	const fits = 'a'.repeat(56 - nameOf('').length);
	const entries = (title: string) => seoJobs.entries([job('abcdefghijklmn', ` ${title} `)]);
	expect(entries(fits)[0].name).toBe(nameOf(fits));
	expect(entries(`${fits}a`)[0].name).toBe(nameOf(`${fits.slice(0, -1)}…`));
	for (const before of ['', 'a'])
		expect(entries(before + '🙂'.repeat(30))[0].name).not.toMatch(/\p{Surrogate}/u);
	const long = seoJobs.entries([job('a', `${'word '.repeat(20)}ending`)]);
	expect(long[0].name).not.toContain('ending');
	expect(matchingEntries(long, 'ending')).toEqual(long);
});

test.each([
	['how TO', true],
	['descale how', true],
	['4417-XY', true],
	['3 articles', false],
	['art', false],
	['wéiss lodz', true],
	['how to fly', false],
])(
	'a search for %j looks at the ID and all titles, not at what else the label says: %j',
	(filter, isFound) => {
		const title = 'How to Descale Weiß Łódź';
		const entry = { name: `3 articles: ${title.slice(0, 6)}… (job…)`, value: 'job_4417-xy' };
		const entries = [{ ...entry, keywords: title }];
		expect(matchingEntries(entries, filter)).toEqual(isFound ? entries : []);
	},
);

test('without keywords, the name is searched', () => {
	const entries = [{ name: 'Sales', value: 'agent_1' }];
	for (const filter of ['sal', 'AGENT_1'])
		expect(matchingEntries(entries, filter)).toEqual(entries);
});

test('AgentSuite.node.ts has the `searchListMethod` of each field with a list', () => {
	const modes = operations.flatMap(({ fields }) => fields).flatMap((field) => field.modes ?? []);
	const methods = modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []);
	expect(methods).not.toEqual([]);
	const registered = Object.keys(new AgentSuite().methods.listSearch);
	// No two lists have the same one.
	expect(registered).toHaveLength(Object.values(pickLists).length);
	expect(registered.sort()).toEqual([...new Set(methods)].sort());
});

test.each(Object.entries(pickLists))(
	'each entry of %s has a name, and an ID of its record',
	(_list, { from, entries }) => {
		const record = from.response.documented;
		const found = entries([record]);
		expect(found).not.toEqual([]);
		for (const { name, value } of found) {
			expect(name).not.toBe('');
			expect(Object.values(record)).toContain(value);
		}
	},
);
