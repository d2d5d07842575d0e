import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../../model/event';
import { textOf } from '../../model/record';
import { identityBy } from '../identityBy';
import { articleGetAll } from './getAll.operation';
import { simplifyField } from './resource';

const identity = identityBy('link', 'seoJobId', 'title');

/** An article has a link once it is published. */
export const isPublished = ({ link }: IDataObject): boolean => textOf(link).trim() !== '';

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
