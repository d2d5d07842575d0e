import { defineEvent } from '../model/event';
import { balance, levelOf } from './balance.list';

export const balanceLow = defineEvent({
	event: 'balanceLow',
	name: 'Balance Low',
	description: 'The token balance drops below the threshold (once, until it recovers)',
	list: balance,
	fields: [
		{
			displayName: 'Threshold',
			name: 'threshold',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 500,
			description: 'Number of tokens (main and extra) below which the balance is low',
		},
	],
	emitExisting: 'always',
	emit: (record, before, { threshold }) => {
		const previous = before && Number(before.literal('level'));
		const level = levelOf(record, previous);
		const wasLow = previous !== undefined && previous < threshold;
		return level < threshold && !wasLow ? record : undefined;
	},
	// Shown whatever it is: there is always one.
	preview: (record) => record,
	emptyMessage: 'No token balance found.',
	sampleExtra: { mainTokenCount: 430, extraTokenCount: 0, totalTokenCount: 430 },
});
