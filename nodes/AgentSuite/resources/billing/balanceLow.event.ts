import { defineEvent } from '../../model/event';
import { balance, levelOf } from './balance';

interface Settings {
	threshold: number;
	options: { moreThresholds?: number[] };
}

/** A default for a list of numbers. In the field itself, n8n's linter only accepts a number. */
const noThresholds: number[] = [];

/** All thresholds, lowest first. */
const thresholdsOf = ({ threshold, options: { moreThresholds = [] } }: Settings) =>
	[threshold, ...moreThresholds].sort((left, right) => left - right);

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
			description:
				'Number of tokens (main and extra) below which the balance is low. If the balance is already low, the first poll returns it.',
		},
	],
	options: [
		{
			displayName: 'More Thresholds',
			name: 'moreThresholds',
			type: 'number',
			typeOptions: {
				minValue: 0,
				multipleValues: true,
				multipleValueButtonText: 'Add Threshold',
			},
			default: noThresholds,
			description:
				'More thresholds to alert at. If the balance drops below several thresholds between two polls, the trigger returns one item, for the lowest.',
		},
		{
			displayName: 'Notify Recovery',
			name: 'notifyRecovery',
			type: 'boolean',
			default: false,
			description:
				'Whether to also return an item when the balance is back above a threshold. A balance has recovered once it is 10 percent above its lowest value.',
		},
	],
	emitExisting: 'always',
	emit: (record, before, parameters) => {
		const thresholds = thresholdsOf(parameters);
		const previous = before === undefined ? Infinity : Number(before.literal('level') ?? Infinity);
		const level = levelOf(record, previous);
		const fallen = thresholds.find((threshold) => level < threshold && previous >= threshold);
		if (fallen !== undefined) return { ...record, level: fallen, recovered: false };
		const risen = thresholds.findLast((threshold) => level >= threshold && previous < threshold);
		if (risen === undefined || !parameters.options.notifyRecovery) return undefined;
		return { ...record, level: risen, recovered: true };
	},
	// Shown at any balance.
	preview: (record, { threshold }) => ({ ...record, level: threshold, recovered: false }),
	emptyMessage: 'No token balance found.',
	sampleExtra: { mainTokenCount: 430, extraTokenCount: 0, totalTokenCount: 430 },
});
