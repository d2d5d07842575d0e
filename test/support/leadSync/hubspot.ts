import { HubSpot } from '../services/hubspot';
import { keyOf, newStatus, validEmail, type Target } from './target';

const statuses = {
	'not-contacted': 'NEW',
	contacted: 'ATTEMPTED_TO_CONTACT',
	interested: 'CONNECTED',
	'not-interested': 'UNQUALIFIED',
};

export function hubspotTarget(service = new HubSpot()): Target & { service: HubSpot } {
	return {
		file: 'lead-sync-hubspot.json',
		service,
		credentials: { hubspotAppToken: { appToken: service.token } },
		records: () =>
			[...service.contacts.values()].map(({ properties }) => ({
				firstName: properties.firstname ?? '',
				lastName: properties.lastname ?? '',
				email: properties.email ?? '',
				phone: properties.phone ?? '',
				status: properties.hs_lead_status
					? keyOf({ ...statuses, 'on-hold': 'on-hold' }, properties.hs_lead_status)
					: '',
			})),
		refusal: ({ firstName, lastName, email, status }) => {
			if (email && !validEmail.test(email)) return `Email address ${email} is invalid`;
			if (!email && !firstName && !lastName) return 'Set at least an email address or a name';
			return !status || status in statuses || service.statuses.includes(status)
				? undefined
				: `${status} was not one of the allowed options`;
		},
		unacceptable: newStatus,
		repair: () => service.statuses.push('on-hold'),
	};
}
