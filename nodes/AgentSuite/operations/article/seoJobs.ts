import type { IDataObject } from 'n8n-workflow';

import type { PickEntry, PickList } from '../../model/operation';
import { articleGetAll } from './getAll.operation';

/** The longest a title may be in the list. */
const LONGEST = 60;

function shortTitle(title: unknown): string {
	const text = typeof title === 'string' && title.trim() !== '' ? title.trim() : 'Untitled';
	return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text;
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
		name: `${title} (${count === 1 ? '1 article' : `${count} articles`})`,
		value,
	}));
}

/** The interface has no list of SEO jobs: those that have articles are found in their articles. */
export const seoJobs: PickList = { from: articleGetAll, entries: jobsOf };
