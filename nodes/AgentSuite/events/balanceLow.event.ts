import { defineEvent } from '../model/event';
import { balance, levelOf } from './balance.list';

export const balanceLow = defineEvent({
	event: 'balanceLow',
	name: 'Balance Low',
	description:
		'The token balance has fallen below a threshold: once per fall, and again after it has recovered',
	list: balance,
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
	emitExisting: 'always',
	emit: (record, before, { threshold }) => {
		const previous = before && Number(before.literal('level'));
		const level = levelOf(record, previous);
		const wasLow = previous !== undefined && previous < threshold;
		return level < threshold && !wasLow ? record : undefined;
	},
	// Shown whatever it is: there is always one.
	preview: (record) => record,
	emptyMessage: 'There is no balance to show.',
	sampleExtra: { mainTokenCount: 430, extraTokenCount: 0, totalTokenCount: 430 },
});
