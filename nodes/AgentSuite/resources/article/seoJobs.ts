import type { IDataObject } from 'n8n-workflow';

import type { PickEntry, PickList } from '../../model/pickList';
import { textOf } from '../../model/record';
import { count } from '../../texts/words';
import { articleGetAll } from './getAll.operation';

/** Number of characters that fit in a line of the editor's list, and maximum length of an ID in it. */
const MAX_LENGTH = { line: 56, id: 14 };

/** Cut after a word, or in a word that is too long by itself. */
function shortened(text: string, length: number): string {
	if (text.length <= length) return text;
	const kept = text.slice(0, length);
	const words = kept.slice(0, kept.search(/\s\S*$/)).trimEnd();
	return `${words || kept.slice(0, -1)}…`;
}

/** The jobs of the articles, newest first like the articles. */
function jobsOf(articles: IDataObject[]): PickEntry[] {
	const jobs = new Map<string, { title: string; articles: number }>();
	for (const { seoJobId, title } of articles) {
		const id = typeof seoJobId === 'object' ? '' : textOf(seoJobId);
		const job = jobs.get(id);
		if (job) job.articles++;
		else if (id.trim() !== '')
			jobs.set(id, { title: textOf(title).trim() || 'Untitled', articles: 1 });
	}
	return [...jobs].map(([value, { title, articles: many }]) => {
		// The titles of two jobs can start with the same words.
		const id = shortened(value, MAX_LENGTH.id);
		const articles = `${count(many, 'article')}: `;
		const room = MAX_LENGTH.line - articles.length - id.length - 3;
		const name = `${articles}${shortened(title, room)} (${id})`;
		return { name, value, keywords: title };
	});
}

/** The API documentation shows no list of SEO jobs, so the list is made from the articles. */
export const seoJobs: PickList = {
	method: 'searchSeoJobs',
	from: articleGetAll,
	entries: jobsOf,
	empty: {
		message: 'No SEO jobs to select',
		description:
			"Only jobs that have generated articles are listed. Select 'By ID' to enter an ID.",
	},
};
