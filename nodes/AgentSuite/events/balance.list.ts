import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../model/problem';
import type { WatchedList } from '../model/event';
import { billingGetTokenBalance } from '../operations/billing/getTokenBalance.operation';

/** The balance has recovered once it is so many percent of its lowest. */
const RECOVERED_PERCENT = 110;

/**
 * The tokens there are, main and extra together.
 * @throws {Problem} when the balance does not say how many
 */
export function totalOf({ totalTokenCount, mainTokenCount, extraTokenCount }: IDataObject): number {
	if (typeof totalTokenCount === 'number') return totalTokenCount;
	const parts = [mainTokenCount, extraTokenCount].filter((part) => typeof part === 'number');
	if (parts.length === 2) return parts[0] + parts[1];
	throw new Problem({
		kind: 'answer',
		message: 'The token balance does not include totalTokenCount',
		description: 'Try again later. If this keeps happening, contact the maintainers of this node.',
	});
}

/**
 * The level of a balance: the lowest that it has been since it last recovered, which is to rise by a tenth. So
 * a balance that goes up and down around a threshold falls below it once. No threshold is part of it: all of
 * them can be changed later.
 * @param previous the level before; Infinity at the start
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
	// There is but one.
	identity: () => 'balance',
	unique: true,
	parts: [
		{
			kind: 'literal',
			name: 'level',
			literal: (record, previous) => String(levelOf(record, Number(previous ?? Infinity))),
		},
	],
	alerts: true,
};
