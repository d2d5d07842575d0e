import { defineEvent } from '../../define/defineEvent';
import { articles } from './articles.watchedList';

export const articleCreated = defineEvent({
	event: 'articleCreated',
	name: 'Article Created',
	description: 'An SEO job generates an article, published or not',
	list: articles,
	offersExisting: true,
	emit: (article, before) => (before === undefined ? article : undefined),
	testEventHint: 'Test events show existing articles',
	emptyMessage: 'No articles found. Once an SEO job generates one, this test shows it.',
});
