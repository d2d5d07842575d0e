import { isNewOrChanged } from '../../model/eventSpec';
import { changedExample, inventedChangeHint } from './inventedChange';
import { defineLeadEvent, statusChange, withChange } from './leadEvent';

export const leadStatusChanged = defineLeadEvent({
	event: 'leadStatusChanged',
	name: 'Lead Status Changed',
	description:
		"The status of a lead changes, or a new lead arrives, unless 'Include New Leads' is off",
	statusHint: 'The status after the change, or of a new lead. Select none for any status',
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
	emit: (lead, before, { options }) => {
		const isChange =
			before === undefined ? options.includeNewLeads : isNewOrChanged(before, 'status');
		return isChange ? withChange(lead, statusChange(before)) : undefined;
	},
	testEventHint: inventedChangeHint,
	example: changedExample,
});
