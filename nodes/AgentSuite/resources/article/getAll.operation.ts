import { manyRecords } from '../../model/response';
import { defineOperation } from '../../model/operation';
import { articleSample } from './sample';
import { articleFields, articleItems } from './article';
import { article } from './resource';

export const articleGetAll = defineOperation({
	...article,
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many articles',
	description: 'Retrieve the articles generated for your organization, usually newest first',
	method: 'GET',
	path: '/seo/getArticles',
	tokens: 5,
	idempotent: true,
	secrets: ['platform.config'],
	narrowingHint: 'Ask for the articles of one SEO job (its ID is seoJobId), or for fewer articles.',
	fields: articleFields,
	request: () => ({}),
	records: (body, onSkipped) => manyRecords(body, articleSample, 'articles', undefined, onSkipped),
	items: articleItems,
	sample: articleSample,
});
