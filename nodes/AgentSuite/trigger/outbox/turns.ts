import type { Table } from '../table/table';
import type { Pending } from './queue';

/**
 * Which of the refused records goes next, by turns: of those that were refused least often, the last one, then the one that waits longest. So
 * one that only a bad moment has refused does not wait behind all that are refused for good, and those do not wait for ever behind new ones.
 */
export class Turns {
	private isLongestNext = false;

	/** An execution with refused ones starts. */
	next(): void {
		this.isLongestNext = !this.isLongestNext;
	}

	order(longestFirst: Pending[], table: Table): Pending[] {
		if (this.isLongestNext) return longestFirst;
		const refusals = ({ row }: Pending) => table.tries(row).refusals;
		return [...longestFirst].reverse().sort((one, other) => refusals(one) - refusals(other));
	}
}
