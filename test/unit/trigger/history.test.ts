import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';

import { leadCreated, leadUpdated } from '../../../nodes/AgentSuite/resources/events';
import { steps, World } from './model';
import { textOf } from '../../../nodes/AgentSuite/model/record';
import { leadIdentity } from '../../../nodes/AgentSuite/resources/lead/leadKey';
import type { Rows } from '../../../nodes/AgentSuite/trigger/difference/rows';
import { omit, poller } from './poller';
import { Reference } from './reference';

/** The order of the fields does not matter. */
const byText = (left: object, right: object) => (textOf(left) < textOf(right) ? -1 : 1);
const options = {
	numRuns: Number(process.env.RUNS ?? 300),
	seed: Number(process.env.SEED ?? 20_26),
};

describe('over any sequence of lists', () => {
	test('each new lead is emitted exactly once, in the order of the list, and nothing else', () => {
		fc.assert(
			fc.property(steps, (sequence) => {
				const world = new World();
				const { poll } = poller(leadCreated);
				poll([]);
				for (const step of sequence) {
					const { added } = world.step(step);
					const expected = world.leads
						.filter(({ uid }) => added.includes(uid))
						.map(({ record }) => record);
					expect(poll(world.leads.map(({ record }) => record))).toEqual(expected);
					expect(poll(world.leads.map(({ record }) => record))).toEqual([]);
				}
			}),
			options,
		);
	});

	test('each edit of a lead is emitted exactly once, with the names of its fields', () => {
		fc.assert(
			fc.property(steps, (sequence) => {
				const world = new World();
				const { poll } = poller(leadUpdated);
				let hadEqual = false;
				poll([]);
				for (const step of sequence) {
					const { edited, equal } = world.step(step);
					const changed = world.leads.filter(({ uid }) => edited.has(uid));
					const items = poll(world.leads.map(({ record }) => record));
					const seen = items.map(({ changedFields, ...item }) => ({
						record: omit(item, 'previousStatus'),
						names: [...(changedFields as string[])].sort(),
					}));
					const expected = changed.map(({ uid, record }) => ({
						record,
						names: [...(edited.get(uid) ?? [])].sort(),
					}));
					if (equal) for (const list of [seen, expected]) list.sort(byText);
					expect(seen.map(({ record }) => record)).toEqual(expected.map(({ record }) => record));
					// Leads of one conversation can be mixed up if nothing is left that tells them apart.
					hadEqual ||= equal;
					const told = hadEqual ? ['email', 'phone'] : ['email'];
					if (!expected.some(({ names }) => names.some((name) => told.includes(name))))
						expect(seen).toEqual(expected);
				}
			}),
			options,
		);
	});
});

/** Random lists of leads with few different values, so that many are similar and some are repeated. */
const value = (prefix: string, most: number) =>
	fc.nat(most).map((number) => `${prefix}${number || ''}`);
const orNothing = (values: fc.Arbitrary<string>) =>
	fc.oneof({ weight: 3, arbitrary: values }, fc.constantFrom('', null));
const anyLead = fc
	.record(
		{
			agentConversationId: value('c', 2),
			firstName: value('f', 1),
			lastName: orNothing(value('l', 1)),
			email: orNothing(value('e', 3)),
			phone: orNothing(value('+1 ', 2)),
			status: orNothing(value('s', 2)),
			company: value('o', 1),
		},
		{ requiredKeys: ['firstName'] },
	)
	// The order of the fields does not matter.
	.chain((lead) =>
		fc
			.shuffledSubarray(Object.entries(lead), { minLength: Object.keys(lead).length })
			.map((entries) => Object.fromEntries(entries) as IDataObject),
	);
const lists = fc.array(
	fc.record({
		leads: fc.array(anyLead, { maxLength: 9 }),
		days: fc.constantFrom(0, 0, 1, 29, 30),
		/** How much of the list before is there once more, and whether behind the others. */
		kept: fc.nat(9),
		behind: fc.boolean(),
		/** Whether those of one conversation have become equal. */
		equal: fc.boolean(),
	}),
	{ minLength: 2, maxLength: 8 },
);

const sortedRows = ([first, ...columns]: Rows) =>
	Array.from(first, (value, row) => [value, ...columns.map((column) => column[row])].join()).sort();

test('the same as a model that keeps everything and has no hashes, whatever the lists', () => {
	fc.assert(
		fc.property(lists, (sequence) => {
			const { poll, pass, changes, snapshot } = poller(leadUpdated);
			const reference = new Reference();
			let last: IDataObject[] = [];
			let today = 0;
			poll([]);
			for (const { leads, days, kept, behind, equal } of sequence) {
				const before = last.slice(0, kept).map((lead, _index, all) => {
					const same = all.find((other) => leadIdentity(other) === leadIdentity(lead));
					return (equal && same) || lead;
				});
				last = behind ? [...leads, ...before] : [...before, ...leads];
				today += days;
				pass(days);
				poll(last);
				const seen = changes().map(({ record, before: was, number }) => ({
					record,
					changed: was?.changed,
					number,
					previousStatus: was?.literal('status'),
				}));
				expect(seen).toEqual(reference.poll(last, leadIdentity, today));
				// The next poll uses the stored state of this one. Only equal leads can swap their rows.
				const stored = sortedRows(snapshot().rows);
				expect(poll(last)).toEqual([]);
				expect(sortedRows(snapshot().rows)).toEqual(stored);
				reference.poll(last, leadIdentity, today);
			}
		}),
		{ ...options, numRuns: options.numRuns * 3 },
	);
});
