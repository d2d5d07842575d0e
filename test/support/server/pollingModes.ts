// All three: otherwise n8n polls by timers of its own, as by default.
const scheduler = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

const durable = { ...scheduler, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' };

/** n8n's ways of polling, and what turns each on. */
export const modes: Array<[mode: string, env: NodeJS.ProcessEnv]> = [
	['default', {}],
	['scheduler', scheduler],
	['durable', durable],
];
