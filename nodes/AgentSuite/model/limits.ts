/** The limits of a credential, as fields and as what counts if they are not set. 0 turns one off. */

const limit = { type: 'number', typeOptions: { minValue: 0 } } as const;

/** They only count while 'Custom Rate Limits' is on. Otherwise their defaults do. */
export const RATE_LIMITS = {
	requestsPerMinute: { ...limit, displayName: 'Requests per Minute', default: 100 },
	requestsPerHour: { ...limit, displayName: 'Requests per Hour', default: 1000 },
	requestsPerDay: { ...limit, displayName: 'Requests per Day', default: 10_000 },
};

/** It counts without 'Custom Rate Limits' too. */
export const TOKENS_PER_DAY = {
	...limit,
	name: 'tokensPerDay',
	displayName: 'Daily Token Limit',
	default: 0,
};
