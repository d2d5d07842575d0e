export type Mode = 'default' | 'scheduler' | 'durable';

// Without all three, n8n polls with its own timers, as by default.
const scheduler = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

const environments: Record<Mode, NodeJS.ProcessEnv> = {
	default: {},
	scheduler,
	durable: { ...scheduler, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' },
};

/** The variables that turn on a polling mode of n8n. */
export const environmentOf = (mode: Mode): NodeJS.ProcessEnv => environments[mode];

/** The polling modes of n8n, and the variables that turn them on. */
export const modes = Object.entries(environments) as Array<[mode: Mode, env: NodeJS.ProcessEnv]>;
