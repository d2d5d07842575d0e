import { HubSpot } from '../services/hubspot';
import { keyOf, validEmail, type Target } from './target';

const statuses = {
	'not-contacted': 'NEW',
	contacted: 'ATTEMPTED_TO_CONTACT',
	interested: 'CONNECTED',
	'not-interested': 'UNQUALIFIED',
};

/** HubSpot with a stand-in. A test passes its own to hold back responses. */
export function hubspotTarget(service = new HubSpot()): Target {
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
				status: keyOf(statuses, properties.hs_lead_status),
			})),
		remove: (email) => {
			service.contacts.delete(service.byEmail(email)?.vid ?? 0);
		},
		refusal: ({ email, status }) => {
			if (email === '') return 'HubSpot needs an email address';
			if (!validEmail.test(email)) return `Email address ${email} is invalid`;
			return status in statuses ? undefined : `${status} was not one of the allowed options`;
		},
	};
}
