import { manyRecords } from '../../model/response';
import { defineOperation } from '../../model/operation';
import { articleSample } from '../samples';
import { articleFields, articleItems } from './article';
import { seoJobs } from './seoJobs';

export const articleGetBySeoJob = defineOperation({
	resource: 'article',
	operation: 'getBySeoJob',
	name: 'Get by SEO Job',
	action: 'Get the articles of an SEO job',
	description: 'Retrieve the articles that one SEO job has generated',
	notice: 'Every job is a call of its own. Get Many reads the articles of all jobs in one call.',
	method: 'GET',
	path: '/seo/getArticlesBySeoJobId',
	tokens: 5,
	idempotent: true,
	secrets: ['platform.config'],
	narrower: 'Ask for fewer articles: the first ones are usually the newest.',
	notFound:
		'No SEO job of your organization has this ID. Take the ID from the field seoJobId of an article or from the dashboard.',
	fields: [
		{
			displayName: 'SEO Job',
			name: 'seoJobId',
			type: 'resourceLocator',
			required: true,
			default: { mode: 'list', value: '' },
			description:
				'SEO job that generated the articles. Its ID is the field seoJobId of each of them; a job without articles is not in the list.',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'Select an SEO job...',
					typeOptions: { searchListMethod: 'searchSeoJobs', searchable: true },
				},
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. job_spring',
				},
			],
		},
		...articleFields,
	],
	lists: { searchSeoJobs: seoJobs },
	request: ({ seoJobId }) => ({ query: { seoJobId } }),
	records: (answer) => manyRecords(answer, articleSample, 'articles'),
	items: articleItems,
	sample: articleSample,
});
