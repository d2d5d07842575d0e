import { inspect } from 'node:util';

import { LoggerProxy } from 'n8n-workflow';

// Read when n8n-core is loaded: import this file first.
process.env.N8N_LOG_LEVEL = 'silent';

/** What the workflow engine has written to n8n's log, with everything that hangs on it. */
export const log = { text: '' };

/** Collects the log instead of printing it. */
export function collectLog(): void {
	const add = (...entry: unknown[]) => {
		log.text += `${inspect(entry, { depth: Infinity })}\n`;
	};
	LoggerProxy.init({ error: add, warn: add, info: add, debug: add });
}
