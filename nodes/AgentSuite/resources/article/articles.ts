import { uniqueIdentity, type WatchedList } from '../../model/event';
import { textOf } from '../../model/record';
import { articleGetAll } from './getAll.operation';

export const articles: WatchedList = {
	name: 'articles',
	operation: articleGetAll,
	newestFirst: true,
	identity: ({ id, link, seoJobId, title }) =>
		id ? `id ${textOf(id)}` : `other ${textOf([link, seoJobId, title])}`,
	parts: [uniqueIdentity],
	alerts: false,
};
