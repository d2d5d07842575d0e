/**
 * The fields of the credential, by their names. n8n saves anything in them, so `connection.ts` checks it, by `clean.ts`, with the labels and
 * defaults that stand here. Users enter 0 for no limit.
 */

import type { INodeProperties } from 'n8n-workflow';

import { endpoints } from '../../model/endpoints';
import { tokenCosts } from '../../model/endpoint';
import { inChoice, inDigits } from '../../texts/words';

type CredentialField = Omit<INodeProperties, 'name'>;

const rateLimit = (displayName: string, preset: number) => ({
	displayName,
	type: 'number' as const,
	typeOptions: { minValue: 0 },
	displayOptions: { show: { customLimits: [true] } },
	default: preset,
	description: 'Set this to the limit of your plan, or to 0 for no limit',
});

/** What the user enters counts while 'Custom Rate Limits' is on. Otherwise, the defaults do. */
const RATE_LIMITS = {
	requestsPerMinute: rateLimit('Requests per Minute', 100),
	requestsPerHour: rateLimit('Requests per Hour', 1000),
	requestsPerDay: rateLimit('Requests per Day', 10_000),
};

const presets =
	`${inDigits(RATE_LIMITS.requestsPerMinute.default)} requests per minute, ` +
	`${inDigits(RATE_LIMITS.requestsPerHour.default)} per hour, ` +
	`${inDigits(RATE_LIMITS.requestsPerDay.default)} per day`;

/** In the order of the credential. */
export const FIELDS = {
	accessToken: {
		displayName: 'Access Token',
		type: 'string',
		typeOptions: { password: true },
		required: true,
		default: '',
		placeholder: 'Paste the token',
		hint: 'Generate it in the service dashboard, in the section for API keys or tokens',
	},
	baseUrl: {
		displayName: 'Base URL',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://api.example.com',
		hint: 'It starts with https://, and is at the start of the API documentation. Leave out the path of an operation',
	},
	/** It counts whether 'Custom Rate Limits' is on or off. */
	tokensPerDay: {
		displayName: 'Daily Token Limit',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'Maximum number of tokens of the balance to spend from midnight to midnight UTC. It counts all Agent Suite nodes of one n8n process with this access token and base URL, and stops those that use this credential. A restart of n8n resets the count.',
		hint: `0 means no limit. A request costs ${inChoice(tokenCosts(Object.values(endpoints)))} tokens of the balance`,
	},
	customLimits: {
		displayName: 'Custom Rate Limits',
		type: 'boolean',
		default: false,
		description: 'Whether to set the rate limits yourself, if your plan has others',
		hint: `If off: ${presets}`,
	},
	...RATE_LIMITS,
} satisfies Record<string, CredentialField>;

/** What n8n gives of a credential, with the names of the fields. */
export type Entered = Readonly<Partial<Record<keyof typeof FIELDS, unknown>>>;

/** The fields that are limits, in which 0 stands for none. */
export type LimitName = keyof typeof RATE_LIMITS | 'tokensPerDay';
