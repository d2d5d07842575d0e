import { defineEvent } from '../../define/define';
import { articleEvent } from './articleEvents';
import { isPublished } from './resource';
import { shownArticle } from './simplify';

export const articlePublished = defineEvent({
	...articleEvent,
	event: 'articlePublished',
	name: 'Article Published',
	description: 'An article is published, which means that it has a link',
	// It is new, or has just been published: beside its identity, nothing else of an article is compared.
	emit: (article, _before, parameters) =>
		isPublished(article) ? shownArticle(article, parameters) : undefined,
	emptyMessage: 'No published articles found. Once an article has a link, this test shows it.',
});
