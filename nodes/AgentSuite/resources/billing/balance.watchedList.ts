import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../../model/problem';
import type { WatchedList } from '../../model/watchedList';
import { billingGetTokenBalance } from './getTokenBalance.operation';

/** @throws {Problem} when the balance contains no total, so that it does not count as low */
export function totalOf({ totalTokenCount }: IDataObject): number {
	if (typeof totalTokenCount === 'number') return totalTokenCount;
	throw new Problem({
		kind: 'response',
		message: 'The token balance does not include totalTokenCount',
		description: 'Try again later. If this keeps happening, contact the maintainers of this node.',
	});
}

/** The balance. */
export const balance = {
	name: 'balance',
	operation: billingGetTokenBalance,
	// There is only one balance.
	identity: () => 'balance',
	parts: [
		{
			name: 'totalTokenCount',
			isLiteral: true,
			text: (record) => String(totalOf(record)),
		},
	],
	alerts: true,
} as const satisfies WatchedList;
