/** The recipes that compare each morning what the service has with what the lead syncs have brought. */
import {
	readExample,
	withCredentials,
	type Credential,
	type WorkflowFile,
} from '../../playground/workflows';
import { Scenario } from '../support/leadSync/scenario';
import { dataTableTarget, hubspotTarget } from '../support/leadSync/targets';
import { until } from '../support/programs/until';
import { runFrom } from '../support/server/executions';
import { runsHere } from '../support/server/runsHere';
import { createCredential, createWorkflow, withChoices } from '../support/server/workflows';
import { startMailServer, type MailServer } from '../support/standIns/mail';

jest.setTimeout(300_000);

const hubspot = hubspotTarget();
const files = ['reconcile-leads.json', 'reconcile-leads-hubspot.json'].filter(runsHere);
const hubspotFile = files.filter((file) => file.includes('hubspot'));

let mail: MailServer;
let scenario: Scenario;
let credentials: Record<string, Credential>;
let ids: string[];

/** The recipes with what a user selects, and a short wait for the sync. */
async function imported(
	file: string,
	change = (text: string) => text,
	wait: object = { amount: 1, unit: 'seconds' },
) {
	const choices = {
		'Send email': { fromEmail: 'n8n@example.com', toEmail: 'you@example.com' },
		'Wait for the sync': wait,
	};
	const text = JSON.stringify(withChoices(readExample(file), choices));
	const recipe = JSON.parse(change(text)) as WorkflowFile;
	return await createWorkflow(scenario.rest, withCredentials(recipe, credentials));
}

/** Runs the recipes as their schedules do. @returns the emails that each has sent */
async function morning(...workflows: string[]): Promise<MailServer['mails'][]> {
	const sent: MailServer['mails'][] = [];
	for (const id of workflows) {
		mail.mails.length = 0;
		expect(await runFrom(scenario.rest, id, 'Every morning')).toMatchObject({ status: 'success' });
		sent.push([...mail.mails]);
	}
	return sent;
}

const subjects = async (...workflows: string[]) =>
	(await morning(...workflows)).map((mails) => mails.map(({ subject }) => subject));

const forEach = <T>(value: T) => files.map(() => value);

beforeAll(async () => {
	mail = await startMailServer();
	scenario = await Scenario.start([dataTableTarget, hubspot].filter(({ file }) => runsHere(file)));
	credentials = {
		agentSuiteApi: scenario.credential,
		smtp: await createCredential(scenario.rest, 'smtp', mail.credential),
		hubspotAppToken: await createCredential(scenario.rest, 'hubspotAppToken', {
			appToken: hubspot.service.token,
		}),
	};
	ids = [];
	for (const file of files) ids.push(await imported(file));
	await scenario.publish();
	await scenario.settled(60_000);
});
afterAll(async () => {
	await scenario?.stop();
	await mail?.stop();
});

test('nothing missing: no email, and on request one that says that all have arrived', async () => {
	expect(await subjects(...ids)).toEqual(forEach([]));
	const onRequest = (text: string) =>
		text.replace('SEND_ALL_ARRIVED = false', 'SEND_ALL_ARRIVED = true');
	const asked = await Promise.all(files.map((file) => imported(file, onRequest)));
	const { length } = await scenario.leads();
	expect(await subjects(...asked)).toEqual(forEach([`All leads have arrived (${length})`]));
});

test('a lead that arrives while the recipe waits is not missing', async () => {
	await scenario.unpublish();
	await scenario.idle();
	scenario.sandbox.addLead({ email: 'just.created@example.com' });
	const patient = await Promise.all(
		files.map((file) => imported(file, undefined, { amount: 20, unit: 'seconds' })),
	);
	mail.mails.length = 0;
	const runs = patient.map((id) => runFrom(scenario.rest, id, 'Every morning'));
	await scenario.publish();
	await Promise.all(runs);
	expect(mail.mails).toEqual([]);
});

test('a trigger that is dead for three days: each morning lists all that is missing, until they have arrived', async () => {
	const { sandbox } = scenario;
	await scenario.unpublish();
	await scenario.idle();
	const missed: string[] = [];
	for (const day of [1, 2, 3]) {
		for (const number of [1, 2, 3]) {
			const email = `Day.${day}.lead.${number}@example.com`;
			sandbox.addLead({ email, phone: `+1 312 555 7${day}${number}0`, firstName: 'Ann\r\nBcc: x' });
			missed.push(email);
		}
		for (const [{ subject, text, to }, ...others] of await morning(...ids)) {
			expect({ subject, to, others }).toEqual({
				subject: `${missed.length} leads have not arrived`,
				to: ['you@example.com'],
				others: [],
			});
			const lines = text.split('\n');
			expect(lines.slice(0, missed.length).map((line) => line.split(', ')[1])).toEqual(missed);
			expect(lines.slice(missed.length)).toEqual(['', expect.stringMatching(/^Check that/)]);
		}
	}
	await scenario.publish();
	await scenario.settled(150_000);
	expect(await subjects(...ids)).toEqual(forEach([]));
});

test('a refused lead is listed alone', async () => {
	if (hubspotFile.length === 0) return;
	const { lead } = scenario.sandbox.addLead({
		email: 'not an address',
		phone: '',
		firstName: 'Re',
		lastName: 'Fused',
	});
	scenario.sandbox.addLead({ email: 'after.it@example.com', phone: '+1 312 555 7777' });
	await scenario.settled(60_000);
	const sent = await morning(...ids);
	expect(sent.map(([first]) => first?.subject)).toEqual(
		files.map((file) => (file.includes('hubspot') ? '1 lead has not arrived' : undefined)),
	);
	expect(sent.flat()[0].text).toMatch(/^Re Fused, not an address, conv_/);
	const { length } = await scenario.leads();
	const givenUp = (text: string) =>
		text
			.replace('GIVEN_UP = []', `GIVEN_UP = ['${lead.agentConversationId}']`)
			.replace('SEND_ALL_ARRIVED = false', 'SEND_ALL_ARRIVED = true');
	for (const file of files)
		expect(await subjects(await imported(file, givenUp))).toEqual([
			[`All leads have arrived (${length - 1})`],
		]);
});

test('HubSpot: leads that share a contact have arrived', async () => {
	const [id] = ids.slice(-hubspotFile.length);
	if (hubspotFile.length === 0) return;
	const before = hubspot.service.contacts.size;
	const missing = await subjects(id);
	const { sandbox } = scenario;
	const email = 'Shared@example.com';
	sandbox.addLead({ email, phone: '', firstName: 'First' });
	sandbox.addLead({ email: '', phone: '+1 312 555 8888', firstName: 'Second' });
	const names = () =>
		[...hubspot.service.contacts.values()].map(({ properties }) => properties.firstname);
	const haveArrived = async (...wanted: string[]) =>
		await until(() => wanted.every((name) => names().includes(name)), 'the leads', 60_000);
	await haveArrived('First', 'Second');
	sandbox.addLead({ email: email.toLowerCase(), phone: '', firstName: 'First again' });
	sandbox.addLead({ email: '', phone: '+1 (312) 555-8888', firstName: 'Second again' });
	await haveArrived('First again', 'Second again');
	expect(hubspot.service.contacts.size).toBe(before + 2);
	expect(await subjects(id)).toEqual(missing);
});

test('costs the tokens that its note says', async () => {
	// If a lead is missing, it reads twice. HubSpot has them all.
	for (const target of scenario.targets.filter((one) => one !== hubspot))
		await until(async () => (await scenario.differences(target)).length === 0, 'the leads', 60_000);
	await scenario.unpublish();
	await scenario.idle();
	const { sandbox } = scenario;
	sandbox.clearRequests();
	await morning(...ids);
	const spent = sandbox.requests.reduce((sum, { tokens }) => sum + tokens, 0);
	for (const file of files)
		expect(JSON.stringify(readExample(file))).toContain('Cost: about 150 tokens');
	expect(30 * spent).toBe(150 * files.length);
	expect(scenario.strangers).toEqual([]);
});

test('HubSpot: 150 leads, in searches that HubSpot accepts', async () => {
	const [id] = ids.slice(-hubspotFile.length);
	if (hubspotFile.length === 0) return;
	const missing = await subjects(id);
	for (let number = 0; number < 150; number++) {
		const email = `somebody.with.a.long.name.${number}@sales.example.com`;
		scenario.sandbox.addLead({ email });
		hubspot.service.add({ email });
	}
	scenario.sandbox.addLead({ email: `${'x'.repeat(3000)}@example.com`, phone: '' });
	const [now] = await subjects(id);
	expect(now).toEqual([increased(missing[0][0])]);
});

/** The subject with one lead more. */
const increased = (subject: string) =>
	subject.replace(/^\d+ leads? ha(s|ve)/, (text) => `${parseInt(text) + 1} leads have`);
