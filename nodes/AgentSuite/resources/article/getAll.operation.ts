import type { IDataObject } from 'n8n-workflow';

import { defineOperation } from '../../model/operation';
import { textOf } from '../../model/record';
import { applyLimit } from '../list';
import { searchWords } from '../search';
import { articleFields, articleRead, isPublished, shownArticle } from './resource';

const searchTitle = searchWords(({ title }: IDataObject) => textOf(title));

export const articleGetAll = defineOperation({
	...articleRead,
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many articles',
	description: 'Retrieve the articles generated for your organization, usually newest first',
	path: '/seo/getArticles',
	narrowingHint:
		'Ask with the Title filter, for the articles of one SEO job (its ID is seoJobId), or for fewer articles.',
	fields: [
		...articleFields,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			description: 'Only return articles that match all filters',
			options: [
				{
					displayName: 'Published',
					name: 'published',
					type: 'boolean',
					default: true,
					description:
						'Whether to only return articles with a link, or, if off, only those without one',
				},
				{
					displayName: 'Title',
					name: 'title',
					type: 'string',
					default: '',
					placeholder: 'e.g. answer leads',
					description:
						'Words of the title, or parts of them, in any order. Case and accents are ignored. An empty value matches no article.',
				},
			],
		},
	],
	request: () => ({}),
	items: ({ records, once }, { filters: { title, published }, simplify, ...page }) => {
		const titled = title === undefined ? records : once(searchTitle)(title);
		const found =
			published === undefined
				? titled
				: titled.filter((article) => isPublished(article) === published);
		return applyLimit(found, page).map((article) => shownArticle(article, { simplify }));
	},
});
