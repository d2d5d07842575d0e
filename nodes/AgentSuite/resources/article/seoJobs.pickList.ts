import type { IDataObject } from 'n8n-workflow';

import { definePickList } from '../../define/definePickList';
import type { PickEntry } from '../../model/pickList';
import { groupBy } from '../../records/record';
import { trimmed } from '../../texts/fold';
import { count, cutAfterWord } from '../../texts/words';
import { articleGetAll } from './getAll.operation';

/** Number of characters that fit in a line of the editor's list, and maximum length of an ID in it. */
const MAX_LENGTH = { line: 56, id: 14 };

/**
 * A job with the title of its newest article, found by all titles. The titles of two jobs can start with the same words, so its ID is
 * shown too.
 */
function entryOf(jobId: string, articles: IDataObject[]): PickEntry {
	const titles = articles.map((article) => trimmed(article.title) || 'Untitled');
	const start = `${count(articles.length, 'article')}: `;
	const end = ` (${cutAfterWord(jobId, MAX_LENGTH.id)})`;
	const room = MAX_LENGTH.line - start.length - end.length;
	const name = `${start}${cutAfterWord(titles[0], room)}${end}`;
	return { name, value: jobId, keywords: titles.join(' ') };
}

/** The jobs of the articles, newest first like the articles. */
function jobsOf(articles: IDataObject[]): PickEntry[] {
	const jobs = groupBy(articles, ({ seoJobId }) =>
		typeof seoJobId === 'object' ? '' : trimmed(seoJobId),
	);
	jobs.delete('');
	return [...jobs].map(([id, own]) => entryOf(id, own));
}

/** The API documentation shows no list of SEO jobs, so the list is made from the articles. */
export const seoJobs = definePickList({
	method: 'searchSeoJobs',
	from: articleGetAll,
	entries: jobsOf,
	empty: {
		message: 'No SEO jobs to select',
		description:
			"Only jobs that have generated articles are listed. Select 'By ID' to enter an ID.",
	},
});
