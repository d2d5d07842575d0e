import { defineEvent } from '../../model/event';
import { articleEvent } from './articles';
import { isPublished, shownArticle } from './resource';

export const articlePublished = defineEvent({
	...articleEvent,
	event: 'articlePublished',
	name: 'Article Published',
	description: 'An article gets a link, or already has one when it is generated',
	// The only part that can change is whether it is published, so it just was, or the article is new.
	emit: (article, _before, parameters) =>
		isPublished(article) ? shownArticle(article, parameters) : undefined,
	emptyMessage: 'No articles with a link found. Once an article is published, this test shows it.',
});
