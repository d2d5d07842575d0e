import { articleGetAll } from '../operations/article/getAll.operation';
import { defineEvent } from '../model/event';

export const articleCreated = defineEvent({
	event: 'articleCreated',
	name: 'Article Created',
	description: 'An SEO job has generated an article',
	operation: articleGetAll,
	newestFirst: true,
	fields: [],
	identity: ({ id, link, seoJobId, title }) =>
		id ? `id ${String(id)}` : `other ${JSON.stringify([link, seoJobId, title])}`,
	unique: true,
	parts: [],
	existing: true,
	emit: (article, before) => (before === undefined ? article : undefined),
	preview: (article) => article,
	nothing: 'There is no article to show. Once an SEO job has generated one, this run shows it.',
});
