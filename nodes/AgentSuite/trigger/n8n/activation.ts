import type { IPollFunctions } from 'n8n-workflow';

/**
 * How n8n has activated the workflow:
 *
 * - `publication`: by a person, who sees the reason if the poll throws
 * - `start`: n8n starts. If the poll throws, n8n tries it a few times, then gives up for good, and tells nobody.
 */
export type Activation = 'publication' | 'start';

/** The contexts that have polled. */
const polled = new WeakSet<IPollFunctions>();

/**
 * How n8n has activated the workflow, if this is the first poll since. n8n's timers poll with one context from the activation on,
 * whose mode says how n8n has activated it. n8n's scheduler makes a context for each poll, with the mode `update`. To publish over
 * a published version has that mode too, and cannot be told apart, so only unpublishing first counts.
 */
export function activationOf(context: IPollFunctions): Activation | undefined {
	const mode = context.getActivationMode();
	const isFirst = mode !== 'update' && !polled.has(context);
	polled.add(context);
	if (!isFirst) return undefined;
	return mode === 'init' || mode === 'leadershipChange' ? 'start' : 'publication';
}
