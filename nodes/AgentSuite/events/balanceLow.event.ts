import type { IDataObject } from 'n8n-workflow';

import { billingGetTokenBalance } from '../operations/billing/getTokenBalance.operation';
import { Problem } from '../model/problem';
import { defineEvent } from '../model/event';

/** @throws {Problem} when the balance does not say how much there is */
function total({ totalTokenCount, mainTokenCount, extraTokenCount }: IDataObject): number {
	if (typeof totalTokenCount === 'number') return totalTokenCount;
	const parts = [mainTokenCount, extraTokenCount].filter((part) => typeof part === 'number');
	if (parts.length === 2) return parts[0] + parts[1];
	throw new Problem({
		kind: 'answer',
		message: 'The token balance has no number in totalTokenCount',
		description: 'The service has changed or answered only in part: try again later.',
	});
}

export const balanceLow = defineEvent({
	event: 'balanceLow',
	name: 'Balance Low',
	description:
		'The token balance has fallen below a threshold: once per fall, and again after it was back above',
	operation: billingGetTokenBalance,
	newestFirst: false,
	fields: [
		{
			displayName: 'Threshold',
			name: 'threshold',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 500,
			description: 'Number of tokens, main and extra together, below which the balance is low',
		},
	],
	// There is but one balance.
	identity: () => 'balance',
	unique: true,
	parts: [
		{
			name: 'level',
			word: (balance, { threshold }) => (total(balance) < threshold ? 'low' : 'fine'),
		},
	],
	existing: true,
	emit: (balance, _before, { threshold }) => (total(balance) < threshold ? balance : undefined),
	// Shown whatever it is: there is always one.
	preview: (balance) => balance,
	nothing: 'There is no balance to show.',
	adds: { mainTokenCount: 430, extraTokenCount: 0, totalTokenCount: 430 },
});
