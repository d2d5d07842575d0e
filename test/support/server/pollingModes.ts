// Without all three, n8n polls with its own timers, as by default.
const scheduler = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

const durable = { ...scheduler, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' };

/** The polling modes of n8n, and the variables that turn them on. */
export const modes: Array<[mode: string, env: NodeJS.ProcessEnv]> = [
	['default', {}],
	['scheduler', scheduler],
	['durable', durable],
];
