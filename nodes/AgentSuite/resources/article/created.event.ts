import { defineEvent } from '../../define/define';
import { articleEvent } from './articleEvents';

export const articleCreated = defineEvent({
	...articleEvent,
	event: 'articleCreated',
	name: 'Article Created',
	description: 'An SEO job generates an article, published or not',
	emit: (article, before) => (before === undefined ? article : undefined),
	emptyMessage: 'No articles found. Once an SEO job generates one, this test shows it.',
});
