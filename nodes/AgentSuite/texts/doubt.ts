import type { Effect } from '../model/operation';

/** What to do about a request that the service might have processed, although it is not known. */
export const doubtAbout: Record<Effect, string> = {
	read: 'The request may still have been charged. Try again later.',
	update: 'The request may still have been processed and charged. You can safely retry it.',
	create: 'The request may still have been processed and charged. Check before you retry.',
};
