import { hostileLeads } from '../support/leadSync/hostile';
import { testHostileLeads, type RunOf } from '../support/leadSync/hostileSuite';
import { dataTableTarget, hubspotTarget } from '../support/leadSync/targets';
import { runsHere } from '../support/server/runsHere';

const hubspot = hubspotTarget();
const targets = [dataTableTarget, hubspot].filter(({ file }) => runsHere(file));

function testContacts(run: RunOf): void {
	const { service } = hubspot;
	const lead = { ...hostileLeads[0], leadKey: 'conv_ann', lastName: '', phone: null };
	beforeEach(() => service.contacts.clear());

	test('HubSpot: a contact that existed before is updated, and keeps what the lead does not have', async () => {
		const ann = service.add({
			email: 'ann@example.com',
			firstname: 'Ann',
			lastname: 'Lee',
			phone: '+1 202 555 0100',
		});
		await run(hubspot, { ...lead, email: 'Ann@example.com', firstName: 'Anna' });
		expect([...service.contacts.values()]).toEqual([ann]);
		expect(ann.properties).toEqual({
			email: 'Ann@example.com',
			firstname: 'Anna',
			lastname: 'Lee',
			phone: '+1 202 555 0100',
			hs_lead_status: 'CONNECTED',
			lead_key: 'conv_ann',
		});
	});

	test('HubSpot: the contact of a lead is found by its key before its email address', async () => {
		const bob = { email: 'bob@example.com', firstname: 'Bob' };
		const other = service.add({ ...bob });
		const own = service.add({ email: 'ann@example.com', lead_key: 'conv_ann' });
		await run(hubspot, { ...lead, email: 'ann@new.example' });
		expect(own.properties.email).toBe('ann@new.example');
		// The address of another contact is refused, instead of overwriting that contact.
		const { status, error } = await run(hubspot, { ...lead, email: bob.email });
		expect(status).toBe('error');
		expect(error).toContain('Contact already exists');
		expect(other.properties).toEqual(bob);
		expect(service.contacts.size).toBe(2);
	});
}

testHostileLeads(
	targets.map(({ file }) => file),
	[dataTableTarget.file].filter(runsHere),
	() => targets,
	testContacts,
);
