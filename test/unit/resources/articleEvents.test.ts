import { simplifiedArticle } from '../../../nodes/AgentSuite/resources/article/simplified';
import { articleCreated, articlePublished } from '../../../nodes/AgentSuite/resources/events';
import { encode } from '../../../nodes/AgentSuite/trigger/table/encode';
import { Table } from '../../../nodes/AgentSuite/trigger/table/table';
import { poller } from '../trigger/poller';

test('articleCreated: newest first in the list, oldest first in the output, and one listed twice is one', () => {
	const { poll } = poller(articleCreated, { simplify: false });
	const article = (id: string) => ({ id, title: id });
	poll([article('1')]);
	const list = ['4', '3', '3', '2', '1', '1'].map(article);
	expect(poll(list).map(({ id }) => id)).toEqual(['2', '3', '4']);
	expect(poll(list)).toEqual([]);
});

test('articleCreated: an article is new, even if the hash of its identity is that of another', () => {
	// Found by a search.
	const [known, other] = ['1acd383fa742', '2e7baa319a8e'].map((id) => ({ id, title: id }));
	const { list } = articleCreated;
	const { identities } = encode(list, [known, other], Table.empty(list)).rows;
	expect(identities[0]).toBe(identities[1]);
	const { poll } = poller(articleCreated, { simplify: false });
	poll([known]);
	expect(poll([other])).toMatchObject([{ id: other.id }]);
});

describe('articlePublished', () => {
	const article = (id: string, link: string | null | undefined) => ({ id, title: id, link });
	const idsOf = (items: object[]) => items.map((item) => (item as { id: string }).id);

	test('once its link is set, or at once if it has one, oldest first', () => {
		const { poll } = poller(articlePublished, { simplify: false });
		expect(poll([article('2', ''), article('1', 'https://example.com/1')])).toEqual([]);
		const now = [
			article('5', null),
			article('4', 'https://example.com/4'),
			article('3', ' '),
			article('2', 'https://example.com/2'),
			article('1', 'https://example.com/1'),
		];
		expect(idsOf(poll(now))).toEqual(['2', '4']);
		expect(poll(now)).toEqual([]);
	});

	test('an article without an ID that gets a link is published, and not new', () => {
		const at = (link: string) => [{ seoJobId: 'job_spring', title: 'Ten ways', link }];
		const created = poller(articleCreated, { simplify: false });
		const published = poller(articlePublished, { simplify: false });
		for (const { poll } of [created, published]) expect(poll(at(''))).toEqual([]);
		expect(created.poll(at('https://example.com/1'))).toEqual([]);
		expect(published.poll(at('https://example.com/1'))).toHaveLength(1);
	});

	test('another link is no publication, a link that was removed and set again is one', () => {
		const { poll } = poller(articlePublished, { simplify: false });
		const at = (link: string | null | undefined) => idsOf(poll([article('1', link)]));
		expect(at('https://example.com/1')).toEqual([]);
		expect(at('https://example.com/other')).toEqual([]);
		expect(at(undefined)).toEqual([]);
		expect(at('https://example.com/1')).toEqual(['1']);
	});

	test('nothing else that changes is a publication', () => {
		const published = article('1', 'https://example.com/1');
		const after = (changed: string[]) =>
			articlePublished.emit(published, { changed, literal: () => undefined }, { simplify: false });
		expect(after(['title'])).toBeUndefined();
		expect(after(['title', 'published'])).toMatchObject(published);
	});

	test('with Emit Existing, only those that have a link', () => {
		const { poll } = poller(articlePublished, { simplify: false });
		const list = [article('2', ''), article('1', 'https://example.com/1')];
		expect(idsOf(poll(list, true))).toEqual(['1']);
	});

	test('articleCreated of the same list does not return an article again when it is published', () => {
		const { poll } = poller(articleCreated, { simplify: false });
		expect(idsOf(poll([article('1', '')], true))).toEqual(['1']);
		expect(poll([article('1', 'https://example.com/1')])).toEqual([]);
	});
});

describe.each([articleCreated, articlePublished])('$event: a sparse article', (event) => {
	test.each([
		[true, ['title', 'link', 'id']],
		// The raw data, in the order of the service.
		[false, ['id', 'platform', 'link', 'title']],
	])('gets no content (simplify: %j)', (simplify, names) => {
		const { poll } = poller(event, { simplify });
		const article = { id: '1', platform: null, link: 'https://example.com/1', title: 'One' };
		const [item] = poll([article], true);
		expect(Object.keys(item)).toEqual(names);
	});
});

test('Simplify replaces only a platform that is an object, and no field by nothing', () => {
	const plain = { title: 'One', platform: 'Blog', platformName: 'Our blog' };
	expect(simplifiedArticle(plain)).toEqual(plain);
	const { platformName } = plain;
	const partial = { platformName, platform: { id: 'p' } };
	expect(simplifiedArticle(partial)).toEqual({ platformName, platformId: 'p' });
});
