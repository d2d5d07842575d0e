import type { IExecuteFunctions } from 'n8n-workflow';

/** The name in n8n's custom execution data. Users filter the list of executions by it. */
export const TOKENS_NOTE = 'agentSuiteTokens';

/**
 * Adds tokens to those that the nodes of this execution have noted so far, in n8n's custom execution data.
 * @param tokens charged or possibly charged
 */
export function noteTokens(context: Partial<IExecuteFunctions>, tokens: number): void {
	if (tokens === 0) return;
	try {
		// Missing in n8n 1.x.
		const { customData } = context;
		const noted = Number(customData?.get(TOKENS_NOTE)) || 0;
		customData?.set(TOKENS_NOTE, String(noted + tokens));
	} catch {
		// It is only a note. Some contexts of n8n have no execution to keep it.
	}
}
