import { defineEvent } from '../../model/event';
import { simplified, simplifyField } from './article';
import { articles } from './articles';

export const articleCreated = defineEvent({
	event: 'articleCreated',
	name: 'Article Created',
	description: 'An SEO job generates an article',
	list: articles,
	fields: [simplifyField],
	emitExisting: 'option',
	emit: (article, before, { simplify }) => {
		if (before !== undefined) return undefined;
		return simplify ? simplified(article) : article;
	},
	emptyMessage: 'No articles found. Once an SEO job generates one, this test shows it.',
});
