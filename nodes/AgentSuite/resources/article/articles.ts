import type { WatchedList } from '../../model/event';
import { identityBy } from '../identityBy';
import { articleGetAll } from './getAll.operation';
import { isPublished, simplifyField } from './resource';

const identity = identityBy('link', 'seoJobId', 'title');

const articles: WatchedList = {
	name: 'articles',
	operation: articleGetAll,
	newestFirst: true,
	identity,
	hasUniqueIdentity: true,
	parts: [
		{ name: 'identity', text: identity, isAlternateKey: true },
		{ name: 'published', text: (article) => (isPublished(article) ? 'published' : '') },
	],
};

/** Shared by all events about articles. */
export const articleEvent = {
	list: articles,
	fields: [simplifyField],
	emitExisting: 'option',
} as const;
