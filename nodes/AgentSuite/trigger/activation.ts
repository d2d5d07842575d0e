import type { IPollFunctions } from 'n8n-workflow';

/**
 * Why n8n has activated the workflow:
 *
 * - `publication`: by a person, who sees the reason if the poll throws
 * - `start`: n8n starts. If the poll throws, n8n tries it a few times, then gives up for good, and tells nobody.
 */
export type Activation = 'publication' | 'start';

/** The contexts that have polled. */
const polled = new WeakSet<IPollFunctions>();

/**
 * Whether this poll is the first one after an activation. n8n tells it by its context and the mode of that:
 *
 *     polls of                         the context                   the mode
 *     n8n's own timers                 one for each activation       activate, init, leadershipChange, ...
 *     n8n's scheduler                  one for each poll             update
 *     a publication                    one for it                    activate, ...
 *     ... over a published version     one for it                    update, so it is not told apart
 */
export function activationOf(context: IPollFunctions): Activation | undefined {
	const mode = context.getActivationMode();
	const isFirst = mode !== 'update' && !polled.has(context);
	polled.add(context);
	if (!isFirst) return undefined;
	return mode === 'init' || mode === 'leadershipChange' ? 'start' : 'publication';
}
