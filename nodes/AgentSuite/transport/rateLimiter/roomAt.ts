/**
 * When a sliding window has room for the request that is behind `ahead` others, ms. With a limit of N, that is a span after the Nth
 * last request. If more than N are waiting, each further N wait for a span more.
 * @param times when requests were sent, ascending, ms
 * @param limit how many can be sent within the span: 1 or more, Infinity for no limit
 */
export function roomAt(
	times: readonly number[],
	limit: number,
	span: number,
	ahead: number,
	now: number,
): number {
	const makesRoom = times[times.length - limit + (ahead % limit)] ?? -Infinity;
	return Math.max(now, makesRoom + span) + Math.floor(ahead / limit) * span;
}
