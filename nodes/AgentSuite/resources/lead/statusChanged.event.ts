import { defineEvent } from '../../define/define';
import { statusChange, withChange } from './change';
import { leads } from './leads.watchedList';
import { eventStatusField, hasStatus } from './status';
import { changedExample, inventedChange, noLeads } from './testEvents';

export const leadStatusChanged = defineEvent({
	event: 'leadStatusChanged',
	name: 'Lead Status Changed',
	description:
		"The status of a lead changes, or a new lead arrives, unless 'Include New Leads' is off",
	list: leads,
	fields: [
		{
			...eventStatusField,
			hint: 'The status after the change, or of a new lead. Select none for any status',
		},
	],
	options: [
		{
			displayName: 'Include New Leads',
			name: 'includeNewLeads',
			type: 'boolean',
			default: true,
			description:
				'Whether to also return a new lead whose status passes the filter. Its previousStatus is null.',
		},
	],
	emit: (lead, before, parameters) => {
		const { includeNewLeads } = parameters.options;
		const isChange = before === undefined ? includeNewLeads : before.changed.includes('status');
		return isChange && hasStatus(lead, parameters.status)
			? withChange(lead, statusChange(before))
			: undefined;
	},
	testEventHint: inventedChange,
	example: changedExample,
	emptyMessage: noLeads,
});
