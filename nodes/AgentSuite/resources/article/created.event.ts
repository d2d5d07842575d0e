import type { IDataObject } from 'n8n-workflow';

import { defineEvent, type WatchedList } from '../../model/event';
import { textOf } from '../../model/record';
import { simplified, simplifyField } from './resource';
import { articleGetAll } from './getAll.operation';

const identity = ({ id, link, seoJobId, title }: IDataObject) =>
	id ? `id ${textOf(id)}` : `other ${textOf([link, seoJobId, title])}`;

const articles: WatchedList = {
	name: 'articles',
	operation: articleGetAll,
	newestFirst: true,
	identity,
	parts: [{ name: 'identity', text: identity, contact: true }],
	alerts: false,
};

export const articleCreated = defineEvent({
	event: 'articleCreated',
	name: 'Article Created',
	description: 'An SEO job generates an article',
	list: articles,
	fields: [simplifyField],
	emitExisting: 'option',
	emit: (article, before, { simplify }) => {
		if (before !== undefined) return undefined;
		return simplify ? simplified(article) : article;
	},
	emptyMessage: 'No articles found. Once an SEO job generates one, this test shows it.',
});
