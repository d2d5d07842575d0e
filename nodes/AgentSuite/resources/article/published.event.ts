import { isNewOrChanged } from '../../model/event';
import { defineEvent } from '../../define/define';
import { articleEvent } from './articleEvents';
import { isPublished } from './isPublished';

export const articlePublished = defineEvent({
	...articleEvent,
	event: 'articlePublished',
	name: 'Article Published',
	description: 'An article is published, which means that it has a link',
	emit: (article, before) =>
		isNewOrChanged(before, 'published') && isPublished(article) ? article : undefined,
	emptyMessage: 'No published articles found. Once an article has a link, this test shows it.',
});
