import type { Effect } from '../model/operation';
import { sentences } from './words';

const doubts: Record<Effect, string> = {
	read: 'The request may still have been charged. A retry costs tokens again.',
	update: 'The request may still have been processed and charged. You can safely retry it.',
	create: 'The request may still have been processed and charged. Check before you retry.',
};

/**
 * What to do about a request that the service might have processed, although it is not known.
 * @param howToSee whether a create was processed
 */
export const doubtAbout = (effect: Effect, howToSee?: string): string =>
	sentences(doubts[effect], howToSee);
