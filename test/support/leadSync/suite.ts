import { runWorkflow } from '../../../playground/workflows';
import { clock, Scenario } from './scenario';
import type { LeadFields, Target } from './target';
import { pause, until } from '../programs/until';

// Dozens of leads in one workflow per recipe, and n8n starts three times.
jest.setTimeout(420_000);

const CREATED = 40;
const EDITED = 20;
const NEW_EMAILS = 5;
const REFUSED = 3;

/** A lead as one line, to compare lists. */
const line = ({ firstName, email, phone }: LeadFields) => `${firstName} | ${email} | ${phone}`;

/**
 * Tests recipes from end to end. They share an n8n, so that changes to leads and to n8n affect each of them.
 * @param files their names in `examples/`
 * @param makeTargets starts what the recipes write to
 */
export function testLeadSync(
	files: string[],
	makeTargets: () => Target[] | Promise<Target[]>,
): void {
	const made: Array<{ id: string }> = [];
	let scenario: Scenario;

	beforeAll(async () => {
		scenario = await Scenario.start(await makeTargets());
	});
	afterAll(async () => await scenario?.stop());

	function targetOf(file: string): Target {
		const target = scenario.targets.find((entry) => entry.file === file);
		if (target === undefined) throw new Error(`${file} has no target`);
		return target;
	}

	test('publishing a recipe makes its tables and brings all leads that exist', async () => {
		await scenario.publish();
		await scenario.settled(240_000);
	});

	test('leads that are created in a storm of 429 arrive, though n8n is killed at work', async () => {
		const { sandbox, standIns } = scenario;
		for (const service of standIns) {
			service.fail({ status: 429, headers: { 'retry-after': '1' } }, 15);
		}
		for (let number = 1; number <= CREATED; number++) {
			made.push(sandbox.addLead({ email: `lead.${number}@example.com` }));
		}
		// Leads that some services refuse: no address, a name that is too long, an unknown status.
		for (let number = 1; number <= REFUSED; number++) {
			sandbox.addLead({ email: `no-address-${number}` });
			sandbox.addLead({ email: `long.${number}@example.com`, lastName: 'long'.repeat(15_000) });
			sandbox.addLead({ email: `hold.${number}@example.com`, status: 'on-hold' as 'contacted' });
		}
		sandbox.addLead({ email: '', phone: '+49 30 5550199' });
		await scenario.traffic(5 * standIns.length);
		await scenario.killAndStart();
		await scenario.settled(360_000);
	});

	test('edits in an outage arrive in their latest state, though n8n is killed after it', async () => {
		const { sandbox, standIns } = scenario;
		for (const service of standIns) service.fail({ status: 503 }, Infinity);
		for (const [place, { id }] of made.slice(0, EDITED).entries()) {
			const email = place < NEW_EMAILS && { email: `new.${place}@example.org` };
			sandbox.updateLead(id, { status: 'interested', firstName: `Edited ${place}`, ...email });
		}
		await scenario.traffic(5 * standIns.length);
		// The other kind of outage, and a second edit of the same lead.
		for (const service of standIns) {
			service.recover();
			service.fail('drop', Infinity);
		}
		sandbox.updateLead(made[0].id, { status: 'contacted' });
		await scenario.traffic(3 * standIns.length);
		for (const service of standIns) service.recover();
		await scenario.traffic(3 * standIns.length);
		await scenario.killAndStart();
		await scenario.settled(360_000);
	});

	test('a lead that changes while it is being sent arrives with its latest values', async () => {
		const { sandbox, standIns } = scenario;
		const [{ id }] = made.slice(-1);
		const held = scenario.targets.filter(({ service }) => service !== undefined);
		let changed = false;
		for (const service of standIns) {
			service.before = async ({ body }) => {
				if (!JSON.stringify(body ?? '').includes('While it is sent')) return;
				await until(() => changed, 'the change', 120_000);
			};
		}
		sandbox.updateLead(id, { firstName: 'While it is sent' });
		const rows = async (firstName: string) =>
			(await Promise.all(held.map(async (target) => await scenario.waiting(target))))
				.flat()
				.filter((row) => row.firstName === firstName);
		await until(async () => (await rows('While it is sent')).length === held.length, 'the edit');
		// The recipes send it now. Waits until each request is at its service.
		await pause(clock.deliver * 1000);
		sandbox.updateLead(id, { firstName: 'As it is afterwards' });
		await until(async () => (await rows('As it is afterwards')).length === held.length, 'the next');
		changed = true;
		await scenario.settled(240_000);
		for (const service of standIns) service.before = async () => undefined;
	});

	test('a record that was deleted there comes back with the next change of its lead', async () => {
		const [{ id }] = made.slice(-2);
		for (const { remove } of scenario.targets) remove?.(`lead.${CREATED - 1}@example.com`);
		scenario.sandbox.updateLead(id, { firstName: 'Deleted there' });
		await scenario.settled(240_000);
	});

	test.each(files)('%s keeps and lists the refused leads, with the reason', async (file) => {
		const target = targetOf(file);
		const { title } = scenario.recipe(target);
		const refused = (await scenario.leads()).filter((lead) => target.refusal(lead) !== undefined);
		const waiting = await until(
			async () => {
				const rows = await scenario.waiting(target);
				return rows.length === refused.length && rows;
			},
			'the others to be marked',
			60_000,
		);
		expect(waiting.map(line).sort()).toEqual(refused.map(line).sort());
		for (const lead of refused) {
			const reason = target.refusal(lead) ?? '';
			const listed = () =>
				scenario.mail.mails.some(
					({ subject, text }) =>
						subject.includes(`did not reach ${title}`) &&
						text.includes(lead.email || lead.phone) &&
						text.includes(reason),
				);
			await until(listed, `${lead.email} in the list of ${title}`, 180_000);
		}
	});

	test('a poll is one request, and nothing is sent that has arrived', async () => {
		const { sandbox, standIns, targets } = scenario;
		sandbox.clearRequests();
		for (const service of standIns) service.calls.length = 0;
		const polls = 3;
		await pause(polls * clock.poll * 1000);
		expect(sandbox.requests.every(({ path }) => path === '/agent/lead')).toBe(true);
		expect(sandbox.requests.length).toBeLessThanOrEqual((polls + 1) * targets.length);
		expect(sandbox.requests.length).toBeGreaterThanOrEqual((polls - 1) * targets.length);
		const sent = standIns.flatMap(({ calls }) => calls.map(({ body }) => JSON.stringify(body)));
		expect(sent.filter((text) => text?.includes(`lead.${CREATED}@example.com`))).toEqual([]);
	});

	test.each(files)('%s changes nothing when it is run manually again', async (file) => {
		const target = targetOf(file);
		const before = await target.records(scenario.rest);
		const { status } = await runWorkflow(scenario.rest, scenario.recipe(target).id);
		// On a slow machine, the short timeout can end the run.
		expect(['success', 'canceled']).toContain(status);
		expect(await target.records(scenario.rest)).toEqual(before);
	});

	test('no recipe called a host that it should not know', () => {
		expect(scenario.strangers).toEqual([]);
	});
}
