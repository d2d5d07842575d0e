import { articles } from './articles';
import { simplifiedArticle } from './simplified';

/** Shared by all events about articles. */
export const articleEvent = {
	list: articles,
	simplify: simplifiedArticle,
	offersExisting: true,
	testEventHint: 'Test events show existing articles',
} as const;
