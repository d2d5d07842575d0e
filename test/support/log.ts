import { createRequire } from 'node:module';
import { inspect } from 'node:util';

import { LoggerProxy } from 'n8n-workflow';

// Read when n8n-core is loaded: import this file first.
process.env.N8N_LOG_LEVEL = 'silent';

/** The entries of the workflow engine in n8n's log, with all attached data. */
export const log = { text: '' };

interface Logger {
	warn(...entry: unknown[]): void;
}

/** The logger that n8n-core passes to nodes. */
function nodeLogger(): Logger {
	const load: (name: string) => unknown = createRequire(require.resolve('n8n-core'));
	const { Container } = load('@n8n/di') as { Container: { get(type: unknown): Logger } };
	return Container.get((load('@n8n/backend-common') as { Logger: unknown }).Logger);
}

/** Collects the log instead of printing it. */
export function collectLog(): void {
	const add = (...entry: unknown[]) => {
		log.text += `${inspect(entry, { depth: Infinity })}\n`;
	};
	LoggerProxy.init({ error: add, warn: add, info: add, debug: add });
	const logger = nodeLogger();
	const { warn } = logger;
	logger.warn = (...entry) => {
		add(...entry);
		warn.apply(logger, entry);
	};
}
