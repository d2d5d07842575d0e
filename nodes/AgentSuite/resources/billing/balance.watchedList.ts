import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../../model/event';
import { Problem } from '../../model/problem';
import { billingGetTokenBalance } from './getTokenBalance.operation';

/** A balance has recovered at this percentage of its lowest value. */
const RECOVERED_PERCENT = 110;

/** @throws {Problem} when the balance contains no total, so that it does not count as low */
function totalOf({ totalTokenCount }: IDataObject): number {
	if (typeof totalTokenCount === 'number') return totalTokenCount;
	throw new Problem({
		kind: 'response',
		headline: 'The token balance does not include totalTokenCount',
		description: 'Try again later. If this keeps happening, contact the maintainers of this node.',
	});
}

/**
 * The level of a balance is its lowest value since it last recovered, which means a rise by a tenth. A balance that
 * moves up and down around a threshold falls below it only once. When a threshold changes, the trigger starts over (see
 * `alerts`), and so does the level.
 * @param previous the last level, Infinity at the start
 */
export function levelOf(balance: IDataObject, previous: number): number {
	const total = totalOf(balance);
	const recovered = total * 100 >= previous * RECOVERED_PERCENT;
	return recovered ? total : Math.min(total, previous);
}

/** The balance. What is compared is its level, which is ours. */
export const balance: WatchedList = {
	name: 'balance',
	operation: billingGetTokenBalance,
	// There is only one balance.
	identity: () => 'balance',
	parts: [
		{
			name: 'level',
			isLiteral: true,
			text: (record, previous) => String(levelOf(record, Number(previous ?? Infinity))),
		},
	],
	alerts: true,
};
