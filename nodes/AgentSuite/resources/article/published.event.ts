import { defineEvent } from '../define';
import { articleEvent } from './articles';
import { isPublished, shownArticle } from './resource';

export const articlePublished = defineEvent({
	...articleEvent,
	event: 'articlePublished',
	name: 'Article Published',
	description: 'An article gets a link, or already has one when it is generated',
	// The list compares only whether an article is published. So one that has changed has just been published.
	emit: (article, _before, parameters) =>
		isPublished(article) ? shownArticle(article, parameters) : undefined,
	emptyMessage: 'No articles with a link found. Once an article is published, this test shows it.',
});
