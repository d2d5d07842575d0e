import { LONGEST_BACKOFF_MS, LONGEST_TRAVEL_MS } from '../tuning';

/**
 * Exponential backoff with full jitter: a random time of up to `firstMs`, then up to twice as long after each further failure.
 * @param failures in a row, from 1
 * @param random in [0, 1)
 */
export const backoffMs = (failures: number, random: number, firstMs = LONGEST_TRAVEL_MS): number =>
	random * Math.min(firstMs * 2 ** (failures - 1), LONGEST_BACKOFF_MS);
