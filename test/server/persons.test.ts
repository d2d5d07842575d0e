/** A person who is in the CRM already, or who talks to the agents twice, stays one record. */
import type { IDataObject } from 'n8n-workflow';

import type { WorkflowFile } from '../../playground/workflows';
import { Scenario } from '../support/leadSync/scenario';
import type { Target } from '../support/leadSync/target';
import {
	dataTableTarget,
	highLevelTarget,
	hubspotTarget,
	pipedriveTarget,
	salesforceTarget,
} from '../support/leadSync/targets';
import { runFrom, runWith } from '../support/server/executions';
import { runsHere, testOf } from '../support/server/runsHere';

jest.setTimeout(240_000);

interface Person {
	name: string;
	email?: string;
	phone?: string;
}

/** A CRM with a search: a way to add a person, and everyone in it. */
interface Crm {
	target: Target;
	clear(): void;
	add(person: Person): void;
	people(): Person[];
}

function hubspot(): Crm {
	const { service, ...target } = hubspotTarget();
	return {
		target: { ...target, service },
		clear: () => service.contacts.clear(),
		add: ({ name, ...rest }) => service.add({ firstname: name, ...rest }),
		people: () =>
			[...service.contacts.values()].map(({ properties: { firstname: name, email, phone } }) => ({
				name,
				email,
				phone,
			})),
	};
}

function pipedrive(): Crm {
	const { service, ...target } = pipedriveTarget();
	const list = (value?: string) => (value ? [{ value }] : []);
	return {
		target: { ...target, service },
		clear: () => service.persons.clear(),
		add: ({ name, email, phone }) =>
			service.add({ name, emails: list(email), phones: list(phone) }),
		people: () =>
			[...service.persons.values()].map(({ name, emails, phones }) => ({
				name,
				email: emails[0]?.value || undefined,
				phone: phones[0]?.value || undefined,
			})),
	};
}

function salesforce(): Crm {
	const { service, ...target } = salesforceTarget();
	return {
		target: { ...target, service },
		clear: () => service.leads.clear(),
		add: ({ name, email, phone }) =>
			service.add({
				FirstName: name,
				LastName: 'Lee',
				Company: 'Lee & Sons',
				...(email && { Email: email }),
				...(phone && { Phone: phone }),
			}),
		people: () =>
			[...service.leads.values()].map(({ FirstName, Email, Phone }) => ({
				name: FirstName,
				email: Email,
				phone: Phone,
			})),
	};
}

const highLevel = highLevelTarget();
const crms = { HubSpot: hubspot(), Pipedrive: pipedrive(), Salesforce: salesforce() };
/** The CRMs and the recipes that the n8n under test can run. */
const crmsHere = Object.entries(crms).filter(([, { target }]) => runsHere(target.file));
const targetsHere = [
	...Object.values(crms).map(({ target }) => target),
	highLevel,
	dataTableTarget,
].filter(({ file }) => runsHere(file));
const phone = '+1 202 555 0100';
const other = '+1 202 555 0199';
const lead = { leadKey: 'conv_ann', firstName: 'Anna', lastName: '', email: null, phone: null };

let scenario: Scenario;
beforeAll(async () => {
	scenario = await Scenario.start(targetsHere);
});
afterAll(async () => await scenario?.stop());

async function sync(target: Target, ...leads: IDataObject[]): Promise<void> {
	const items = leads.map((fields) => ({ ...lead, status: 'interested', ...fields }));
	const { status, error } = await runWith(scenario.rest, scenario.idOf(target), items);
	expect({ status, error }).toEqual({ status: 'success', error: undefined });
}

describe.each(crmsHere)('%s', (_name, { target, clear, add, people }) => {
	beforeEach(clear);
	const names = () => people().map(({ name }) => name);

	test('without an email address: the only one with the phone number', async () => {
		add({ name: 'Ann', email: 'ann@example.com', phone });
		add({ name: 'Bob', phone: other });
		await sync(target, { phone });
		expect(people()).toEqual([
			{ name: 'Anna', email: 'ann@example.com', phone },
			{ name: 'Bob', email: undefined, phone: other },
		]);
		// Later changes find it by the lead key.
		await sync(target, { firstName: 'Annabel', phone: '+1 202 555 0123' });
		expect(names()).toEqual(['Annabel', 'Bob']);
	});

	test('the email address finds none: the only one with the phone number', async () => {
		add({ name: 'Ann', phone });
		await sync(target, { email: 'ann@example.com', phone });
		expect(people()).toEqual([{ name: 'Anna', email: 'ann@example.com', phone }]);
	});

	test('the email address comes first, and is compared without case', async () => {
		add({ name: 'Ann', email: 'ann@example.com' });
		add({ name: 'Bob', phone });
		await sync(target, { email: 'Ann@Example.com', phone });
		expect(names()).toEqual(['Anna', 'Bob']);
	});

	test('two with the phone number, or one with another email address: a new one', async () => {
		add({ name: 'Ann', phone });
		add({ name: 'Bob', phone });
		await sync(target, { firstName: 'Cleo', phone });
		expect(names()).toEqual(['Ann', 'Bob', 'Cleo']);
		clear();
		add({ name: 'Ann', email: 'ann@example.com', phone });
		await sync(target, { firstName: 'Cleo', email: 'cleo@example.com', phone });
		expect(names()).toEqual(['Ann', 'Cleo']);
	});

	test('two conversations with one phone number, one after another: one record', async () => {
		await sync(target, { phone });
		await sync(target, { leadKey: 'conv_ann_2', firstName: 'Annabel', phone });
		expect(names()).toEqual(['Annabel']);
	});

	test('two conversations with a phone number in pairs: one record', async () => {
		const inPairs = '+33 1 23 45 67 89';
		add({ name: 'Bob', phone: '+33 1 23 45 67 88' });
		await sync(target, { phone: inPairs });
		await sync(target, { leadKey: 'conv_ann_2', firstName: 'Annabel', phone: inPairs });
		expect(names()).toEqual(['Bob', 'Annabel']);
	});

	test('leads without email address and phone number stay apart', async () => {
		await sync(target, { firstName: 'Ann' }, { leadKey: 'conv_bob', firstName: 'Bob' });
		// In any order: an execution that failed is repeated in pieces.
		expect(names().sort()).toEqual(['Ann', 'Bob']);
	});
});

test('HubSpot and Salesforce: a phone number in another format, or of a mobile', async () => {
	const { target, people } = crms.HubSpot;
	for (const { target: crm, clear, add, people: all } of [crms.HubSpot, crms.Salesforce]) {
		for (const written of ['+33 1 23 45 67 89', '0033 123.456.789', '(+33) 12 34567-89']) {
			clear();
			add({ name: 'Ann', phone: written });
			await sync(crm, { phone: '+33 1 23 45 67 89' });
			expect(all()).toEqual([{ name: 'Anna', email: undefined, phone: '+33 1 23 45 67 89' }]);
		}
	}
	crms.HubSpot.clear();
	hubspotOf(target).add({ firstname: 'Ann', mobilephone: '+1 (202) 555-0100' });
	await sync(target, { phone });
	expect(people()).toEqual([{ name: 'Anna', email: undefined, phone }]);
	crms.Salesforce.clear();
	crms.Salesforce.add({ name: 'Ann', phone: '+1 (202) 555-0100' });
	await sync(crms.Salesforce.target, { phone });
	expect(crms.Salesforce.people()).toEqual([{ name: 'Anna', email: undefined, phone }]);
});

const hubspotOf = (target: Target) => target.service as ReturnType<typeof hubspotTarget>['service'];
const salesforceOf = (target: Target) =>
	target.service as ReturnType<typeof salesforceTarget>['service'];

test('Salesforce: a change keeps the company that sales has entered', async () => {
	const { target, clear } = crms.Salesforce;
	clear();
	await sync(target, { email: 'ann@example.com' });
	const [record] = salesforceOf(target).leads.values();
	expect(record).toMatchObject({ Company: '[not provided]', Rating: 'Hot' });
	record.Company = 'Lee & Sons';
	await sync(target, { email: 'ann@example.com', status: 'contacted' });
	expect(record).toMatchObject({ Company: 'Lee & Sons', Rating: 'Warm' });
	expect(salesforceOf(target).leads.size).toBe(1);
});

const testPipedrive = testOf(crms.Pipedrive.target.file);
testPipedrive('Pipedrive: a person with several addresses keeps them', async () => {
	const { target, clear } = crms.Pipedrive;
	clear();
	const { service } = target as ReturnType<typeof pipedriveTarget>;
	const emails = [{ value: 'ann@example.com' }, { value: 'ann@work.example' }];
	const person = service.add({ name: 'Ann', emails });
	await sync(target, { email: 'ann@example.com' });
	expect(person).toMatchObject({ name: 'Ann', emails });
	expect(service.persons.size).toBe(2);
});

test('HighLevel matches a phone number in pairs itself', async () => {
	const before = highLevel.service.contacts.length;
	for (const [leadKey, phone] of [
		['conv_4', '+33 1 23 45 67 89'],
		['conv_5', '+33123456789'],
	])
		await sync(highLevel, { leadKey, phone });
	expect(highLevel.service.contacts.length).toBe(before + 1);
	highLevel.service.contacts.length = before;
});

test('HighLevel matches email address and phone number itself', async () => {
	await sync(highLevel, { phone });
	await sync(highLevel, { leadKey: 'conv_2', email: 'ann@example.com', phone: '+1-202-555-0100' });
	await sync(highLevel, { leadKey: 'conv_3', firstName: 'Annabel', email: 'Ann@example.com' });
	expect(highLevel.service.contacts).toMatchObject([
		{ firstName: 'Annabel', email: 'Ann@example.com', phone: '+12025550100' },
	]);
});

describe('a second trigger, for another account', () => {
	test.each(targetsHere.map((target) => [target.file, target] as const))(
		'%s',
		async (_file, target) => {
			const { rest } = scenario;
			const id = await scenario.copyOf(target);
			type Whole = WorkflowFile & { connections: Record<string, object> };
			const { nodes, connections } = await rest.get<Whole>(`/rest/workflows/${id}`);
			const first = nodes.find(({ type }) => type.endsWith('.agentSuiteTrigger'));
			if (first === undefined) throw new Error('No trigger');
			const second = { ...first, id: 'second-trigger', name: 'Other account' };
			const items = [
				{ ...lead, leadKey: 'conv_other', firstName: 'Zoe', email: 'zoe@example.com' },
			];
			await rest.patch(`/rest/workflows/${id}`, {
				nodes: [...nodes, second],
				connections: { ...connections, [second.name]: connections[first.name] },
				pinData: { [second.name]: items.map((json) => ({ json })) },
			});
			const { status, error } = await runFrom(rest, id, second.name);
			expect({ status, error }).toEqual({ status: 'success', error: undefined });
			const all = await target.records(rest);
			expect(all.filter(({ email }) => email === 'zoe@example.com')).toHaveLength(1);
		},
	);
});

test('only known paths of known hosts were called', () => {
	expect(scenario.strangers).toEqual([]);
});
