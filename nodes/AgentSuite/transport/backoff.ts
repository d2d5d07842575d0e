/**
 * Exponential backoff with full jitter: a random time of up to `firstMs`, then up to twice as long after each further failure, and
 * never longer than `longestMs`.
 * @param failures in a row, from 1
 * @param random in [0, 1)
 */
export const backoffMs = (
	failures: number,
	{ firstMs, longestMs }: { firstMs: number; longestMs: number },
	random: number,
): number => random * Math.min(firstMs * 2 ** (failures - 1), longestMs);
