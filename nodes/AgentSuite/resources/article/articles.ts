import { listById } from '../../define/listById';
import { articleGetAll } from './getAll.operation';
import { isPublished, simplifyField } from './resource';

const articles = listById(
	{
		name: 'articles',
		operation: articleGetAll,
		newestFirst: true,
		parts: [{ name: 'published', text: (article) => (isPublished(article) ? 'published' : '') }],
	},
	// Without the link, which is set when an article is published.
	['seoJobId', 'title'],
);

/** Shared by all events about articles. */
export const articleEvent = {
	list: articles,
	fields: [simplifyField],
	offersExisting: true,
	testEventHint: 'Test events show existing articles',
} as const;
