import type { IPollFunctions } from 'n8n-workflow';

/**
 * How n8n has activated the workflow:
 *
 * - `publication`: by a person, who sees the reason if the poll throws
 * - `start`: n8n starts, or this process becomes the leader. If the poll throws, n8n tries it a few times, then gives up for good, and
 *   tells nobody
 *
 * What follows:
 *
 *     the first poll since                                                 decided in
 *     all goes again, and what was reported is reported again              `memory.ts`
 *     when it reads, what goes if it cannot, and whether it throws then    `plan.ts`
 *     when n8n stores its state                                            `n8nStorage.ts`
 *
 * What tells it is the mode of the context:
 *
 *     n8n polls with   a context              its mode says
 *     timers           for all polls since    how n8n has activated the workflow. To publish over a published version is `update`
 *     its scheduler    for each poll          `update`, but for the one at the activation
 */
export type Activation = 'publication' | 'start';

/** The contexts that have polled. */
const polled = new WeakSet<IPollFunctions>();

/**
 * How n8n has activated the workflow, if this is the first poll since: no later one is that of the activation. Not over a published
 * version, which is as any poll of its scheduler.
 */
export function takeActivation(context: IPollFunctions): Activation | undefined {
	const mode = context.getActivationMode();
	const isFirst = mode !== 'update' && !polled.has(context);
	polled.add(context);
	if (!isFirst) return undefined;
	return mode === 'init' || mode === 'leadershipChange' ? 'start' : 'publication';
}

/** Whether n8n's scheduler polls. Also true for timers since a publication over a published version. */
export const isScheduled = (context: IPollFunctions): boolean =>
	context.getActivationMode() === 'update';
