/** The fields of the credential that limit what is sent. Their defaults are also what counts if they are not set. 0 turns one off. */

import type { INodeProperties } from 'n8n-workflow';

import { endpoints } from '../../model/endpoints';
import { tokenCosts } from '../../model/operation';
import { inChoice, inDigits } from '../../texts/words';

const limit = { type: 'number' as const, typeOptions: { minValue: 0 } };

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

/** A rate limit as it counts while 'Custom Rate Limits' is off: "1,000". */
const preset = (name: keyof typeof RATE_LIMITS) => inDigits(RATE_LIMITS[name].default);

const customLimits: INodeProperties = {
	displayName: 'Custom Rate Limits',
	name: 'customLimits',
	type: 'boolean',
	default: false,
	description: 'Whether to set the rate limits yourself, if your plan has others',
	hint: `If off: ${preset('requestsPerMinute')} requests per minute, ${preset('requestsPerHour')} per hour, ${preset('requestsPerDay')} per day`,
};

/** All of them, in the order of the credential. */
export const limitFields: INodeProperties[] = [
	TOKENS_PER_DAY,
	customLimits,
	...Object.values(RATE_LIMITS),
];
