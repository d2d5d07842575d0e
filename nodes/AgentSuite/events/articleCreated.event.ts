import { defineEvent } from '../model/event';
import { articles } from './articles.list';

export const articleCreated = defineEvent({
	event: 'articleCreated',
	name: 'Article Created',
	description: 'An SEO job has generated an article',
	list: articles,
	fields: [],
	emitExisting: 'option',
	emit: (article, before) => (before === undefined ? article : undefined),
	preview: (article) => article,
	emptyMessage:
		'There is no article to show. Once an SEO job has generated one, this run shows it.',
});
