import type { IDataObject } from 'n8n-workflow';

import { defineEvent } from '../../define/defineEvent';
import { balance, totalOf } from './balance.watchedList';

/** The balance with another total. */
const balanceOf = (record: IDataObject, total: number): IDataObject => ({
	...record,
	mainTokenCount: total,
	extraTokenCount: 0,
	totalTokenCount: total,
});

/** A default for a list of numbers. In the field itself, n8n's linter only accepts a number. */
const noThresholds: number[] = [];

export const balanceLow = defineEvent({
	event: 'balanceLow',
	name: 'Balance Low',
	description: 'The token balance drops below the threshold',
	list: balance,
	fields: [
		{
			displayName: 'Threshold',
			name: 'threshold',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 500,
			description:
				'Number of tokens below which the balance is low. If the balance is already low, the first poll returns it.',
			hint: 'In tokens, main and extra together',
		},
	],
	options: [
		{
			displayName: 'More Thresholds',
			name: 'moreThresholds',
			type: 'number',
			typeOptions: {
				minValue: 1,
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
				'Whether to also return an item when the balance is back at a threshold or above it',
		},
	],
	emit: (record, before, { threshold: first, options }) => {
		const thresholds = [first, ...options.moreThresholds].sort((left, right) => left - right);
		const total = totalOf(record);
		const was = before?.literal('totalTokenCount');
		const previous = Number(was ?? Infinity);
		const fallen = thresholds.find((threshold) => total < threshold && previous >= threshold);
		if (fallen !== undefined) return { ...record, threshold: fallen, recovered: false };
		// Nobody knows whether the workflow was told of a low balance, so it is also told of its end.
		const isPerhapsLow = before !== undefined && was === undefined;
		const risen = thresholds.findLast(
			(threshold) => total >= threshold && (previous < threshold || isPerhapsLow),
		);
		if (risen === undefined || !options.notifyRecovery) return undefined;
		return { ...record, threshold: risen, recovered: true };
	},
	testEventHint: 'A test event invents the token counts: 1 below the threshold',
	example: (record, { threshold }) => ({ record: balanceOf(record, threshold - 1) }),
	emptyMessage: 'No token balance found.',
});
