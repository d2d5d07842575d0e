import { identityBy, withUniqueIdentity } from '../identityBy';
import { articleGetAll } from './getAll.operation';
import { isPublished, simplifyField } from './resource';

const articles = withUniqueIdentity({
	name: 'articles',
	operation: articleGetAll,
	newestFirst: true,
	// Without the link, which is set when an article is published.
	identity: identityBy('seoJobId', 'title'),
	parts: [{ name: 'published', text: (article) => (isPublished(article) ? 'published' : '') }],
});

/** Shared by all events about articles. */
export const articleEvent = {
	list: articles,
	fields: [simplifyField],
	offersExisting: true,
} as const;
