import { processLimiters } from './rateLimiter/registry';

/** How requests are sent. Only tests change it. */
export const sendSettings = {
	/** The longest backoff before the second attempt, ms. It doubles for each further one. */
	backoffMs: 500,
	/** Shared by all nodes, workflows, and executions of the process. */
	limiters: processLimiters,
};
