import { defineEvent } from '../../define/defineEvent';
import { isNewOrChanged } from '../../model/eventSpec';
import { articles } from './articles.watchedList';
import { isPublished } from './isPublished';

export const articlePublished = defineEvent({
	event: 'articlePublished',
	name: 'Article Published',
	description: 'An article is published, which means that it has a link',
	list: articles,
	offersExisting: true,
	emit: (article, before) =>
		isNewOrChanged(before, 'published') && isPublished(article) ? article : undefined,
	testEventHint: 'Test events show existing articles',
	emptyMessage: 'No published articles found. Once an article has a link, this test shows it.',
});
