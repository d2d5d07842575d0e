import type { Field } from '../model/operation';

/** Options that every operation has, in `options`. */
export const runOptions = [
	{
		displayName: 'Max Tokens',
		name: 'maxTokens',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'Most tokens this run of the node may spend; 0 means no bound. A request that would exceed it is not sent.',
	},
	{
		displayName: 'Max Wait (Seconds)',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 120,
		description:
			'Longest single wait for the rate limit. A longer one is refused at once with the time at which the limit opens.',
	},
	{
		displayName: 'Reuse Reads',
		name: 'reuseReads',
		type: 'boolean',
		default: true,
		description:
			'Whether to send and pay identical reads of one run only once; every item still gets its own output',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60,
		description: 'How long to wait for the answer to one request',
	},
] as const satisfies readonly Field[];

/** Offered by the operations whose records hold secrets. */
export const includeSecretsOption = {
	displayName: 'Include Secrets',
	name: 'includeSecrets',
	type: 'boolean',
	default: false,
	description:
		'Whether to return API keys and connection settings too; they are then stored in the execution data',
} as const satisfies Field;
