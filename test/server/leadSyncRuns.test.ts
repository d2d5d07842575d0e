/** Single runs of a lead sync: rows that change while their lead is sent, and a CRM that never responds. */
import { readTable, tablePath, type Row } from '../../playground/tables';
import { HubSpot } from '../support/services/hubspot';
import { hubspotTarget } from '../support/leadSync/hubspot';
import { clock, Scenario } from '../support/leadSync/scenario';
import { until } from '../support/programs/until';
import { runFrom } from '../support/server/runs';

interface WaitingRow extends Row {
	email: string;
	content: string;
	state: string;
	tries: number;
	nextTry: string;
	lastError: string;
}

const LEADS = 4;

const service = new HubSpot();
const target = hubspotTarget(service);
let scenario: Scenario;
let leadIds: string[];

const emailOf = (place: number) => `lead.${place}@example.com`;

async function rows(): Promise<WaitingRow[]> {
	return await readTable<WaitingRow>(scenario.rest, scenario.recipe(target).table);
}

async function rowOf(email: string): Promise<WaitingRow> {
	const row = (await rows()).find((entry) => entry.email === email);
	if (row === undefined) throw new Error(`No row for ${email}`);
	return row;
}

const filterOf = ({ id }: Row) => ({
	type: 'and',
	filters: [{ columnName: 'id', condition: 'eq', value: id }],
});
const pathOfRows = async () =>
	`${await tablePath(scenario.rest, scenario.recipe(target).table)}/rows`;

async function change(row: WaitingRow, data: Partial<WaitingRow>): Promise<void> {
	await scenario.rest.patch(await pathOfRows(), { filter: filterOf(row), data });
}

async function remove(row: WaitingRow): Promise<void> {
	const filter = encodeURIComponent(JSON.stringify(filterOf(row)));
	await scenario.rest.delete(`${await pathOfRows()}?filter=${filter}`);
}

/** Changes all leads. The next run sends them. */
function edit(firstName: string): void {
	for (const id of leadIds) scenario.sandbox.updateLead(id, { firstName });
}

/**
 * Reads all leads and sends what is due, in one run.
 * @param meanwhile runs while HubSpot has the first lead and has not responded yet
 * @returns the email address of that lead, and the states of all rows by email address
 */
async function run(meanwhile?: (row: WaitingRow) => Promise<void>) {
	let first = '';
	service.before = async ({ path, body }) => {
		if (first !== '') return;
		const text = decodeURIComponent(path) + JSON.stringify(body);
		first = leadIds.map((_id, place) => emailOf(place)).find((email) => text.includes(email)) ?? '';
		await meanwhile?.(await rowOf(first));
	};
	const { status } = await runFrom(scenario.rest, scenario.recipe(target).id, 'Run manually');
	expect(status).toBe('success');
	const states = Object.fromEntries((await rows()).map(({ email, state }) => [email, state]));
	return { first, states };
}

const allDelivered = () =>
	Object.fromEntries(leadIds.map((_id, place) => [emailOf(place), 'delivered']));

beforeAll(async () => {
	scenario = await Scenario.start([target]);
	const { sandbox } = scenario;
	for (const { id } of sandbox.leadIds) sandbox.removeLead(id);
	leadIds = Array.from({ length: LEADS }, (_, place) => {
		return sandbox.addLead({ email: emailOf(place) }).id;
	});
});
afterAll(async () => await scenario?.stop());
/** What "Set changed leads to pending" does to a row. */
const changed = { content: 'changed', state: 'pending', tries: 0 };

test('a lead that changes while it is sent does not hold up the others', async () => {
	const { first, states } = await run(async (row) => await change(row, changed));
	expect(states).toEqual({ ...allDelivered(), [first]: 'pending' });
	const next = await run();
	expect(next.states).toEqual(allDelivered());
});

test('a row that is deleted while its lead is sent does not hold up the others', async () => {
	edit('Before the row is deleted');
	const { first, states } = await run(remove);
	expect({ ...states, [first]: 'delivered' }).toEqual(allDelivered());
	expect(states[first]).toBeUndefined();
	const next = await run();
	expect(next.states).toEqual(allDelivered());
});

test('a refusal is not counted for a lead that changed while it was sent', async () => {
	edit('Before the refusal');
	service.fail({ status: 400, json: { message: 'Refused in this test' } }, 1);
	const { first, states } = await run(async (row) => await change(row, changed));
	expect(states).toEqual({ ...allDelivered(), [first]: 'pending' });
	expect(await rowOf(first)).toMatchObject({ tries: 0, lastError: '' });
});

describe('while HubSpot never responds', () => {
	const ms = 3 * clock.timeout * 1000;
	let release = () => {};

	beforeAll(async () => {
		// Every row has the values of its lead again, so publishing resets none.
		await run();
		const released = new Promise<void>((resolve) => (release = resolve));
		service.before = async () => await released;
		await scenario.publish();
		scenario.sandbox.updateLead(leadIds[0], { firstName: 'While HubSpot never responds' });
	});
	afterAll(() => release());

	test('refused leads are listed, each once', async () => {
		// Their next try is not due.
		const refused = { state: 'pending', tries: 5, nextTry: '2999', lastError: 'Refused 5 times' };
		const listsWith = (email: string) =>
			scenario.mail.mails.filter(({ text }) => text.includes(email));
		const [, listed, listedLater] = leadIds.map((_id, place) => emailOf(place));
		for (const email of [listed, listedLater]) {
			await change(await rowOf(email), refused);
			await until(() => listsWith(email).length > 0, `${email} in the list`, ms);
			expect(listsWith(email)[0].text).toContain(refused.lastError);
		}
		expect(listsWith(listed)).toHaveLength(1);
	});

	test('the try is counted before the run ends', async () => {
		const counted = async () => (await rowOf(emailOf(0))).tries > 0;
		await until(counted, 'a counted try', ms);
	});
});
