import { writeSync } from 'node:fs';

import type { NewLead } from '../../../sandbox';
import { pause, until } from '../programs/until';
import { readExecutions } from '../server/executions';
import { intervals, Scenario } from './scenario';
import { lines, type Target } from './target';

// n8n starts several times, and the first retry of a lead is due after 50 seconds.
jest.setTimeout(300_000);

/** The first retry is due after 50 seconds, then comes the next poll. The rest is for a slow machine. */
const RETRIED = 150_000;
const AT_ONCE = 60_000;

const emailOf = (number: number) => `lead.${number}@example.com`;
/** Numbers of one lead each. Where a CRM matches persons by phone, leads who share one share a record. */
const phoneOf = (number: number) => `+1 312 555 01${String(number).padStart(2, '0')}`;

/**
 * Tests lead syncs from end to end: each destination must contain what the service has, whatever happens on the way.
 * They share an n8n, so that leads, faults, and kills affect each of them.
 * @param makeTargets starts what the recipes write to
 */
export function testLeadSync(makeTargets: () => Target[] | Promise<Target[]>): void {
	const made: string[] = [];
	let refused = 0;
	let scenario: Scenario;

	const create = (fields: object = {}) => {
		const number = made.length + 1;
		const { id } = scenario.sandbox.addLead({
			email: emailOf(number),
			phone: phoneOf(number),
			...fields,
		});
		made.push(id);
		return id;
	};
	const report = (what: string, seconds: number) =>
		writeSync(2, `      ${what}: ${seconds.toFixed(1)} s\n`);
	/** Waits until the stand-ins have received this many more requests in total. */
	const traffic = async (count: number) => {
		const calls = () => scenario.standIns.reduce((sum, { calls }) => sum + calls.length, 0);
		const before = calls();
		await until(() => calls() >= before + count, `${count} requests`, AT_ONCE);
	};

	beforeAll(async () => {
		scenario = await Scenario.start(await makeTargets());
	});
	afterAll(async () => await scenario?.stop());

	test('publishing brings all leads that exist', async () => {
		await scenario.publish();
		report('first sync', await scenario.settled(AT_ONCE));
	});

	test('a new lead arrives, and an edited email address changes its record', async () => {
		create();
		report('new lead', await scenario.settled(AT_ONCE));
		scenario.sandbox.updateLead(made[0], {
			email: 'new.address@example.org',
			status: 'interested',
		});
		report('edited lead', await scenario.settled(AT_ONCE));
	});

	// Before others are refused: one that hangs while others arrive counts as refused, and goes in turn with them.
	test('429 with Retry-After, and a service that never responds: the leads arrive', async () => {
		const { standIns } = scenario;
		const hanging = emailOf(998);
		for (const service of standIns) {
			service.fail({ status: 429, headers: { 'retry-after': '1' } }, 1);
			let held = false;
			service.before = async ({ body }) => {
				if (held || !JSON.stringify(body ?? '').includes(hanging)) return undefined;
				held = true;
				// Longer than the execution. What is written after that is not found by the retry, and comes twice.
				await pause(1.5 * intervals.timeout * 1000);
				return 'drop';
			};
		}
		const before = standIns.map(({ calls }) => calls.length);
		create();
		// The next lead is alone in its execution: what fails together is sent again before the hang is over.
		const haveAll = () => standIns.every(({ calls }, place) => calls.length > before[place]);
		await until(haveAll, 'a request to each stand-in', AT_ONCE);
		create({ email: hanging });
		report('a 429 and a hang', await scenario.settled(RETRIED));
		for (const service of standIns) service.before = async () => undefined;
	});

	test('one refused lead among five: the others arrive at once, and the reason is in the executions', async () => {
		for (const { restrict } of scenario.targets) restrict?.();
		const kinds = scenario.targets.flatMap(({ unacceptable }) => unacceptable ?? []);
		// Two failures in a row look like an outage to the trigger, so others are between them.
		for (const kind of new Set(kinds.map((lead) => JSON.stringify(lead)))) {
			refused++;
			create();
			const [email, phone] = [`refused.${refused}@example.com`, phoneOf(90 + refused)];
			scenario.sandbox.addLead({ email, phone, ...(JSON.parse(kind) as NewLead) });
			create();
		}
		while (made.length < 5) create();
		report('neighbors of a refused lead', await scenario.settled(AT_ONCE));
		const leads = await scenario.leads();
		for (const target of scenario.targets) {
			const reasons = leads.flatMap((lead) => target.refusal(lead) ?? []);
			const errors = async () =>
				(await readExecutions(scenario.rest, scenario.idOf(target)))
					.filter(({ status }) => status === 'error')
					.map(({ error }) => error);
			// A refused lead can be tried alone after all others have arrived.
			const hasAll = async () => {
				const said = (await errors()).join('\n');
				return reasons.every((reason) => said.includes(reason));
			};
			await until(hasAll, `executions that say: ${reasons.join(', ')}`, AT_ONCE);
			expect((await errors()).length > 0).toBe(reasons.length > 0);
		}
	});

	test('an outage, and SIGKILL while a lead is written: all arrive once, in their latest state', async () => {
		const { sandbox, standIns } = scenario;
		for (const service of standIns) service.fail({ status: 503 }, Infinity);
		for (const id of made.slice(0, 3)) sandbox.updateLead(id, { firstName: 'In the outage' });
		create();
		await traffic(2 * standIns.length);
		for (const service of standIns) {
			service.recover();
			service.fail('drop', Infinity);
		}
		sandbox.updateLead(made[0], { status: 'contacted' });
		await pause(intervals.poll * 1000);
		let writing = 0;
		for (const service of standIns) {
			service.recover();
			service.before = async ({ body }) => {
				if (!JSON.stringify(body ?? '').includes('Killed at work')) return;
				writing++;
				await pause(1000);
			};
		}
		create({ firstName: 'Killed at work' });
		await until(() => writing >= standIns.length, 'the requests', AT_ONCE);
		await scenario.restart(create);
		for (const service of standIns) service.before = async () => undefined;
		report('after an outage and a kill', await scenario.settled(RETRIED));
	});

	test('a restart while nothing happens changes nothing', async () => {
		const linesOf = async (target: Target) => lines(await target.records(scenario.rest));
		const records = async () => await Promise.all(scenario.targets.map(linesOf));
		const before = await records();
		await scenario.restart();
		await pause(3 * intervals.poll * 1000);
		expect(await records()).toEqual(before);
	});

	test('refused leads arrive once the destination is repaired and the workflow published again', async () => {
		expect(refused).toBeGreaterThan(0);
		await scenario.unpublish();
		await scenario.idle();
		for (const { repair } of scenario.targets) repair?.();
		await scenario.publish();
		report('repaired and published', await scenario.settled(RETRIED));
		const missed = await Promise.all(
			scenario.targets.map((target) => scenario.differences(target)),
		);
		expect(missed.flat()).toEqual([]);
	});

	test('only known paths of known hosts were called', () => {
		expect(scenario.strangers).toEqual([]);
	});
}
