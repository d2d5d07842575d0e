import { manyRecords } from '../answer';
import { defineOperation } from '../define';
import { articleSample } from '../samples';
import { articleFields, articleItems } from './article';

export const articleGetBySeoJob = defineOperation({
	resource: 'article',
	operation: 'getBySeoJob',
	name: 'Get by SEO Job',
	action: 'Get the articles of an SEO job',
	description: 'Retrieve the articles that one SEO job has generated',
	method: 'GET',
	path: '/seo/getArticlesBySeoJobId',
	tokens: 5,
	idempotent: true,
	secrets: ['platform.config'],
	notFound:
		'No SEO job of your organization has this ID. Take the ID from the field seoJobId of an article or from the dashboard.',
	fields: [
		{
			displayName: 'SEO Job ID',
			name: 'seoJobId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. job_spring',
			description: 'ID of the SEO job: the field seoJobId of its articles',
		},
		...articleFields,
	],
	request: ({ seoJobId }) => ({ query: { seoJobId } }),
	records: (answer) => manyRecords(answer, articleSample, 'articles'),
	items: articleItems,
	sample: articleSample,
});
