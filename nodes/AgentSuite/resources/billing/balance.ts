import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../../model/problem';
import type { WatchedList } from '../../model/event';
import { billingGetTokenBalance } from './getTokenBalance.operation';

/** A balance has recovered at this percentage of its lowest value. */
const RECOVERED_PERCENT = 110;

/**
 * The sum of main and extra tokens.
 * @throws {Problem} when the balance contains no number
 */
function totalOf({ totalTokenCount, mainTokenCount, extraTokenCount }: IDataObject): number {
	if (typeof totalTokenCount === 'number') return totalTokenCount;
	const parts = [mainTokenCount, extraTokenCount].filter((part) => typeof part === 'number');
	if (parts.length === 2) return parts[0] + parts[1];
	throw new Problem({
		kind: 'response',
		message: 'The token balance does not include totalTokenCount',
		description: 'Try again later. If this keeps happening, contact the maintainers of this node.',
	});
}

/**
 * The level of a balance is its lowest value since it last recovered, which means a rise by a tenth. A balance that
 * moves up and down around a threshold falls below it only once. When a threshold changes, the level starts again at the
 * current total.
 * @param previous the last level, Infinity at the start
 */
export function levelOf(balance: IDataObject, previous: number): number {
	const total = totalOf(balance);
	const recovered = total * 100 >= previous * RECOVERED_PERCENT;
	return recovered ? total : Math.min(total, previous);
}

export const balance: WatchedList = {
	name: 'balance',
	operation: billingGetTokenBalance,
	newestFirst: false,
	// There is only one balance.
	identity: () => 'balance',
	parts: [
		{
			kind: 'literal',
			name: 'level',
			literal: (record, previous) => String(levelOf(record, Number(previous ?? Infinity))),
		},
	],
	alerts: true,
};
