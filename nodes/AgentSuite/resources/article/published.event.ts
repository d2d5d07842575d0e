import { isNewOrChanged } from '../../model/event';
import { defineEvent } from '../../define/define';
import { articleEvent } from './articleEvents';
import { isPublished } from './isPublished';
import { shownArticle } from './shown';

export const articlePublished = defineEvent({
	...articleEvent,
	event: 'articlePublished',
	name: 'Article Published',
	description: 'An article is published, which means that it has a link',
	emit: (article, before, parameters) =>
		isNewOrChanged(before, 'published') && isPublished(article)
			? shownArticle(article, parameters)
			: undefined,
	emptyMessage: 'No published articles found. Once an article has a link, this test shows it.',
});
