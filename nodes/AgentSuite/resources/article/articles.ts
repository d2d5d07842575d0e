import { uniqueIdentity, type WatchedList } from '../../model/event';
import { articleGetAll } from './getAll.operation';

export const articles: WatchedList = {
	name: 'articles',
	operation: articleGetAll,
	newestFirst: true,
	identity: ({ id, link, seoJobId, title }) =>
		id ? `id ${String(id)}` : `other ${JSON.stringify([link, seoJobId, title])}`,
	parts: [uniqueIdentity],
	alerts: false,
};
