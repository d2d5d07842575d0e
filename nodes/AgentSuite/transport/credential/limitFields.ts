/** The fields of the credential that limit what is sent, which are also what counts if they are not set. 0 turns one off. */

import { endpoints } from '../../model/endpoints';
import { tokenCosts } from '../../model/operation';
import { inChoice } from '../../texts/words';

const limit = { type: 'number', typeOptions: { minValue: 0 } } as const;

const ofPlan = {
	...limit,
	displayOptions: { show: { customLimits: [true] } },
	description: 'Set this to the limit of your plan, or to 0 for no limit',
};

/** What the user enters counts while 'Custom Rate Limits' is on. Otherwise, the defaults do. */
export const RATE_LIMITS = {
	requestsPerMinute: {
		...ofPlan,
		name: 'requestsPerMinute',
		displayName: 'Requests per Minute',
		default: 100,
	},
	requestsPerHour: {
		...ofPlan,
		name: 'requestsPerHour',
		displayName: 'Requests per Hour',
		default: 1000,
	},
	requestsPerDay: {
		...ofPlan,
		name: 'requestsPerDay',
		displayName: 'Requests per Day',
		default: 10_000,
	},
};

/** It counts whether 'Custom Rate Limits' is on or off. */
export const TOKENS_PER_DAY = {
	...limit,
	name: 'tokensPerDay',
	displayName: 'Daily Token Limit',
	default: 0,
	description:
		'Maximum number of tokens of the balance to spend from midnight to midnight UTC. It counts all Agent Suite nodes of one n8n process with this access token, and stops those that use this credential. A restart of n8n resets the count.',
	hint: `0 means no limit. A request costs ${inChoice(tokenCosts(Object.values(endpoints)))} tokens of the balance`,
};
