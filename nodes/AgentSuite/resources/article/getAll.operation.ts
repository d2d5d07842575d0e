import { defineOperation } from '../../define/defineOperation';
import { defineFilter, wordsFilter } from '../../define/filters';
import { isRecord } from '../../records/record';
import { isPublished } from './isPublished';
import { articleResource } from './resource';
import { simplifiedArticle } from './simplified';

export const articleGetAll = defineOperation(articleResource, 'getAll', {
	name: 'Get Many',
	action: 'Get many articles',
	description: 'Retrieve the articles of your organization',
	filters: [
		wordsFilter(
			{
				displayName: 'Platform',
				name: 'platform',
				placeholder: 'e.g. blog',
				description: 'Words of the name of the platform',
			},
			({ platform }) => (isRecord(platform) ? platform.name : ''),
		),
		defineFilter(
			{
				displayName: 'Published',
				name: 'published',
				type: 'boolean',
				default: true,
				description:
					'Whether to only return published articles, which have a link. If off, only unpublished ones are returned.',
			},
			(article, published) => isPublished(article) === published,
		),
		wordsFilter({
			displayName: 'Title',
			name: 'title',
			placeholder: 'e.g. answer leads',
			description: 'Words of the title',
		}),
	],
	simplify: simplifiedArticle,
});
