import { defineEvent } from '../model/event';
import { articles } from './articles.list';

export const articleCreated = defineEvent({
	event: 'articleCreated',
	name: 'Article Created',
	description: 'An SEO job generates an article',
	list: articles,
	fields: [],
	emitExisting: 'option',
	emit: (article, before) => (before === undefined ? article : undefined),
	preview: (article) => article,
	emptyMessage: 'No articles found. Once an SEO job generates one, this test shows it.',
});
