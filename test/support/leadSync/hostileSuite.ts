import type { IDataObject } from 'n8n-workflow';

import { runWith, type StoredExecution } from '../server/executions';
import { fieldsOf, hostileLeads } from './hostile';
import { Scenario } from './scenario';
import { lines, type LeadFields, type Target } from './target';

jest.setTimeout(300_000);

/** Gives leads to the recipe of a target. */
export type RunOf = (target: Target, ...leads: IDataObject[]) => Promise<StoredExecution>;

/**
 * Gives hostile leads to the nodes behind the trigger, one at a time. Each must arrive as the text that it is, or be
 * refused with an error, and nothing else may change.
 * @param more further tests on the same n8n
 */
export function testHostileLeads(
	files: string[],
	sharedFiles: string[],
	makeTargets: () => Target[] | Promise<Target[]>,
	more: (run: RunOf, scenarioOf: () => Scenario) => void = () => {},
): void {
	let scenario: Scenario;
	beforeAll(async () => {
		scenario = await Scenario.start(await makeTargets());
	});
	afterAll(async () => await scenario?.stop());

	const run: RunOf = async (target, ...leads) =>
		await runWith(scenario.rest, scenario.idOf(target), leads);
	const targetOf = (file: string) => {
		const target = scenario.targets.find((entry) => entry.file === file);
		if (target === undefined) throw new Error(`${file} has no target`);
		return target;
	};

	test.each(files)('%s: hostile leads are text, and a lead of nulls is empty', async (file) => {
		const target = targetOf(file);
		const expected: LeadFields[] = [];
		const { shown = (lead: LeadFields) => lead, distinct = (lead: IDataObject) => lead } = target;
		const leads = hostileLeads.map((lead, number) => distinct(lead, number));
		for (const lead of leads) {
			const fields = fieldsOf(lead);
			const refusal = target.refusal(fields);
			const { status, error } = await run(target, lead);
			const { leadKey } = lead;
			const wanted = refusal ? 'error' : 'success';
			expect({ leadKey, status, error }).toEqual({ leadKey, status: wanted, error });
			if (refusal) expect(error).toContain(refusal);
			else expected.push(shown(fields, String(leadKey)));
			expect(lines(await target.records(scenario.rest))).toEqual(lines(expected));
		}
		// The same again: nothing is added.
		const accepted = leads.filter((lead) => !target.refusal(fieldsOf(lead)));
		expect((await run(target, ...accepted)).status).toBe('success');
		expect(lines(await target.records(scenario.rest))).toEqual(lines(expected));
		expect(scenario.strangers).toEqual([]);
	});

	for (const file of sharedFiles) {
		test(`${file}, imported twice for two organizations: no lead takes the place of another`, async () => {
			const target = targetOf(file);
			const before = lines(await target.records(scenario.rest));
			const copy = await scenario.copyOf(target);
			const key = {
				leadKey: 'same@example.com',
				agentConversationId: null,
				email: 'same@example.com',
			};
			const [first, second] = ['org_brightwater', 'org_northlight'].map((clientOrgId) => ({
				...hostileLeads[0],
				...key,
				clientOrgId,
				firstName: clientOrgId,
			}));
			await runWith(scenario.rest, scenario.idOf(target), [first]);
			await runWith(scenario.rest, copy, [second]);
			await runWith(scenario.rest, scenario.idOf(target), [{ ...first, lastName: 'Edited' }]);
			const expected = lines([{ ...first, lastName: 'Edited' }, second].map(fieldsOf));
			expect(lines(await target.records(scenario.rest))).toEqual([...before, ...expected].sort());
		});
	}

	more(run, () => scenario);
}
