import type { IDataObject } from 'n8n-workflow';

import type { PickEntry, PickList } from '../../model/operation';
import { articleGetAll } from './getAll.operation';

/** The longest that a title and an ID can be in the list. */
const LONGEST = { title: 60, id: 14 };

const shortened = (text: string, length: number): string =>
	text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;

function shortTitle(title: unknown): string {
	const text = typeof title === 'string' && title.trim() !== '' ? title.trim() : 'Untitled';
	return shortened(text, LONGEST.title);
}

/** The jobs of the articles, in the order of their newest ones: the service lists the newest article first. */
function jobsOf(articles: IDataObject[]): PickEntry[] {
	const jobs = new Map<string, { title: string; count: number }>();
	for (const { seoJobId, title } of articles) {
		const id = typeof seoJobId === 'string' || typeof seoJobId === 'number' ? String(seoJobId) : '';
		const job = jobs.get(id);
		if (job) job.count++;
		else if (id.trim() !== '') jobs.set(id, { title: shortTitle(title), count: 1 });
	}
	return [...jobs].map(([value, { title, count }]) => ({
		// Two jobs can begin with the same title.
		name: `${title} (${shortened(value, LONGEST.id)}, ${count === 1 ? '1 article' : `${count} articles`})`,
		value,
	}));
}

/** The API has no list of SEO jobs: those with articles are found in their articles. */
export const seoJobs: PickList = {
	from: articleGetAll,
	entries: jobsOf,
	empty: {
		message: 'No SEO jobs to select',
		description:
			"Only jobs that have generated articles are listed. Select 'By ID' to enter an ID.",
	},
};
