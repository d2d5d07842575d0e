import { articles } from './articles';

/** Shared by all events about articles. */
export const articleEvent = {
	list: articles,
	offersExisting: true,
	testEventHint: 'Test events show existing articles',
} as const;
