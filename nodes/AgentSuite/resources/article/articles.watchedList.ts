import { listById } from '../../define/listById';
import { articleGetAll } from './getAll.operation';
import { isPublished } from './isPublished';

export const articles = listById(
	{
		name: 'articles',
		operation: articleGetAll,
		newestFirst: true,
		parts: [{ name: 'published', text: (article) => (isPublished(article) ? 'published' : '') }],
	},
	// Without the link, which is set when an article is published.
	['seoJobId', 'title'],
);
