/** Fields of a credential without limits, for what is not about pacing. */
export const withoutLimits = {
	customLimits: true,
	requestsPerMinute: 0,
	requestsPerHour: 0,
	requestsPerDay: 0,
};
