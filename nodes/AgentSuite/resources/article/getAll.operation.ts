import { defineOperation } from '../../model/operation';
import { articleFields, articleRead } from './resource';

export const articleGetAll = defineOperation({
	...articleRead,
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many articles',
	description: 'Retrieve the articles generated for your organization, usually newest first',
	path: '/seo/getArticles',
	narrowingHint: 'Ask for the articles of one SEO job (its ID is seoJobId), or for fewer articles.',
	fields: articleFields,
	request: () => ({}),
});
