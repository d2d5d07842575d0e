/** The limits of a credential, as fields and as what counts if they are not set. 0 turns one off. */

const limit = { type: 'number', typeOptions: { minValue: 0 } } as const;

/** What the user enters counts while 'Custom Rate Limits' is on. Otherwise, the defaults do. */
export const RATE_LIMITS = {
	requestsPerMinute: {
		...limit,
		name: 'requestsPerMinute',
		displayName: 'Requests per Minute',
		default: 100,
	},
	requestsPerHour: {
		...limit,
		name: 'requestsPerHour',
		displayName: 'Requests per Hour',
		default: 1000,
	},
	requestsPerDay: {
		...limit,
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
};
